// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Makes networks of addresses: what is kept shall tell where trouble comes from, not who somebody is.
enum RemoteNetwork {
  /// /24 of an IPv4 address, /48 of an IPv6 address; `nil` where it is none.
  static func name(of address: String) -> String? { network(address, v4: 24, v6: 48) }

  /// What counts as one visitor: an IPv4 address, or the /64 that one household of IPv6 has. In memory only.
  static func visitor(_ address: String) -> String { network(address, v4: 32, v6: 64) ?? "unknown" }

  private static func network(_ address: String, v4 bits4: Int, v6 bits6: Int) -> String? {
    var bytes = [UInt8](repeating: 0, count: 16)
    // A scope (`fe80::1%eth0`) is no part of the address.
    let plain = String(address.prefix { $0 != "%" })
    if inet_pton(AF_INET, plain, &bytes) == 1 {
      return text(Array(bytes.prefix(4)), family: AF_INET, bits: bits4)
    }
    guard inet_pton(AF_INET6, plain, &bytes) == 1 else { return nil }
    // An IPv4 address that came to a socket of both kinds: ::ffff:192.0.2.1
    if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return text(Array(bytes.suffix(4)), family: AF_INET, bits: bits4)
    }
    return text(bytes, family: AF_INET6, bits: bits6)
  }

  private static func text(_ address: [UInt8], family: Int32, bits: Int) -> String? {
    var masked = address
    for index in masked.indices where index >= bits / 8 { masked[index] = 0 }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, masked, &buffer, socklen_t(buffer.count)) != nil else { return nil }
    let end = buffer.firstIndex(of: 0) ?? buffer.endIndex
    return String(decoding: buffer[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/\(bits)"
  }
}
