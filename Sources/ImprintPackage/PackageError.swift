// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a package, its source folder, or the root it is to be installed in, cannot be used.
public typealias PackageError = Explained<PackageErrorCode>

public enum PackageErrorCode: String, Sendable, Hashable, CaseIterable {
  /// A file or folder is missing, unreadable, or of another kind.
  case unreadable
  /// A package, or a file in it, is longer than ``PackageLimit`` allows, or there are too many.
  case tooLarge = "too-large"
  /// The package is truncated.
  case truncated
  /// It is not a package, or corrupt: a header does not match the format.
  case damaged
  /// It contains something other than regular files: a link, a device, a folder.
  case notAFile = "not-a-file"
  /// A file's name escapes the folder, is hidden, or too long.
  case badName = "bad-name"
  /// A file that the manifest does not name, a duplicate, or one out of order.
  case unexpectedFile = "unexpected-file"
  /// A file that the manifest names is missing.
  case missingFile = "missing-file"
  /// Bytes follow the end of the package.
  case trailingData = "trailing-data"
  /// The manifest breaks a rule; the reason quotes line and column.
  case brokenManifest = "broken-manifest"
  /// A file's length differs from the manifest's.
  case lengthDiffers = "length-differs"
  /// A file's SHA-256 differs from the manifest's.
  case hashDiffers = "hash-differs"
  /// It was modified while it was read.
  case changed
  /// No root was named, and the user has none.
  case noRoot = "no-root"
  /// The root, or the package's target folder, is not writable.
  case notWritable = "not-writable"
  /// Disk full, quota or size limit exceeded.
  case noSpace = "no-space"
  /// Another process held the root's lock for too long.
  case busy
  /// The task was cancelled.
  case cancelled
  /// A newer version is installed.
  case downgrade
  /// The root has the run-time library of that name and version, with different files.
  case runtimeDiffers = "runtime-differs"
  /// The root has no plugin of that id.
  case notInstalled = "not-installed"
  /// The plugin is installed in another root.
  case otherRoot = "other-root"
  /// A folder of the root is a link, or writable by others.
  case unsafeFolder = "unsafe-folder"
  /// The place of a new folder is taken.
  case exists
  /// Another system error.
  case system
}

extension PackageError {
  /// A defect of a package, which its maker has to fix.
  static func package(_ code: Code, _ place: String, _ reason: String) -> PackageError {
    PackageError(
      code, place: place, reason: reason, remedy: "Get the package again from whoever made it.")
  }
}
