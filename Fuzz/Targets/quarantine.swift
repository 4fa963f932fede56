// SPDX-License-Identifier: Apache-2.0
import ImprintModel
@testable import ImprintRuntime

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzQuarantine(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let build = ContentHash(of: [])
  let decode = { try? QuarantineRecordFile.decode($0, build: build, place: "record") }
  guard let record = decode(bytes) else { return 0 }
  // What was read is written, and read the same.
  precondition(decode(QuarantineRecordFile.encode(record)) == record)
  return 0
}
