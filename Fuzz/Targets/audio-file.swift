// SPDX-License-Identifier: Apache-2.0
import ImprintAudio

// Small, so that time goes to the parsers and not to samples.
private let limit = AudioFileLimit(samples: 1 << 16)

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzAudioFile(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let clip = try? AudioDecoder.decode(bytes, limit: limit) else { return 0 }
  precondition(clip.samples.count <= limit.samples && clip.samples.count == clip.frames * clip.channels)
  // What was read can be written, and read back as it is.
  for kind in AudioFileKind.allCases {
    guard let written = try? AudioEncoder.encode(clip, as: kind) else { continue }
    guard let back = try? AudioDecoder.decode(written, limit: limit) else {
      preconditionFailure("not read back")
    }
    precondition(back.samples.isIdentical(to: clip.samples))
  }
  return 0
}
