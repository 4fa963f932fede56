// SPDX-License-Identifier: Apache-2.0

/// What a licence has to be for. What is `nil` is not judged.
public struct LicenseExpectation: Sendable, Hashable {
  public var profile: String?
  public var product: String?
  /// The device that is there.
  public var device: DeviceFingerprint?
  /// The nonce of the request that the document answers.
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
