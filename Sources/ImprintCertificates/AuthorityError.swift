// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why the authority cannot issue or sign something.
public typealias AuthorityError = Explained<AuthorityErrorCode>

public enum AuthorityErrorCode: String, Sendable, Hashable, CaseIterable {
  /// Verifiers would refuse the document: a claim is out of its range.
  case claims
  /// The document would outlive the certificate that signs it.
  case outlivesCertificate = "outlives-certificate"
  /// No private key, or of an unsupported kind.
  case key
  /// No certificate, or not one that may do this.
  case certificate
  /// A name that is invalid in certificates.
  case name
  /// A time range that is empty, or reaches beyond the issuer's.
  case validity
  /// The signer did not sign.
  case signing
}
