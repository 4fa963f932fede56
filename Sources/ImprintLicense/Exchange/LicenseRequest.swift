// SPDX-License-Identifier: Apache-2.0

/// A device's request to a licence server: the same document over the network and in the file of an offline
/// activation (docs/reference/licenses.md).
public struct LicenseRequest: Sendable, Hashable {
  public var kind: LicenseEndpoint
  public var profile: String
  public var product: String
  /// 22 base64url characters: 16 random bytes. Makes the request idempotent.
  public var nonce: String
  /// Seconds since 1970 UTC, by the device's clock.
  public var created: Int64
  /// The SDK's version.
  public var sdk: String
  public var device: DeviceFingerprint
  /// Counted for billing (F31); `nil` if the application does not count.
  public var registeredUsers: Int?
  /// The current licence: required to renew and to deactivate, absent to activate.
  public var license: String?

  public init(
    kind: LicenseEndpoint, profile: String, product: String, nonce: String, created: Int64, sdk: String,
    device: DeviceFingerprint, registeredUsers: Int? = nil, license: String? = nil
  ) {
    self.kind = kind
    self.profile = profile
    self.product = product
    self.nonce = nonce
    self.created = created
    self.sdk = sdk
    self.device = device
    self.registeredUsers = registeredUsers
    self.license = license
  }
}
