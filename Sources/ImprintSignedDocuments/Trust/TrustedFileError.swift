// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why a file is not one that only root and the effective user can have written.
public struct TrustedFileError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There is no such file.
    case missing
    /// No regular file: a folder, a pipe, a device.
    case kind
    /// More bytes than are read.
    case size
    /// The file, a folder above it or a link on the way belongs to somebody else.
    case owner
    /// Others may write the file, or a folder above it.
    case writable
    /// Others may read it, and it is a secret.
    case readable
    /// Too many symbolic links, one after the other.
    case links
    /// The system refused to read it.
    case system
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }
}
