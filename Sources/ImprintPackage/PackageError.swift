// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// What is wrong with a package, with the folder one is made of, or with the root it is to be installed in.
public typealias PackageError = Explained<PackageErrorCode>

public enum PackageErrorCode: String, Sendable, Hashable, CaseIterable {
  /// A file or folder is not there, cannot be read, or is of another kind.
  case unreadable
  /// A package, or a file in it, is longer than ``PackageLimit`` allows, or there are too many.
  case tooLarge = "too-large"
  /// The package ends in the middle.
  case truncated
  /// It is no package, or bytes of it were changed: a header is not as the format has it.
  case damaged
  /// There is something else than plain files in it: a link, a device, a folder.
  case notAFile = "not-a-file"
  /// A file's name leads elsewhere, is hidden, or does not fit.
  case badName = "bad-name"
  /// A file that the manifest does not name, twice the same one, or one that is not in its turn.
  case unexpectedFile = "unexpected-file"
  /// A file that the manifest names is not there.
  case missingFile = "missing-file"
  /// Bytes follow the end of the package.
  case trailingData = "trailing-data"
  /// The manifest breaks a rule; the reason quotes line and column.
  case brokenManifest = "broken-manifest"
  /// A file has not the length that the manifest states.
  case lengthDiffers = "length-differs"
  /// A file has not the SHA-256 that the manifest states.
  case hashDiffers = "hash-differs"
  /// It was written to while it was read.
  case changed
  /// No root was named, and there is none of the user's own.
  case noRoot = "no-root"
  /// The root, or where a package is to be written, cannot be written to.
  case notWritable = "not-writable"
  /// The disk, the quota or the permitted size is used up.
  case noSpace = "no-space"
  /// Another process has been installing or removing all the time.
  case busy
  /// The task was cancelled.
  case cancelled
  /// A newer version is installed.
  case downgrade
  /// The root has the run-time library by that name and version, with other files.
  case runtimeDiffers = "runtime-differs"
  /// The root has no plugin of that id.
  case notInstalled = "not-installed"
  /// The plugin is installed in another root.
  case otherRoot = "other-root"
  /// A folder of the root is a link, or others may write to it.
  case unsafeFolder = "unsafe-folder"
  /// There is something already where a new folder is to be made.
  case exists
  /// The system refused, for another reason.
  case system
}

extension PackageError {
  /// What is wrong with a package: its maker has to make it anew.
  static func package(_ code: Code, _ place: String, _ reason: String) -> PackageError {
    PackageError(
      code, place: place, reason: reason, remedy: "Get the package again from whoever made it.")
  }
}
