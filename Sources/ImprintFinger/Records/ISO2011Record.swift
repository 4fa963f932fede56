// SPDX-License-Identifier: Apache-2.0

/// Records by ISO/IEC 19794-2:2011: a header of 15 bytes, and views that each state their length, sensor,
/// time, qualities, size and resolution, with 5 or 6 bytes a minutia.
enum ISO2011Record {
  static func read(_ bytes: [UInt8]) throws(FingerFormatError) -> FingerRecord {
    var reader = BigEndianReader(bytes)
    _ = try reader.take(8, "identifier and version")
    let length = try reader.long("the length")
    guard length == bytes.count else {
      throw .reading(.wrongLength, at: 8, "it says \(length) bytes, and \(bytes.count) are there.")
    }
    let count = try reader.short("the number of views")
    guard count > 0 else { throw .reading(.noViews, at: 12, "it says that there are no views.") }
    let flag = try reader.byte("the flag of certificates")
    guard flag <= 1 else {
      throw .reading(.badField, at: 14, "the flag of certificates is \(flag), not 0 or 1.")
    }
    var views: [FingerView] = []
    var additions: [FingerRecord.Addition] = []
    for _ in 0..<count {
      let found = try view(&reader, hasCertificates: flag == 1)
      views.append(found.view)
      additions.append(found.addition)
    }
    try RecordField.end(reader)
    return FingerRecord(
      format: .iso2011, captureDevice: 0, product: nil, views: views, additions: additions)
  }

  private static func view(
    _ reader: inout BigEndianReader, hasCertificates: Bool
  ) throws(FingerFormatError) -> (view: FingerView, addition: FingerRecord.Addition) {
    let start = reader.position
    let length = try reader.long("a view's length")
    guard length <= reader.left + 4 else {
      throw .reading(.wrongLength, at: start, "a view says \(length) bytes, and \(reader.left + 4) are left.")
    }
    let time = Array(try reader.take(9, "the time of capture"))
    let technology = try reader.byte("the sensor's technology")
    let vendor = try reader.short("the sensor's vendor")
    let type = try reader.short("the sensor's type")
    let qualities = try qualities(&reader)
    let certificates = hasCertificates ? Int(try reader.byte("the number of certificates")) : 0
    _ = try reader.take(3 * certificates, "the certificates")
    let finger = try reader.byte("the finger's position")
    let number = try reader.byte("the view's number")
    let horizontal = try RecordField.resolution(&reader, "the horizontal resolution")
    let vertical = try RecordField.resolution(&reader, "the vertical resolution")
    let impression = try reader.byte("the impression")
    let width = try RecordField.side(&reader, "the picture's width")
    let height = try RecordField.side(&reader, "the picture's height")
    let minutiae = try minutiae(&reader, width: width, height: height)
    let extended = try reader.short("the length of the extended data")
    let data = Array(try reader.take(extended, "the extended data"))
    guard reader.position - start == length else {
      throw .reading(
        .wrongLength, at: start,
        "a view says \(length) bytes, and its fields have \(reader.position - start).")
    }
    return (
      FingerView(
        fingerCode: finger, impressionCode: impression, number: number, quality: qualities.first?.value,
        width: width, height: height, horizontalResolution: horizontal, verticalResolution: vertical,
        minutiae: minutiae, extendedData: data),
      FingerRecord.Addition(
        captureTime: time, technology: technology, sensorVendor: UInt16(vendor), sensorType: UInt16(type),
        qualities: qualities, certificates: certificates)
    )
  }

  private static func qualities(
    _ reader: inout BigEndianReader
  ) throws(FingerFormatError) -> [FingerRecord.Addition.Quality] {
    let count = try reader.byte("the number of qualities")
    var qualities: [FingerRecord.Addition.Quality] = []
    for _ in 0..<count {
      let at = reader.position
      let value = try reader.byte("a quality")
      guard value <= 100 || value == 255 else {
        throw .reading(
          .badField, at: at, "a quality is \(value); 0...100, or 255 where it failed, is allowed.")
      }
      let vendor = UInt16(try reader.short("a quality's vendor"))
      let algorithm = UInt16(try reader.short("a quality's algorithm"))
      qualities.append(.init(value: value == 255 ? nil : value, vendor: vendor, algorithm: algorithm))
    }
    return qualities
  }

  private static func minutiae(
    _ reader: inout BigEndianReader, width: Int, height: Int
  ) throws(FingerFormatError) -> [Minutia] {
    let at = reader.position
    let both = try reader.byte("the length of a minutia")
    guard both >> 4 == 5 || both >> 4 == 6 else {
      throw .reading(.badField, at: at, "a minutia is said to have \(both >> 4) bytes; 5 or 6 is allowed.")
    }
    guard both & 0x0F <= 1 else {
      throw .reading(.badField, at: at, "the place of ridge endings is \(both & 0x0F); 0 or 1 is allowed.")
    }
    let count = try reader.byte("the number of minutiae")
    var minutiae: [Minutia] = []
    minutiae.reserveCapacity(Int(count))
    for _ in 0..<count {
      let place = try RecordField.place(&reader, width: width, height: height)
      let angle = Int(try reader.byte("a minutia's angle"))
      let quality = both >> 4 == 6 ? RecordField.quality(try reader.byte("a minutia's quality")) : nil
      minutiae.append(
        Minutia(
          x: Double(place.x), y: Double(place.y), angle: MinutiaAngle(step: angle, of: 256), kind: place.kind,
          quality: quality))
    }
    return minutiae
  }
}
