// SPDX-License-Identifier: Apache-2.0

/// One problem or warning in a manifest or variant.
public struct ManifestProblem: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The file cannot be opened or read, or is no regular file.
    case unreadable
    /// Over `SettingsReader.maximumBytes`.
    case tooLarge = "too-large"
    /// Nothing, or only comments.
    case empty
    case notUTF8 = "not-utf-8"
    case notYAML = "not-yaml"
    case tooDeep = "too-deep"
    /// An anchor or an alias.
    case alias
    case tag
    case severalDocuments = "several-documents"
    case duplicateKey = "duplicate-key"
    /// A key that is a list or a map.
    case keyNotText = "key-not-text"
    /// Another major version of the schema.
    case otherSchema = "other-schema"
    /// A newer minor version of the schema. Warning.
    case newerSchema = "newer-schema"
    case missingKey = "missing-key"
    /// Warning.
    case unknownKey = "unknown-key"
    case wrongType = "wrong-type"
    /// Not one of the words that are allowed.
    case unknownWord = "unknown-word"
    /// Malformed text.
    case wrongForm = "wrong-form"
    case outOfRange = "out-of-range"
    /// Too few or too many items.
    case wrongCount = "wrong-count"
    /// An item or name that must be unique occurs twice.
    case repeated
    /// A file name that escapes its folder.
    case pathEscape = "path-escape"
    /// An ability without the section that describes it.
    case missingSection = "missing-section"
    /// A section without the ability it describes.
    case uselessSection = "useless-section"
    /// A section of an older schema, now replaced by two others.
    case olderSection = "older-section"
    /// A device without an ability that uses it.
    case uselessDevice = "useless-device"
    /// Models whose weights' licence is not declared.
    case missingWeightsLicense = "missing-weights-license"
    /// The upper bound is below the lower.
    case emptyRange = "empty-range"
    /// A plugin that cannot compare the templates it extracts.
    case unreadableTemplates = "unreadable-templates"
    /// The plugin needs from another plugin what it provides itself.
    case selfNeed = "self-need"
    /// A calibration's points, date, format or version are invalid.
    case badCalibration = "bad-calibration"
    /// Two calibrations that apply to the same pair of templates.
    case overlappingCalibrations = "overlapping-calibrations"
    /// A plugin with calibrations, but none for the templates of its current version. Warning.
    case uncalibratedVersion = "uncalibrated-version"
    /// An unknown licence feature. Warning.
    case unknownFeature = "unknown-feature"
    /// An `imprint.` ability that this version does not know. Warning.
    case unknownAbility = "unknown-ability"
    /// The editor cannot edit this file.
    case notEditable = "not-editable"
    /// The file cannot be written.
    case unwritable
    /// The schema accepts what the reader cannot use: a bug in Imprint.
    case schemaGap = "schema-gap"
  }

  public let code: Code
  /// The file, as given.
  public let file: String
  /// From 1; 0 if the problem is the file itself.
  public let line: Int
  /// From 1, in Unicode scalars; 0 if the problem is the file itself.
  public let column: Int
  /// The key concerned, such as `models[0].file`; empty if none.
  public let key: String
  /// What was found and what is allowed.
  public let reason: String
  /// What to do about it; includes the ``suggestion`` if there is one.
  public let remedy: String
  /// The valid word nearest to the one found.
  public let suggestion: String?

  package init(
    _ code: Code, file: String, line: Int = 0, column: Int = 0, key: String = "", reason: String,
    remedy: String = "", suggestion: String? = nil
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.column = column
    self.key = key
    self.reason = reason
    self.remedy = suggestion.map { "Did you mean '\($0)'?" } ?? remedy
    self.suggestion = suggestion
  }

  /// `plugin.yaml:7:12`.
  public var place: String { line == 0 ? file : "\(file):\(line):\(column)" }
}
