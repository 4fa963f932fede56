// SPDX-License-Identifier: Apache-2.0
internal import CSoundFile
internal import ImprintRuntime

/// Some frames of an open file.
enum AudioBlock {
  /// - Returns: at most so many frames; none at the end.
  static func read(
    _ sample: AudioSample, from file: OpaquePointer, frames: Int, _ channels: Int
  ) -> AudioSamples {
    let room = frames * channels
    switch sample {
    case .s16:
      return .s16(
        [Int16](unsafeUninitializedCapacity: room) { memory, count in
          count = whole(sf_read_short(file, memory.baseAddress, sf_count_t(room)), room, channels)
        })
    case .s32:
      return .s32(
        [Int32](unsafeUninitializedCapacity: room) { memory, count in
          count = whole(sf_read_int(file, memory.baseAddress, sf_count_t(room)), room, channels)
        })
    case .float32:
      return .float32(
        [Float](unsafeUninitializedCapacity: room) { memory, count in
          count = whole(sf_read_float(file, memory.baseAddress, sf_count_t(room)), room, channels)
        })
    }
  }

  private static func whole(_ count: sf_count_t, _ room: Int, _ channels: Int) -> Int {
    min(max(0, Int(count)), room) / channels * channels
  }
}

extension AudioSamples {
  /// Whether every sample is a finite number.
  var isFinite: Bool {
    guard case .float32(let samples) = self else { return true }
    return samples.allSatisfy(\.isFinite)
  }
}
