// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// Truncates addresses to networks (data minimisation): enough to locate abuse, not to identify a person.
enum RemoteNetwork {
  /// /24 of an IPv4 address, /48 of an IPv6 address; `nil` if invalid.
  static func name(of address: String) -> String? { network(address, v4: 24, v6: 48) }

  /// What counts as one visitor: an IPv4 address, or an IPv6 /64, typically one household. In memory only.
  static func visitor(_ address: String) -> String { network(address, v4: 32, v6: 64) ?? "unknown" }

  private static func network(_ address: String, v4 bits4: Int, v6 bits6: Int) -> String? {
    guard let address = NetworkAddress(address) else { return nil }
    let bits = address.isIPv4 ? bits4 : bits6
    return "\(address.masked(to: bits).text)/\(bits)"
  }
}
