// SPDX-License-Identifier: Apache-2.0

/// The serialized form of a template, as stored and sent.
///
/// All numbers are little-endian:
///
/// | bytes | what |
/// |---|---|
/// | 4 | magic `IMPT` |
/// | 1 | envelope version, 2 |
/// | 1 | modality |
/// | 1 | body site |
/// | 1 | quality 0...100; 255: not measured |
/// | 4 | version of the algorithm's format |
/// | 8 | creation time, seconds since 1970; 0: not known |
/// | 2 | number of samples, from 1 |
/// | 1 + n | extractor: length, plugin's id; 0: not stated |
/// | 12 | that plugin's version: three numbers; 0 where it is not stated |
/// | 1 + n | algorithm: length, name |
/// | 4 + n | payload: length, bytes |
/// | 32 | SHA-256 of all bytes before |
///
/// Version 1 lacks the number of samples, the extractor and its version. It is read, but never written.
///
/// The hash detects corruption, not forgery: whoever can write the file can write the hash.
public enum TemplateEnvelope {
  static let magic: [UInt8] = Array("IMPT".utf8)
  static let version: UInt8 = 2
  private static let hashBytes = 32

  /// The longest envelope there may be, in bytes.
  public static let maximumBytes = Template.maximumPayload + 1024

  /// Writes a template.
  public static func encode(_ template: Template) -> [UInt8] {
    var bytes = magic
    bytes.append(version)
    bytes.append(template.modality.rawValue)
    bytes.append(template.site.rawValue)
    bytes.append(template.quality ?? 255)
    append(template.format.version, to: &bytes)
    append(UInt64(bitPattern: template.created ?? 0), to: &bytes)
    append(UInt16(template.samples), to: &bytes)
    bytes.append(UInt8(template.maker?.id.utf8.count ?? 0))
    bytes.append(contentsOf: (template.maker?.id ?? "").utf8)
    let version = template.maker?.version
    for part in [version?.major, version?.minor, version?.patch] { append(UInt32(part ?? 0), to: &bytes) }
    bytes.append(UInt8(template.format.algorithm.utf8.count))
    bytes.append(contentsOf: template.format.algorithm.utf8)
    append(UInt32(template.payload.count), to: &bytes)
    bytes.append(contentsOf: template.payload)
    bytes.append(contentsOf: ContentHash(of: bytes).bytes)
    return bytes
  }

  /// Reads a template from untrusted bytes.
  /// - Throws: ``TemplateError`` `notATemplate`, `newerEnvelope`, `truncated` or `damaged`.
  /// - Complexity: O(bytes); one copy of the payload.
  public static func decode(_ bytes: [UInt8], place: String = "template") throws(TemplateError) -> Template {
    var reader = Reader(bytes: bytes, place: place)
    guard bytes.starts(with: magic) else {
      throw TemplateError(
        .notATemplate, place: place, reason: "it does not begin as a template does.",
        remedy: "Give a file that `sdkctl enroll` or the store has written.")
    }
    _ = try reader.take(magic.count)
    let found = try reader.byte()
    guard (1...version).contains(found) else {
      throw TemplateError(
        .newerEnvelope, place: place, reason: "its envelope has version \(found), not 1 to \(version).",
        remedy: "Update Imprint.")
    }
    let head = try reader.take(3)
    let formatVersion = try reader.number(UInt32.self)
    let created = Int64(bitPattern: try reader.number(UInt64.self))
    let (samples, maker) = found == 1 ? (1, nil) : try origin(&reader)
    let nameLength = try reader.byte()
    let name = try reader.take(Int(nameLength))
    let payloadLength = try reader.number(UInt32.self)
    guard payloadLength <= Template.maximumPayload else {
      throw reader.damaged("its payload length is \(payloadLength) bytes.")
    }
    let payload = Array(try reader.take(Int(payloadLength)))
    let covered = reader.position
    let hash = try reader.take(hashBytes)
    guard reader.atEnd else {
      throw reader.damaged("\(bytes.count - reader.position) bytes follow its end.")
    }
    guard ContentHash(of: Array(bytes[..<covered])).bytes.elementsEqual(hash) else {
      throw reader.damaged("its hash does not match its content.")
    }
    let kinds = Array(head)
    guard let modality = Modality(rawValue: kinds[0]), let site = BodySite(rawValue: kinds[1]),
      let format = TemplateFormat(algorithm: String(decoding: name, as: UTF8.self), version: formatVersion),
      let template = Template(
        format: format, modality: modality, site: site, quality: kinds[2] == 255 ? nil : kinds[2],
        created: created == 0 ? nil : created, maker: maker, samples: samples, payload: payload)
    else {
      throw reader.damaged("a field has an invalid value.")
    }
    return template
  }

  /// The number of samples, and the extractor.
  private static func origin(_ reader: inout Reader) throws(TemplateError) -> (Int, TemplateMaker?) {
    let samples = Int(try reader.number(UInt16.self))
    let length = try reader.byte()
    let id = String(decoding: try reader.take(Int(length)), as: UTF8.self)
    var parts: [Int] = []
    for _ in 0..<3 { parts.append(Int(try reader.number(UInt32.self))) }
    if length == 0 {
      guard parts == [0, 0, 0] else { throw reader.damaged("it states a version, but no extractor.") }
      return (samples, nil)
    }
    let version = SemanticVersion(major: parts[0], minor: parts[1], patch: parts[2])
    guard let maker = TemplateMaker(id: id, version: version) else {
      throw reader.damaged("its extractor is not a plugin's id.")
    }
    return (samples, maker)
  }

  private static func append<T: FixedWidthInteger>(_ number: T, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// Reads bytes in order, with bounds checks.
private struct Reader {
  let bytes: [UInt8]
  let place: String
  var position = 0

  var atEnd: Bool { position == bytes.count }

  mutating func take(_ count: Int) throws(TemplateError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else {
      throw TemplateError(
        .truncated, place: place,
        reason: "it ends after \(bytes.count) bytes, in the middle of a field.",
        remedy: "Copy the whole file again, or enrol again.")
    }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func byte() throws(TemplateError) -> UInt8 {
    try number(UInt8.self)
  }

  mutating func number<T: FixedWidthInteger>(_ type: T.Type) throws(TemplateError) -> T {
    var number: T = 0
    for (index, byte) in try take(MemoryLayout<T>.size).enumerated() {
      number |= T(truncatingIfNeeded: byte) << (8 * index)
    }
    return number
  }

  func damaged(_ reason: String) -> TemplateError {
    TemplateError(
      .damaged, place: place, reason: reason, remedy: "Use an undamaged copy, or enrol again.")
  }
}
