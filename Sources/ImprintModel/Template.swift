// SPDX-License-Identifier: Apache-2.0

/// Which algorithm made a template, and in which version of its format.
public struct TemplateFormat: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The algorithm's name, `imprint.face-f6`: 1...63 bytes of `a-z 0-9 . -`. Templates of two
  /// algorithms are never compared (F8).
  public let algorithm: String
  /// The version of the algorithm's format, from 1.
  public let version: UInt32

  /// - Returns: `nil` where the name or version is outside its range.
  public init?(algorithm: String, version: UInt32) {
    guard (1...63).contains(algorithm.utf8.count), algorithm.utf8.allSatisfy(Self.isAllowed), version >= 1
    else { return nil }
    self.algorithm = algorithm
    self.version = version
  }

  /// Of a name: `a-z 0-9 . -`.
  static func isAllowed(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 46
  }

  public var description: String { "\(algorithm)/\(version)" }
}

/// The plugin that extracted a template.
public struct TemplateMaker: Sendable, Hashable, CustomStringConvertible {
  /// The plugin's id, `dev.imprint.face-f6`: 1...127 bytes of `a-z 0-9 . -`.
  public let id: String
  public let version: SemanticVersion

  /// - Returns: `nil` where the id, or a part of the version, is outside its range.
  public init?(id: String, version: SemanticVersion) {
    let parts = [version.major, version.minor, version.patch]
    guard (1...127).contains(id.utf8.count), id.utf8.allSatisfy(TemplateFormat.isAllowed),
      parts.allSatisfy({ UInt32(exactly: $0) != nil })
    else { return nil }
    self.id = id
    self.version = version
  }

  public var description: String { "\(id) \(version)" }
}

/// A biometric template: the features that an algorithm extracted from one or more samples (F94).
///
/// Redacted: its description never shows the payload.
public struct Template: Sendable, Hashable, CustomStringConvertible {
  public let format: TemplateFormat
  public let modality: Modality
  public let site: BodySite
  /// Quality for matching, 0...100, higher is better; `nil` if not measured.
  public let quality: UInt8?
  /// When the sample was captured, in seconds since 1970; `nil` if unknown.
  public let created: Int64?
  /// The plugin that extracted it; `nil` if not stated, if it was fused from templates of several makers, or
  /// by another plugin than its maker.
  public let maker: TemplateMaker?
  /// The number of the person's samples it was made from, 1...65,535; more than one if templates were fused.
  public let samples: Int
  /// The algorithm's own bytes, 1...``maximumPayload``.
  public let payload: [UInt8]

  /// The longest payload there may be: 1 MiB.
  public static let maximumPayload = 1 << 20

  /// - Returns: `nil` where the payload is empty or longer than ``maximumPayload``, the quality is over 100,
  ///   or the number of samples is out of range.
  public init?(
    format: TemplateFormat, modality: Modality, site: BodySite, quality: UInt8?, created: Int64? = nil,
    maker: TemplateMaker? = nil, samples: Int = 1, payload: [UInt8]
  ) {
    guard (1...Self.maximumPayload).contains(payload.count), (quality ?? 0) <= 100, created != 0,
      (1...Int(UInt16.max)).contains(samples)
    else { return nil }
    self.format = format
    self.modality = modality
    self.site = site
    self.quality = quality
    self.created = created
    self.maker = maker
    self.samples = samples
    self.payload = payload
  }

  public var description: String { "Template(\(format), \(payload.count) bytes, <redacted>)" }
}
