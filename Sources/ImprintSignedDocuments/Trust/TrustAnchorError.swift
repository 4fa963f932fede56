// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a certificate, or its file, is not a trust anchor.
public typealias TrustAnchorError = Explained<TrustAnchorErrorCode>

public enum TrustAnchorErrorCode: String, Sendable, Hashable, CaseIterable {
  /// No certificate, or other content.
  case form
  /// Not a certificate authority.
  case authority
  /// Not self-signed.
  case selfSigned = "self-signed"
  /// The file cannot be read, or others may write it: see the reason (``TrustedFileError``).
  case file
}
