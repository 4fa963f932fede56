// SPDX-License-Identifier: Apache-2.0
internal import CSoundFile
internal import ImprintRuntime

/// Makes audio files in memory.
public enum AudioEncoder {
  /// Encodes losslessly. Deterministic: the same clip always gives the same bytes.
  /// - Throws: ``AudioError`` `unsupported` if the kind cannot store the samples losslessly, `notExact`.
  /// - Complexity: O(samples); holds the file in memory, and for FLAC the samples once more.
  public static func encode(
    _ clip: AudioClip, as kind: AudioFileKind, place: String = "clip"
  ) throws(AudioError) -> [UInt8] {
    guard let format = kind.format(of: clip), clip.channels <= 8 || kind == .wav else {
      throw AudioError(
        .unsupported, place: place,
        reason:
          "\(kind.rawValue) does not keep \(clip.channels) channels of \(clip.samples.sample.rawValue).",
        remedy: "Write it as WAV.")
    }
    // libsndfile would then write nothing, not even a header.
    guard clip.frames > 0 || kind != .flac else {
      throw AudioError(
        .unsupported, place: place, reason: "\(kind.rawValue) does not keep sound of no length.",
        remedy: "Write it as WAV.")
    }
    let memory = SoundFileMemory()
    var info = SF_INFO()
    info.samplerate = Int32(clip.rate)
    info.channels = Int32(clip.channels)
    info.format = format
    let written = memory.withFile(Int32(SFM_WRITE), &info) { file, _ -> Int in
      // It would contain the time, and two files of the same sound would differ.
      sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
      return Int(Self.put(clip.samples, into: file))
    }
    guard written == clip.samples.count else {
      throw AudioError(
        .unsupported, place: place,
        reason: "\(kind.rawValue) does not take \(clip.rate) frames a second in \(clip.channels) channels.",
        remedy: "Record at another rate, or write it as WAV.")
    }
    try check(memory.bytes, of: clip, place)
    return memory.bytes
  }

  private static func put(_ samples: AudioSamples, into file: OpaquePointer) -> sf_count_t {
    switch samples {
    case .s16(let samples): sf_write_short(file, samples, sf_count_t(samples.count))
    case .s32(let samples): sf_write_int(file, samples, sf_count_t(samples.count))
    case .float32(let samples): sf_write_float(file, samples, sf_count_t(samples.count))
    }
  }

  private static func check(_ bytes: [UInt8], of clip: AudioClip, _ place: String) throws(AudioError) {
    // Non-finite samples are not read back, and never come from a microphone.
    let back = try AudioDecoder.decode(
      bytes, place: place, limit: AudioFileLimit(samples: clip.samples.count))
    guard back.rate == clip.rate, back.channels == clip.channels,
      back.samples.isIdentical(to: clip.samples)
    else {
      throw AudioError(
        .notExact, place: place, reason: "what was written, read back, is not what was recorded.",
        remedy: "Report this; write it as WAV meanwhile.")
    }
  }
}
