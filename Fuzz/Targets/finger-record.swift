// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintModel

/// Finger minutiae records, with the length that they need set too; what is read is converted, written and
/// read again.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzFingerRecord(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  for record in [bytes, fingerRecordMeasured(bytes, at: 8), fingerRecordMeasured(bytes, at: 6)] {
    guard let read = try? FingerRecord(reading: record) else { continue }
    if read.format == .iso2005 { precondition((try? read.bytes())?.count == record.count) }
    let converted = read.convertedToISO2005()
    precondition(read.format != .iso2005 || converted.losses.isEmpty)
    for view in read.views.indices.prefix(4) { _ = try? read.compactCard(view: view) }
    // Views of the edition of 2011 may have pictures of several sizes.
    guard let written = try? converted.value.bytes() else { continue }
    guard let again = try? FingerRecord(reading: written) else { preconditionFailure("it is not read again") }
    precondition(again.views.map(\.minutiae.count) == read.views.map(\.minutiae.count))
  }
  return 0
}

/// The same bytes with their length in the four bytes at an offset: of ISO records at 8, of ANSI's at 6,
/// where the upper two are the version's end and stay.
private func fingerRecordMeasured(_ bytes: [UInt8], at offset: Int) -> [UInt8] {
  guard bytes.count >= 12, bytes.count <= 0xFFFF else { return bytes }
  var bytes = bytes
  if offset == 8 { (bytes[8], bytes[9]) = (0, 0) }
  bytes[offset + 2] = UInt8(bytes.count >> 8)
  bytes[offset + 3] = UInt8(bytes.count & 0xFF)
  return bytes
}
