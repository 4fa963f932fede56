// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why a certificate, or the file it lies in, is no trust anchor.
public struct TrustAnchorError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No certificate, or something beside certificates.
    case form
    /// A certificate that is no authority.
    case authority
    /// A certificate that another one signed.
    case selfSigned = "self-signed"
    /// The file cannot be read, or others may write it: see the reason (``TrustedFileError``).
    case file
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  public init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }
}
