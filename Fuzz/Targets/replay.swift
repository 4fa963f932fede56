// SPDX-License-Identifier: Apache-2.0
@testable import DeviceReplay
import Glibc

// The sources read files: one that lives in memory, named by its descriptor.
private let path = "/dev/shm/imprint-fuzz-replay-\(getpid())"
private let file: Int32 = {
  let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
  precondition(file >= 0)
  atexit { unlink(path) }
  return file
}()

private func readAll(_ source: some FrameSource) {
  // A damaged frame may be followed by good ones; bytes bound how many there can be.
  for _ in 0..<64 {
    do {
      guard try source.next() != nil else { return }
    } catch {
      continue
    }
  }
}

@c(LLVMFuzzerTestOneInput)
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  guard ftruncate(file, 0) == 0, pwrite(file, data, count, 0) == count else { return 0 }
  if let reader = try? FileReader(path: path), let source = try? Y4MSource(file: reader) { readAll(source) }
  if let reader = try? FileReader(path: path) { readAll(MJPEGSource(file: reader)) }
  return 0
}
