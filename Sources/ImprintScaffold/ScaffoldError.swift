// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why no plugin's folder was written. Nothing of it stays behind.
public typealias ScaffoldError = Explained<ScaffoldErrorCode>

public enum ScaffoldErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The id is none that a manifest may have.
  case badID = "bad-id"
  /// The vendor is none that a manifest may have.
  case badVendor = "bad-vendor"
  /// There is no template for that language.
  case unknownLanguage = "unknown-language"
  /// There is no template for that kind of plugin.
  case unknownKind = "unknown-kind"
  /// Something lies where the folder would be.
  case folderInUse = "folder-in-use"
  /// The templates are not installed.
  case noTemplates = "no-templates"
  /// A template cannot be read, or is one of another version.
  case brokenTemplate = "broken-template"
  /// A file or folder cannot be written.
  case file
}
