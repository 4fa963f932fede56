// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a document is not a valid licence here, now, on this device.
public typealias LicenseRejection = Explained<LicenseRejectionCode>

public enum LicenseRejectionCode: String, Sendable, Hashable, CaseIterable {
  /// The limit of a licence is exceeded.
  case size
  /// Not three base64url parts, or not JSON within.
  case form
  /// The header is not exactly as defined.
  case header
  /// The algorithm is not the signing key's: `none`, a symmetric one, another curve.
  case algorithm
  /// The certificates are malformed, or do not chain to a trust anchor.
  case chain
  /// The signing certificate may not sign licences.
  case keyUsage = "key-usage"
  /// A certificate is not valid at the time.
  case certificateExpired = "certificate-expired"
  /// The signature does not verify.
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
  /// It does not answer the current request.
  case nonce
  /// The authority revoked it.
  case revoked
  /// The device's clock is behind a time seen before.
  case clockSetBack = "clock-set-back"
}

extension LicenseRejection {
  init(_ code: Code, reason: String, remedy: String) {
    self.init(code, place: "licence", reason: reason, remedy: remedy)
  }
}
