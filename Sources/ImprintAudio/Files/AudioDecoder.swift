// SPDX-License-Identifier: Apache-2.0
internal import CSoundFile
internal import ImprintRuntime

/// Reads audio files in memory. The bytes are untrusted.
public enum AudioDecoder {
  /// Reads WAV, FLAC or AIFF with PCM of 8 to 32 bits, or floats; other codecs in them are refused.
  ///
  /// 8 and 16 bits become `s16`, 24 and 32 bits `s32` (24 in the upper ones), floats `float32`, each exactly.
  /// - Parameter place: its name in errors, such as its path.
  /// - Throws: ``AudioError`` `notAudio`, `unsupported`, `truncated`, `damaged`, `tooLong`.
  public static func decode(
    _ bytes: [UInt8], place: String = "sound", limit: AudioFileLimit = .standard
  ) throws(AudioError) -> AudioClip {
    // libsndfile supports many more formats; only these reach its parsers.
    guard let container = AudioContainer(bytes) else {
      throw AudioError(
        .notAudio, place: place, reason: "it is neither WAV, FLAC nor AIFF.",
        remedy: "Give a file of one of these kinds.")
    }
    guard container.isWhole(bytes) else { throw truncated(place, bytes) }
    var info = SF_INFO()
    let read = SoundFileMemory(bytes).withFile(Int32(SFM_READ), &info) { file, info in
      Result { () throws(AudioError) in try self.read(file, info, container, place, bytes, limit) }
    }
    guard let read else { throw damaged(place, "its header cannot be read") }
    return try read.get()
  }

  private static func read(
    _ file: OpaquePointer, _ info: SF_INFO, _ container: AudioContainer, _ place: String, _ bytes: [UInt8],
    _ limit: AudioFileLimit
  ) throws(AudioError) -> AudioClip {
    let (rate, channels) = (Int(info.samplerate), Int(info.channels))
    guard (1...AudioFormat.maximumRate).contains(rate), (1...AudioFormat.maximumChannels).contains(channels)
    else { throw damaged(place, "it states \(channels) channels at \(rate) frames a second") }
    guard let sample = AudioSample(format: info.format) else {
      throw AudioError(
        .unsupported, place: place, reason: "its samples are compressed in a way that is not read.",
        remedy: "Convert it to PCM or FLAC.")
    }
    // A FLAC stream may leave its length open: then libsndfile reports the maximum.
    let claimed = info.frames == sf_count_t.max ? nil : Int(info.frames)
    let most = limit.samples / channels
    guard (claimed ?? 0) >= 0, claimed ?? 0 <= most else { throw tooLong(place, limit) }
    var samples = AudioSamples(sample)
    var frames = 0
    while true {
      let block = AudioBlock.read(sample, from: file, frames: min(blockFrames, most - frames + 1), channels)
      guard sf_error(file) == SF_ERR_NO_ERROR else {
        throw damaged(place, "its sound cannot be decoded after \(frames) frames")
      }
      if block.count == 0 { break }
      frames += block.count / channels
      guard frames <= most else { throw tooLong(place, limit) }
      guard block.isFinite else { throw damaged(place, "a sample is no finite number") }
      _ = samples.append(block)
    }
    if let claimed, frames < claimed { throw truncated(place, bytes) }
    guard let clip = AudioClip(rate: rate, channels: channels, samples: samples) else {
      throw damaged(place, "its last frame is cut")
    }
    return clip
  }

  /// Memory use grows with the actual data, not with a header's claim.
  private static let blockFrames = 1 << 14

  private static func truncated(_ place: String, _ bytes: [UInt8]) -> AudioError {
    AudioError(
      .truncated, place: place, reason: "it ends after \(bytes.count) bytes, before its sound does.",
      remedy: "Copy the whole file again.")
  }

  private static func damaged(_ place: String, _ words: String) -> AudioError {
    AudioError(
      .damaged, place: place, reason: "it is damaged: \(words).", remedy: "Take a copy that was not changed.")
  }

  private static func tooLong(_ place: String, _ limit: AudioFileLimit) -> AudioError {
    AudioError(
      .tooLong, place: place, reason: "it has more than \(limit.samples) samples.",
      remedy: "Cut it into shorter ones, or raise the limit.")
  }
}

extension AudioSample {
  /// Of libsndfile's number; `nil` for a codec that is not read.
  fileprivate init?(format: Int32) {
    switch Int(format) & SF_FORMAT_SUBMASK {
    case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16: self = .s16
    case SF_FORMAT_PCM_24, SF_FORMAT_PCM_32: self = .s32
    case SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE: self = .float32
    default: return nil
    }
  }
}
