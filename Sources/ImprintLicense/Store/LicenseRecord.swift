// SPDX-License-Identifier: Apache-2.0

/// What is remembered of one profile between two starts of a program.
struct LicenseRecord: Sendable, Equatable {
  /// A request that was made and not answered yet: a server counts its nonce once, however often it is sent.
  struct Pending: Sendable, Equatable {
    var kind: LicenseEndpoint
    var nonce: String
    /// Seconds since 1970, by the device's clock.
    var created: Int64
    /// Which device it was made on: on another one it is not sent.
    var device: DeviceFingerprint
    /// The last-seen time when it was made. While that is unchanged, an answer is later than all that was seen.
    var seen: Int64?
  }

  /// Why there is no licence any more.
  struct Revocation: Sendable, Equatable {
    /// The signed document.
    var document: String
    /// The authority's words.
    var reason: String
    /// Seconds since 1970, by the authority's clock.
    var issued: Int64
  }

  /// The licence document, as it came; it is verified whenever it is used.
  var document: String?
  var pending: Pending?
  var revocation: Revocation?
  /// The latest time at which the licence was seen to be valid, in seconds since 1970.
  var lastSeen: Int64?
}
