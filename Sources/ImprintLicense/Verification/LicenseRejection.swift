// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// One reason why a document is no licence here, now, on this device.
public typealias LicenseRejection = Explained<LicenseRejectionCode>

public enum LicenseRejectionCode: String, Sendable, Hashable, CaseIterable {
  /// More bytes than a licence may have.
  case size
  /// Not three base64url parts, or not JSON within.
  case form
  /// A header that is not exactly what is defined.
  case header
  /// An algorithm that is not the signing key's: `none`, a symmetric one, another curve.
  case algorithm
  /// The certificates do not parse, or do not chain to a trust anchor.
  case chain
  /// The signing certificate may not sign licences.
  case keyUsage = "key-usage"
  /// A certificate is not valid at the time.
  case certificateExpired = "certificate-expired"
  /// The signature is not the key's over these bytes.
  case signature
  /// A claim is missing, unknown, or out of its range.
  case claims
  case notYetValid = "not-yet-valid"
  case expired
  /// Issued for another profile.
  case profile
  /// Issued for another product.
  case product
  /// Issued for another device.
  case device
  /// It does not answer the request that was made.
  case nonce
  /// The authority took it back.
  case revoked
  /// The device's clock is behind the time that was seen before.
  case clockSetBack = "clock-set-back"
}

extension LicenseRejection {
  init(_ code: Code, reason: String, remedy: String) {
    self.init(code, place: "licence", reason: reason, remedy: remedy)
  }
}
