// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// The client of a request: the peer of its connection or, if that is a trusted proxy, the client named by
/// the proxy.
struct Visitor: Sendable, Equatable {
  /// As text; `unknown` if the connection has none.
  let address: String
  /// Whether it came through a proxy.
  let isBehindProxy: Bool

  /// Whether it is the machine itself. Never for requests through a proxy.
  var isLoopback: Bool { !isBehindProxy && NetworkAddress(address)?.isLoopback ?? false }
}

extension Visitor {
  /// More proxies than any real chain has.
  private static let mostHops = 32

  /// - Parameters:
  ///   - peer: the peer of the connection.
  ///   - fields: the lines of the proxy's header, in order. Each proxy appends its client; earlier entries
  ///     are not trustworthy. So it is read from the end, as long as the writers are trusted proxies; an
  ///     invalid address stops it, and the last valid one is used.
  init(peer: String, fields: [String], proxy: ServerSettings.Proxy?) {
    guard let proxy, let other = NetworkAddress(peer), proxy.trusts(other), !fields.isEmpty else {
      self.init(address: peer, isBehindProxy: false)
      return
    }
    var nearest = other
    let entries = fields.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    for entry in entries.reversed().prefix(Self.mostHops) {
      guard let address = Self.address(in: entry) else { break }
      nearest = address
      guard proxy.trusts(address) else { break }
    }
    self.init(address: nearest.text, isBehindProxy: true)
  }

  /// With or without a port: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]:4711`.
  private static func address(in entry: Substring) -> NetworkAddress? {
    let entry = entry.trimmingPrefix { $0 == " " || $0 == "\t" }
    let text = entry.prefix { $0 != " " && $0 != "\t" }
    guard text.utf8.count <= 64, entry.dropFirst(text.count).allSatisfy({ $0 == " " || $0 == "\t" }) else {
      return nil
    }
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else { return nil }
      return NetworkAddress(String(text[text.index(after: text.startIndex)..<end]))
    }
    guard text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") else {
      return NetworkAddress(String(text))
    }
    return isPort(text[colon...]) ? NetworkAddress(String(text[..<colon])) : nil
  }

  /// Nothing, or a colon and digits.
  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || (text.first == ":" && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) })
  }
}

extension ServerSettings.Proxy {
  func trusts(_ address: NetworkAddress) -> Bool { trusted.contains { $0.contains(address) } }
}
