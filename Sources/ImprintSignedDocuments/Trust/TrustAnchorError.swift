// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a certificate, or the file it lies in, is no trust anchor.
public typealias TrustAnchorError = Explained<TrustAnchorErrorCode>

public enum TrustAnchorErrorCode: String, Sendable, Hashable, CaseIterable {
  /// No certificate, or something beside certificates.
  case form
  /// A certificate that is no authority.
  case authority
  /// A certificate that another one signed.
  case selfSigned = "self-signed"
  /// The file cannot be read, or others may write it: see the reason (``TrustedFileError``).
  case file
}
