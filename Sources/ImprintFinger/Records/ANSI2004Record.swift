// SPDX-License-Identifier: Apache-2.0

/// Records by ANSI INCITS 378-2004: as those of ISO/IEC 19794-2:2005, but for a length of 2 or 6 bytes, the
/// product's identifier behind it, and angles in steps of 2 degrees.
enum ANSI2004Record {
  static func read(_ bytes: [UInt8]) throws(FingerFormatError) -> FingerRecord {
    var reader = BigEndianReader(bytes)
    _ = try reader.take(8, "identifier and version")
    var length = try reader.short("the length")
    if length == 0 { length = try reader.long("the length") }
    guard length == bytes.count else {
      throw .reading(.wrongLength, at: 8, "it says \(length) bytes, and \(bytes.count) are there.")
    }
    let owner = try reader.short("the product's owner")
    let type = try reader.short("the product's type")
    let device = try reader.short("the capture equipment")
    let picture = try RecordPicture(&reader)
    let views = try picture.views(&reader, angleSteps: FingerRecord.Format.ansi2004.angleSteps)
    return FingerRecord(
      format: .ansi2004, captureDevice: UInt16(device),
      product: .init(owner: UInt16(owner), type: UInt16(type)),
      views: views, additions: [])
  }
}
