// SPDX-License-Identifier: Apache-2.0

/// What a licence must be for. `nil`: not checked.
public struct LicenseExpectation: Sendable, Hashable {
  public var profile: String?
  public var product: String?
  /// The actual device.
  public var device: DeviceFingerprint?
  /// The nonce of the request.
  public var nonce: String?

  public init(
    profile: String? = nil, product: String? = nil, device: DeviceFingerprint? = nil, nonce: String? = nil
  ) {
    self.profile = profile
    self.product = product
    self.device = device
    self.nonce = nonce
  }
}
