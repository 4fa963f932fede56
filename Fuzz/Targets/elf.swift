// SPDX-License-Identifier: Apache-2.0
@testable import ImprintRuntime

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzElf(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let machine = ElfHeader.runningMachine
  _ = ElfNeeds(bytes, machine)
  _ = LoaderCache(bytes, machine: machine)
  guard let file = try? ElfFile(bytes) else { return 0 }
  // What is judged as regular is what a reader that judges nothing sees.
  let needs = ElfNeeds(bytes, file.header.machine)
  precondition(needs?.needed == file.needed && needs?.soname == file.soname)
  try? LinkRule.standard.judge(file, named: "libplugin.so")
  return 0
}
