// SPDX-License-Identifier: Apache-2.0
import ImprintCard

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzTlv(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  if let objects = try? BERTLV.parse(bytes) {
    // What is written is read again, to the same: lengths become as short as they can be, padding falls away.
    let written = objects.flatMap(\.bytes)
    precondition(written.count <= bytes.count)
    precondition((try? BERTLV.parse(written)) == objects)
    _ = CardCapabilities.unknown.adding(informationFile: objects)
  }
  if let file = try? FileControlInformation(bytes) {
    _ = (file.size, file.totalSize, file.identifier, file.shortIdentifier, file.applicationName, file.label)
    _ = (
      file.descriptor?.kind, file.descriptor?.structure, file.lifeCycle?.description,
      file.securityAttributes.count
    )
  }
  return 0
}
