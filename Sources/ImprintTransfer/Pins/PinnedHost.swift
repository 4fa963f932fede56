// SPDX-License-Identifier: Apache-2.0

/// The pinned public keys of one host, with an expiry.
public struct PinnedHost: Sendable, Hashable {
  /// The exact name, in lower case and without a trailing dot. Matches neither sub-domains nor parents.
  public let host: String
  /// Several, so that the next key can be pinned before the server changes to it. Empty: ignored.
  public let pins: [PublicKeyPin]
  /// Seconds since 1970 UTC, by the device's clock. Then these pins expire, so that a device that is never
  /// updated is not locked out permanently. `nil`: never.
  public let expires: Int64?

  /// - Parameter host: a name as in the server's URL, without scheme and port, or an IP address; case and one
  ///   trailing dot are ignored. Internationalized names in their ASCII form, `xn--…`.
  /// - Throws: `PublicKeyPinError` with code `host` for a wildcard, and for an invalid name.
  public init(host: String, pins: [PublicKeyPin], expires: Int64? = nil) throws(PublicKeyPinError) {
    let name = HostName.normal(host)
    guard !host.contains("*") else {
      throw PublicKeyPinError(
        .host, place: PlainText.of(host, limit: 80),
        reason: "pins are for one exact host, without wildcards.",
        remedy: "Name every host that is connected to.")
    }
    guard host.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw PublicKeyPinError(
        .host, place: PlainText.of(host, limit: 80), reason: "the name of the host is not ASCII.",
        remedy: "Write it in the form that begins with 'xn--'.")
    }
    guard HostName.isPlausible(name) else {
      throw PublicKeyPinError(
        .host, place: PlainText.of(host, limit: 80), reason: "this is no name of a host.",
        remedy: "Write it as in the server's URL, without scheme, port and path.")
    }
    self.host = name
    self.pins = pins
    self.expires = expires
  }

  /// Whether these pins apply at a time (seconds since 1970 UTC).
  func counts(at now: Int64) -> Bool {
    guard !pins.isEmpty else { return false }
    guard let expires else { return true }
    return now < expires
  }
}
