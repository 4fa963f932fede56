// SPDX-License-Identifier: Apache-2.0

/// What is remembered of one profile between two starts of a program.
package struct LicenseRecord: Sendable, Equatable {
  /// A request that was made and not answered yet: a server counts its nonce once, however often it is sent.
  package struct Pending: Sendable, Equatable {
    package var kind: LicenseEndpoint
    package var nonce: String
    /// Seconds since 1970, by the device's clock.
    package var created: Int64
    /// Which device it was made on: on another one it is not sent.
    package var device: DeviceFingerprint
    /// The last-seen time when it was made. While that is unchanged, an answer is later than all that was
    /// seen.
    package var seen: Int64?
  }

  /// Why there is no licence any more.
  package struct Revocation: Sendable, Equatable {
    /// The signed document.
    package var document: String
    /// The authority's words.
    package var reason: String
    /// Seconds since 1970, by the authority's clock.
    package var issued: Int64
  }

  /// The licence document, as it came; it is verified whenever it is used.
  package var document: String?
  package var pending: Pending?
  package var revocation: Revocation?
  /// When the activation was given back, in seconds since 1970, by the device's clock: until somebody asks
  /// for another one, none is fetched.
  package var deactivated: Int64?
  /// The latest time at which the licence was seen to be valid or in its grace, in seconds since 1970.
  package var lastSeen: Int64?

  package init() {}
}
