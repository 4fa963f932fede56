// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a file is not one that only root and the effective user can have written.
public typealias TrustedFileError = Explained<TrustedFileErrorCode>

public enum TrustedFileErrorCode: String, Sendable, Hashable, CaseIterable {
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
