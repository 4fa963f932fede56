// SPDX-License-Identifier: Apache-2.0
internal import CSoundFile
public import ImprintRuntime

/// The file types for writing sound. Both are lossless.
public enum AudioFileKind: String, Sendable, Hashable, CaseIterable {
  /// RIFF WAVE with 16 or 32 bits a sample, or floats, as in the clip.
  case wav
  /// FLAC: 16 bits a sample; 24 where the lowest 8 of 32 are zero. No floats.
  case flac

  /// From a path's extension, case-insensitive; `nil` for another.
  public init?(path: String) {
    guard let kind = path.lastIndex(of: ".").map({ path[path.index(after: $0)...].lowercased() }) else {
      return nil
    }
    self.init(rawValue: kind)
  }

  /// Whether it may store clips of such samples losslessly.
  public func mayKeep(_ sample: AudioSample) -> Bool { self == .wav || sample != .float32 }

  /// libsndfile's number for a clip; `nil` if the kind cannot store it losslessly.
  func format(of clip: AudioClip) -> Int32? {
    switch (self, clip.samples) {
    case (.wav, .s16): Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    case (.wav, .s32): Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_32)
    case (.wav, .float32): Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    case (.flac, .s16): Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    case (.flac, .s32(let samples)):
      samples.allSatisfy { $0 & 0xFF == 0 }
        ? Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_24) : nil
    case (.flac, .float32): nil
    }
  }
}
