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
    /// There is no such file.
    case missing
    /// No regular file: a folder, a pipe, a device.
    case kind
    /// More than 65,536 bytes.
    case size
    /// The file, a folder above it or a link on the way belongs to somebody else.
    case owner
    /// Others may write the file, or a folder above it.
    case writable
    /// Too many symbolic links, one after the other.
    case links
    /// The system refused to read it.
    case system
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
