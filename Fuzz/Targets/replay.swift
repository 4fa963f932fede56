// SPDX-License-Identifier: Apache-2.0
@testable import DeviceReplay
import Glibc
import ImprintPluginKit

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

/// Every frame of a sound, as each kind of sample in turn.
private func readAll(_ source: WaveSource) {
  let header = source.header
  while let bytes = try? source.take(333), !bytes.isEmpty {
    for sample in AudioSample.allCases {
      for channels in 1...2 {
        let converter = SampleConverter(
          from: header.sample, fromChannels: header.channels, to: sample, toChannels: channels)
        var room = [UInt8](repeating: 0, count: bytes.count / header.bytesPerFrame * sample.bytes * channels)
        bytes.withUnsafeBytes { source in room.withUnsafeMutableBytes { converter.convert(source, into: $0) }
        }
      }
    }
  }
}

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzReplay(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  guard ftruncate(file, 0) == 0, pwrite(file, data, count, 0) == count else { return 0 }
  if let reader = try? FileReader(path: path), let source = try? Y4MSource(file: reader) { readAll(source) }
  if let reader = try? FileReader(path: path) { readAll(MJPEGSource(file: reader)) }
  if let reader = try? FileReader(path: path), let source = try? WaveSource(file: reader) { readAll(source) }
  return 0
}
