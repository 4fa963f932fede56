// SPDX-License-Identifier: Apache-2.0

/// The persistent state of one profile.
package struct LicenseRecord: Sendable, Equatable {
  /// A pending request: idempotent by its nonce, however often it is sent.
  package struct Pending: Sendable, Equatable {
    package var kind: LicenseEndpoint
    package var nonce: String
    /// Seconds since 1970, by the device's clock.
    package var created: Int64
    /// The device it was made on: it is not sent from another one.
    package var device: DeviceFingerprint
    /// The last-seen time when it was made. While that is unchanged, a response is later than all times seen.
    package var seen: Int64?
  }

  /// Why there is no licence any more.
  package struct Revocation: Sendable, Equatable {
    /// The signed document.
    package var document: String
    /// The authority's explanation.
    package var reason: String
    /// Seconds since 1970, by the authority's clock.
    package var issued: Int64
  }

  /// The licence document, as received; verified on every use.
  package var document: String?
  package var pending: Pending?
  package var revocation: Revocation?
  /// When it was deactivated, in seconds since 1970 by the device's clock: until an explicit request no other
  /// is fetched.
  package var deactivated: Int64?
  /// The latest time at which the licence was seen in force, in seconds since 1970.
  package var lastSeen: Int64?

  package init() {}
}
