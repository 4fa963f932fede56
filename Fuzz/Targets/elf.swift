// SPDX-License-Identifier: Apache-2.0
@testable import ImprintRuntime

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzElf(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  _ = try? ElfFile(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}
