// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong, or doubtful, in a manifest or variant.
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
    /// Text that has not the form it must have.
    case wrongForm = "wrong-form"
    case outOfRange = "out-of-range"
    /// Too few or too many items.
    case wrongCount = "wrong-count"
    /// An item, or a name that must be there once, is there twice.
    case repeated
    /// A file name that leads to another folder.
    case pathEscape = "path-escape"
    /// An ability without the section that describes it.
    case missingSection = "missing-section"
    /// A section without the ability it describes.
    case uselessSection = "useless-section"
    /// A section of an older schema, whose meaning two others have now.
    case olderSection = "older-section"
    /// A device without an ability that uses it.
    case uselessDevice = "useless-device"
    /// Models whose weights' licence is not declared.
    case missingWeightsLicense = "missing-weights-license"
    /// The upper end is below the lower.
    case emptyRange = "empty-range"
    /// A plugin that cannot read the templates it writes.
    case unreadableTemplates = "unreadable-templates"
    /// The plugin needs from another what it provides itself.
    case selfNeed = "self-need"
    /// A calibration's points, date, format or version cannot be.
    case badCalibration = "bad-calibration"
    /// Two calibrations that can mean the same pair of templates.
    case overlappingCalibrations = "overlapping-calibrations"
    /// A plugin with calibrations that has none of the templates that this version of it makes. Warning.
    case uncalibratedVersion = "uncalibrated-version"
    /// A licence feature that is not in the vocabulary. Warning.
    case unknownFeature = "unknown-feature"
    /// An `imprint.` ability that this version does not know. Warning.
    case unknownAbility = "unknown-ability"
    /// The editor cannot replace a section of this file.
    case notEditable = "not-editable"
    /// The file cannot be written.
    case unwritable
    /// The schema lets through what the reader cannot use: a defect of Imprint.
    case schemaGap = "schema-gap"
  }

  public let code: Code
  /// The file, as it was given.
  public let file: String
  /// From 1; 0 where the problem is the file itself.
  public let line: Int
  /// From 1, in Unicode scalars; 0 where the problem is the file itself.
  public let column: Int
  /// The key it is about, such as `models[0].file`; empty where there is none.
  public let key: String
  /// What was found and what is allowed.
  public let reason: String
  /// What to do about it; says the ``suggestion`` where there is one.
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
