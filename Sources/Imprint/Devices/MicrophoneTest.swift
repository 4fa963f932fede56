// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio
public import ImprintRuntime

/// What a microphone delivered in a test.
public struct MicrophoneTest: Sendable, Hashable {
  public let format: AudioFormat
  /// Frames received.
  public let frames: Int
  /// Frames lost, and the number of gaps.
  public let lost: Int
  public let overruns: Int
  /// Frames per second by the host's clock, from the first sound on; `nil` for less than half a second of
  /// sound. A replayed source at full pace is faster than any microphone.
  public let measuredRate: Double?
  /// From opening to the first sound, by the host's clock.
  public let firstSoundAfter: Duration
  /// The level of each channel.
  public let levels: [AudioLevel]
  public let clipping: ClippingDetector.Count
  /// The device is muted, or all samples are equal.
  public let isMuted: Bool
  /// Whether the source ended before the time was over.
  public let hasEnded: Bool

  /// Reads sound from a microphone that was just opened.
  /// - Parameters:
  ///   - length: the duration; above 0.
  ///   - patience: the time-out for each read.
  /// - Throws: ``DeviceError`` `nothingCame`, ``PluginCallError``.
  public static func run(
    _ microphone: Microphone, for length: Duration, patience: Duration = .seconds(5), place: String
  ) async throws -> MicrophoneTest {
    let format = microphone.format
    let wanted = max(1, length.frames(at: format.rate))
    let start = ContinuousClock.now
    var meter = LevelMeter(channels: format.channels)
    var clipping = ClippingDetector(channels: format.channels)
    var mute = MuteDetector(rate: format.rate, channels: format.channels)
    var (frames, firstFrames) = (0, 0)
    var first: ContinuousClock.Instant?
    var last: AudioChunk?
    var end = start
    var isOff = false
    while frames < wanted, let chunk = try await next(of: microphone, patience, place: place) {
      end = .now
      if first == nil {
        first = end
        firstFrames = chunk.frames
      }
      let samples = AudioSamples(chunk).scaled
      meter.add(samples)
      clipping.add(samples, isClipped: chunk.isClipped)
      mute.add(samples)
      isOff = isOff || chunk.isMuted
      frames += chunk.frames
      last = chunk
    }
    guard let first, let last else {
      throw DeviceError(
        .nothingCame, place: place, reason: "it ended without sound.",
        remedy: "Give a microphone, or a recording with sound.")
    }
    let span = (end - first) / .seconds(1)
    // The first chunk had already arrived when the clock was read.
    let counted = Double(frames - firstFrames)
    return MicrophoneTest(
      format: format, frames: frames, lost: Int(clamping: last.lost), overruns: Int(clamping: last.overruns),
      measuredRate: counted >= Double(format.rate) / 2 && span > 0 ? counted / span : nil,
      firstSoundAfter: first - start, levels: meter.levels, clipping: clipping.count,
      isMuted: isOff || mute.isMuted, hasEnded: frames < wanted)
  }

  private static func next(
    of microphone: Microphone, _ patience: Duration, place: String
  ) async throws -> AudioChunk? {
    do {
      return try await microphone.read(timeout: patience)
    } catch {
      guard error.code == .timeout else { throw error }
      throw DeviceError(
        .nothingCame, place: place, reason: "no sound arrived for \(patience).",
        remedy: "Unplug it and plug it in again; check whether another program uses it.")
    }
  }
}
