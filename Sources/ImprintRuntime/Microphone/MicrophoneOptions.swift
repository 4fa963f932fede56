// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
private import Glibc

/// The requested settings of a microphone. It delivers exactly these, resampling and mixing where needed.
public struct MicrophoneOptions: Sendable, Hashable {
  /// The pace at which a replayed source delivers its audio.
  public enum Pace: String, Sendable, Hashable, Codable, CaseIterable {
    /// In real time.
    case real
    /// As fast as possible.
    case full
  }

  /// As a listing returned it, a locator or an id; or a file.
  public var locator: String
  /// Frames per second, 1...``AudioFormat/maximumRate``; `nil`, the default, leaves it to the microphone.
  public var rate: Int?
  /// 1 mono, 2 stereo, up to ``AudioFormat/maximumChannels``; `nil`, the default, leaves it to the
  /// microphone.
  public var channels: Int?
  /// `nil`, the default, leaves it to the microphone.
  public var sample: AudioSample?
  /// How much is buffered while nobody reads: up to 60 s, in whole milliseconds; `nil`, the default, leaves
  /// it to the microphone.
  public var buffer: Duration?
  /// Of a replayed source; default `real`.
  public var pace: Pace
  /// Times a replayed source is played, default 1.
  public var plays: Int

  public init(
    locator: String, rate: Int? = nil, channels: Int? = nil, sample: AudioSample? = nil,
    buffer: Duration? = nil, pace: Pace = .real, plays: Int = 1
  ) {
    self.locator = locator
    self.rate = rate
    self.channels = channels
    self.sample = sample
    self.buffer = buffer
    self.pace = pace
    self.plays = plays
  }

  /// The paths that a plugin in a worker has to read: see ``CameraOptions/readablePaths``.
  public var readablePaths: [String] { CameraOptions(locator: locator).readablePaths }

  /// The contract's struct without the locator; `nil` where a value is outside its range.
  var raw: imp_microphone_options? {
    let buffer = (buffer ?? .zero).wholeNanoseconds / 1_000_000
    guard (1...AudioFormat.maximumRate).contains(rate ?? 1),
      (1...AudioFormat.maximumChannels).contains(channels ?? 1), buffer <= 60_000,
      self.buffer == nil || buffer >= 1, (1...Int(UInt32.max)).contains(plays), !locator.isEmpty,
      !locator.utf8.contains(0)
    else { return nil }
    var raw = sized(imp_microphone_options())
    raw.rate = UInt32(rate ?? 0)
    raw.channels = UInt32(channels ?? 0)
    raw.format = sample?.code ?? 0
    raw.buffer_ms = UInt32(buffer)
    raw.pace = UInt32(pace == .real ? IMP_AUDIO_PACE_REAL : IMP_AUDIO_PACE_FULL)
    raw.repeat = plays == 1 ? 0 : UInt32(plays)
    return raw
  }
}
