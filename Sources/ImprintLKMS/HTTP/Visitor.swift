// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// Whom a request comes from: the other end of its connection, or, where that is a proxy that is trusted,
/// whom the proxy names.
struct Visitor: Sendable, Equatable {
  /// As it is written; `unknown` where the connection has none.
  let address: String
  /// Whether a proxy stands between.
  let isBehindProxy: Bool

  /// Whether it is the machine itself. What came through a proxy never is, whatever it says.
  var isLoopback: Bool { !isBehindProxy && NetworkAddress(address)?.isLoopback ?? false }
}

extension Visitor {
  /// More proxies than anybody has in a row.
  private static let mostHops = 32

  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - fields: the lines of the header that the proxy writes, in their order. Each proxy adds whom it was
  ///     asked by at the end; what stands before is anybody's word. So it is read from the end, as long as
  ///     those who wrote it are trusted; what is no address ends it, and the one before counts.
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

  /// With or without a port, as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`,
  /// `[2001:db8::1]:4711`.
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
