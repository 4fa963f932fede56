// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// A template's payload, as matchers receive it: without the envelope, which the host has checked.
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

  /// The payload of a template. The caller checks that its algorithm is the matcher's.
  public init(_ template: Template) {
    self.init(bytes: template.payload, version: template.format.version)
  }

  /// The template that a plugin made, validated against its format.
  /// - Parameters:
  ///   - room: The buffer it was lent; the template is the prefix of the reported length.
  ///   - writes: The version of its templates.
  ///   - most: The greatest length of a template.
  ///   - fixed: Every template's length; `nil` where lengths differ.
  init(
    _ room: ArraySlice<UInt8>, length: Int, version: UInt32, writes: UInt32, most: Int, fixed: Int?
  ) throws(ContractBreach) {
    guard (1...most).contains(length) else {
      throw ContractBreach("its template has \(UInt(bitPattern: length)) bytes; 1 to \(most) are allowed.")
    }
    if let fixed, length != fixed {
      throw ContractBreach("its template has \(length) bytes, but all of its format have \(fixed).")
    }
    guard version == writes else {
      throw ContractBreach("its template has version \(version), but its format states \(writes).")
    }
    // A copy, so that a retained template does not retain the whole buffer.
    self.init(bytes: Array(room.prefix(length)), version: version)
  }

  public var description: String { "TemplatePayload(version \(version), \(bytes.count) bytes, <redacted>)" }
}

/// The result of an extraction.
public struct Extraction: Sendable, Hashable, CustomStringConvertible {
  /// The template's bytes with their version.
  public let payload: TemplatePayload
  /// The quality for matching, 0...100, higher is better; `nil` where it was not measured.
  public let quality: Float?

  public init(payload: TemplatePayload, quality: Float?) {
    self.payload = payload
    self.quality = quality
  }

  /// What a plugin made, validated against its format:
  /// ``TemplatePayload/init(_:length:version:writes:most:fixed:)``.
  init(
    _ room: ArraySlice<UInt8>, length: Int, _ result: imp_extraction, writes: UInt32, most: Int, fixed: Int?
  ) throws(ContractBreach) {
    try checkSize(of: result)
    self.init(
      payload: try TemplatePayload(
        room, length: length, version: result.version, writes: writes, most: most, fixed: fixed),
      quality: try Self.quality(result.quality))
  }

  /// - Parameter stated: 0...100, or negative where it was not measured.
  static func quality(_ stated: Float) throws(ContractBreach) -> Float? {
    guard !stated.isNaN else { throw ContractBreach("the template's quality is not a number.") }
    return stated < 0 ? nil : min(stated, 100)
  }

  /// The version of the template's format.
  public var version: UInt32 { payload.version }

  public var description: String {
    "Extraction(\(payload), quality \(quality.map { "\(Int($0))" } ?? "not measured"))"
  }
}

/// One template fused from several of a person.
public struct Fusion: Sendable, Hashable, CustomStringConvertible {
  /// The template's bytes with their version.
  public let payload: TemplatePayload
  /// The number of templates fused; poor ones may have been left out.
  public let count: Int
  /// The quality for matching, 0...100, higher is better; `nil` where it was not measured.
  public let quality: Float?

  public init(payload: TemplatePayload, count: Int, quality: Float?) {
    self.payload = payload
    self.count = count
    self.quality = quality
  }

  /// The template that a plugin made, validated against its format.
  init(
    _ room: ArraySlice<UInt8>, length: Int, _ result: imp_fusion, of given: Int, _ format: MatcherFormat,
    writes: UInt32
  ) throws(ContractBreach) {
    try checkSize(of: result)
    guard (1...UInt32(given)).contains(result.count) else {
      throw ContractBreach("it reports a fusion of \(result.count) templates, but \(given) were given.")
    }
    let payload = try TemplatePayload(
      room, length: length, version: result.version, writes: writes, most: format.templateBytesMaximum,
      fixed: format.templateBytesFixed)
    self.init(payload: payload, count: Int(result.count), quality: try Extraction.quality(result.quality))
  }

  public var description: String {
    "Fusion(\(payload) of \(count), quality \(quality.map { "\(Int($0))" } ?? "not measured"))"
  }
}
