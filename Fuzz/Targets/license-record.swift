// SPDX-License-Identifier: Apache-2.0
@testable import ImprintLicense

/// The file as it lies on the disk, then its content with the seal set right: the seal would keep every
/// mutated byte from being read.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzLicenseRecord(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let key = [UInt8](repeating: 7, count: LicenseRecordFile.keyBytes)
  let decode = { try? LicenseRecordFile.decode($0, profile: "kiosk", key: key, place: "record") }
  _ = decode(bytes)
  guard let record = decode(LicenseRecordFile.sealing(bytes, profile: "kiosk", key: key)) else { return 0 }
  // What was read is written, and read the same, if escapes do not make it longer than a file may be.
  let file = LicenseRecordFile.encode(record, profile: "kiosk", key: key)
  guard file.count <= LicenseRecordFile.maximumBytes else { return 0 }
  precondition(decode(file) == record)
  return 0
}
