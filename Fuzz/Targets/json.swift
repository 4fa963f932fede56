// SPDX-License-Identifier: Apache-2.0
import ImprintModel

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzJson(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let value = try? JSONValue(parsing: bytes) else { return 0 }
  // What was read is written so that it is read again, if escapes do not make it longer than a document may
  // be.
  let text = Array(value.text.utf8)
  guard text.count <= 65_536 else { return 0 }
  guard let again = try? JSONValue(parsing: text) else { preconditionFailure("what is written is not read") }
  precondition(again == value)
  return 0
}
