// SPDX-License-Identifier: Apache-2.0

/// Records by ISO/IEC 19794-2:2005: a header of 24 bytes; for each view 4 bytes, 6 for each minutia, and
/// extended data with its length.
enum ISO2005Record {
  private static let headerBytes = 24

  static func read(_ bytes: [UInt8]) throws(FingerFormatError) -> FingerRecord {
    var reader = BigEndianReader(bytes)
    _ = try reader.take(8, "identifier and version")
    let length = try reader.long("the length")
    guard length == bytes.count else {
      throw .reading(.wrongLength, at: 8, "it says \(length) bytes, and \(bytes.count) are there.")
    }
    let device = try reader.short("the capture equipment")
    let picture = try RecordPicture(&reader)
    let views = try picture.views(&reader, angleSteps: FingerRecord.Format.iso2005.angleSteps)
    return FingerRecord(
      format: .iso2005, captureDevice: UInt16(device), product: nil, views: views, additions: [])
  }

  static func write(_ record: FingerRecord) throws(FingerFormatError) -> [UInt8] {
    guard let first = record.views.first else { throw .writing(.noViews, "views", "there is none.") }
    guard record.views.count <= 255 else {
      throw .writing(.tooMany, "views", "there are \(record.views.count); a record has at most 255.")
    }
    // Before any minutia is held against its sides.
    var picture: [UInt8] = []
    try RecordPicture(of: first).write(to: &picture)
    var views: [UInt8] = []
    for (index, view) in record.views.enumerated() {
      guard RecordPicture(of: view) == RecordPicture(of: first) else {
        throw .writing(
          .viewsDiffer, "view \(index)", "its picture has another size or resolution than that of view 0.")
      }
      views += try write(view, "view \(index)")
    }
    var bytes = RecordField.identifier + RecordField.version2005
    bytes.append(long: headerBytes + views.count)
    bytes.append(short: Int(record.captureDevice))
    bytes += picture
    bytes.append(UInt8(record.views.count))
    bytes.append(0)
    return bytes + views
  }

  private static func write(_ view: FingerView, _ place: String) throws(FingerFormatError) -> [UInt8] {
    guard view.number <= 15 else {
      throw .writing(.badField, "\(place): number", "it is \(view.number); 0...15 is allowed.")
    }
    guard view.impressionCode <= 15 else {
      throw .writing(.badField, "\(place): impression", "it is \(view.impressionCode); 0...15 is allowed.")
    }
    guard view.minutiae.count <= 255 else {
      throw .writing(
        .tooMany, "\(place): minutiae", "there are \(view.minutiae.count); at most 255 is allowed.")
    }
    guard view.extendedData.count <= 0xFFFF else {
      throw .writing(
        .tooMany, "\(place): extended data", "it has \(view.extendedData.count) bytes; 65,535 are allowed.")
    }
    guard (view.quality ?? 0) <= 100 else {
      throw .writing(.badField, "\(place): quality", "it is over 100.")
    }
    var bytes = [
      view.fingerCode, view.number << 4 | view.impressionCode, view.quality ?? 0, UInt8(view.minutiae.count),
    ]
    for (index, minutia) in view.minutiae.enumerated() {
      let (x, y) = (minutia.x.rounded(), minutia.y.rounded())
      guard (0..<Double(view.width)).contains(x), (0..<Double(view.height)).contains(y) else {
        throw .writing(
          .outsidePicture, "\(place): minutia \(index)",
          "it lies outside of the picture of \(view.width) × \(view.height).")
      }
      bytes.append(short: Int(minutia.kind.rawValue) << 14 | Int(x))
      bytes.append(short: Int(y))
      bytes.append(UInt8(minutia.angle.step(of: 256)))
      bytes.append(min(100, minutia.quality ?? 0))
    }
    bytes.append(short: view.extendedData.count)
    return bytes + view.extendedData
  }
}

/// Size and resolution of a picture, as ISO/IEC 19794-2:2005 and ANSI INCITS 378-2004 state them once for all
/// views, and the views that follow them.
struct RecordPicture: Equatable {
  private let width: Int
  private let height: Int
  private let horizontal: Int
  private let vertical: Int

  init(of view: FingerView) {
    (width, height) = (view.width, view.height)
    (horizontal, vertical) = (view.horizontalResolution, view.verticalResolution)
  }

  init(_ reader: inout BigEndianReader) throws(FingerFormatError) {
    width = try RecordField.side(&reader, "the picture's width")
    height = try RecordField.side(&reader, "the picture's height")
    horizontal = try RecordField.resolution(&reader, "the horizontal resolution")
    vertical = try RecordField.resolution(&reader, "the vertical resolution")
  }

  func write(to bytes: inout [UInt8]) throws(FingerFormatError) {
    for (name, side) in [("width", width), ("height", height)] {
      guard (1...RecordField.mostPixels).contains(side) else {
        throw .writing(.badField, name, "it is \(side) pixels; 1...\(RecordField.mostPixels) is allowed.")
      }
      bytes.append(short: side)
    }
    for resolution in [horizontal, vertical] {
      guard (1...0xFFFF).contains(resolution) else {
        throw .writing(
          .badField, "resolution", "it is \(resolution); 1...65535 pixels a centimetre is allowed.")
      }
      bytes.append(short: resolution)
    }
  }

  func views(
    _ reader: inout BigEndianReader, angleSteps: Int
  ) throws(FingerFormatError) -> [FingerView] {
    let at = reader.position
    let count = try reader.byte("the number of views")
    _ = try reader.byte("a reserved byte")
    guard count > 0 else { throw .reading(.noViews, at: at, "it says that there are no views.") }
    var views: [FingerView] = []
    for _ in 0..<count { views.append(try view(&reader, angleSteps: angleSteps)) }
    try RecordField.end(reader)
    return views
  }

  private func view(
    _ reader: inout BigEndianReader, angleSteps: Int
  ) throws(FingerFormatError) -> FingerView {
    let finger = try reader.byte("the finger's position")
    let both = try reader.byte("view number and impression")
    let quality = try reader.byte("the view's quality")
    let count = try reader.byte("the number of minutiae")
    var minutiae: [Minutia] = []
    minutiae.reserveCapacity(Int(count))
    for _ in 0..<count {
      let place = try RecordField.place(&reader, width: width, height: height)
      let at = reader.position
      let angle = Int(try reader.byte("a minutia's angle"))
      guard angle < angleSteps else {
        throw .reading(.badField, at: at, "a minutia's angle has step \(angle) of \(angleSteps).")
      }
      minutiae.append(
        Minutia(
          x: Double(place.x), y: Double(place.y), angle: MinutiaAngle(step: angle, of: angleSteps),
          kind: place.kind, quality: RecordField.quality(try reader.byte("a minutia's quality"))))
    }
    let extended = try reader.short("the length of the extended data")
    return FingerView(
      fingerCode: finger, impressionCode: both & 0x0F, number: both >> 4,
      quality: quality <= 100 ? quality : nil, width: width, height: height,
      horizontalResolution: horizontal, verticalResolution: vertical, minutiae: minutiae,
      extendedData: Array(try reader.take(extended, "the extended data")))
  }
}

extension FingerRecord {
  /// The record's bytes by ISO/IEC 19794-2:2005. Positions are rounded to pixels, angles to 256ths of a turn,
  /// and a quality of a minutia that was not reported is 0. The picture's size and resolution are those of
  /// the views.
  /// - Throws: `badField` where the record is not of ``Format/iso2005`` (see ``convertedToISO2005()``) or a
  ///   field has a value that the format does not hold; `noViews`, `tooMany`, `viewsDiffer`,
  ///   `outsidePicture`.
  /// - Complexity: O(minutiae). Safe from any thread.
  public func bytes() throws(FingerFormatError) -> [UInt8] {
    guard format == .iso2005 else {
      throw .writing(.badField, "format", "it is \(format.rawValue), and only iso-19794-2:2005 is written.")
    }
    return try ISO2005Record.write(self)
  }
}
