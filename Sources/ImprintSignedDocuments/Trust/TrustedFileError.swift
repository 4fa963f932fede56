// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a file could have been written by others than root and the effective user.
public typealias TrustedFileError = Explained<TrustedFileErrorCode>

public enum TrustedFileErrorCode: String, Sendable, Hashable, CaseIterable {
  /// There is no such file.
  case missing
  /// No regular file: a folder, a pipe, a device.
  case kind
  /// The limit is exceeded.
  case size
  /// The file, a folder above it or a link in the path belongs to another user.
  case owner
  /// Others may write the file, or a folder above it.
  case writable
  /// Others may read it, and it is a secret.
  case readable
  /// Too many chained symbolic links.
  case links
  /// A system error on reading it.
  case system
}
