// SPDX-License-Identifier: Apache-2.0
import ImprintCard

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzApdu(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  if let (command, form) = try? CommandAPDU.parse(bytes) {
    // What was read is written again, byte for byte.
    precondition((try? command.bytes(form)) == bytes)
    for channel in 0...19 {
      guard let cla = try? command.cla.onChannel(channel), cla.kind != .proprietary, cla.kind != .reader
      else { continue }
      precondition(cla.channel == channel || cla.kind == .reserved)
    }
  }
  if let response = try? ResponseAPDU(parsing: bytes) {
    precondition(response.bytes == bytes)
    precondition(!response.status.meaning.isEmpty && !response.status.remedy.isEmpty)
  }
  return 0
}
