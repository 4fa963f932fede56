// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`), as dual-stack sockets have it,
/// is that IPv4 address.
public struct NetworkAddress: Sendable, Hashable {
  /// 4 or 16.
  public let bytes: [UInt8]

  /// `nil` if invalid. A scope (`fe80::1%eth0`) is ignored.
  public init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    let plain = String(text.prefix { $0 != "%" })
    if inet_pton(AF_INET, plain, &bytes) == 1 {
      self.bytes = Array(bytes.prefix(4))
    } else {
      guard inet_pton(AF_INET6, plain, &bytes) == 1 else { return nil }
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  public var isIPv4: Bool { bytes.count == 4 }

  /// Whether it is a loopback address.
  public var isLoopback: Bool {
    isIPv4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// The address masked to a prefix length.
  public func masked(to bits: Int) -> NetworkAddress {
    NetworkAddress(
      bytes: bytes.enumerated().map { index, byte in
        byte & UInt8(truncatingIfNeeded: 0xFF00 >> min(max(bits - 8 * index, 0), 8))
      })
  }

  /// In the usual notation.
  public var text: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(isIPv4 ? AF_INET : AF_INET6, bytes, &buffer, socklen_t(buffer.count)) != nil else {
      return ""
    }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The addresses with a common prefix: `192.0.2.0/24`. A single address is a network too.
public struct NetworkRange: Sendable, Hashable {
  public let address: NetworkAddress
  /// Prefix length: 1 to 32, or to 128.
  public let bits: Int

  /// `nil` if invalid, if host bits are set, and for the network of all addresses (`/0`).
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = NetworkAddress(String(parts[0])) else { return nil }
    let all = address.bytes.count * 8
    guard let bits = parts.count == 1 ? all : Int(parts[1]), (1...all).contains(bits),
      parts.count == 1 || parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      address.masked(to: bits) == address
    else { return nil }
    self.address = address
    self.bits = bits
  }

  public func contains(_ other: NetworkAddress) -> Bool { other.masked(to: bits) == address }
}
