// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// A template's bare bytes, as they go to a matcher: without the envelope, which the host has checked.
///
/// Redacted: its description never shows the bytes.
public struct TemplatePayload: Sendable, Hashable, CustomStringConvertible {
  /// The algorithm's own bytes.
  public let bytes: [UInt8]
  /// The version of the algorithm's format.
  public let version: UInt32

  public init(bytes: [UInt8], version: UInt32) {
    self.bytes = bytes
    self.version = version
  }

  /// The payload of a template. That its algorithm is the matcher's is the caller's to check.
  public init(_ template: Template) {
    self.init(bytes: template.payload, version: template.format.version)
  }

  public var description: String { "TemplatePayload(version \(version), \(bytes.count) bytes, <redacted>)" }
}

/// What extract made of one image.
public struct Extraction: Sendable, Hashable, CustomStringConvertible {
  /// The template's bytes with their version.
  public let payload: TemplatePayload
  /// For matching, 0...100, higher is better; `nil` where it was not measured.
  public let quality: Float?

  public init(payload: TemplatePayload, quality: Float?) {
    self.payload = payload
    self.quality = quality
  }

  /// The version of the template's format.
  public var version: UInt32 { payload.version }

  public var description: String {
    "Extraction(\(payload), quality \(quality.map { "\(Int($0))" } ?? "not measured"))"
  }
}
