// SPDX-License-Identifier: Apache-2.0
import ImprintCard

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzAtr(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let atr = try? ATR(bytes) else { return 0 }
  precondition(atr.bytes == bytes && !atr.protocols.isEmpty && !atr.interface.isEmpty)
  precondition(atr.historical.bytes.count <= 15)
  _ = (atr.transmissionFactors, atr.informationFieldSize, atr.specificProtocol)
  _ = (atr.historical.capabilities, atr.historical.lifeCycle?.description, atr.historical.objects.count)
  return 0
}
