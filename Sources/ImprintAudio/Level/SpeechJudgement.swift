// SPDX-License-Identifier: Apache-2.0

/// Measures a part of a clip as input for voice extraction, without the silence before and after it.
struct SpeechJudgement {
  /// In dBFS, as AES17 measures it: the mean of windows of 20 ms of the loudest channel, each without its DC
  /// offset.
  let level: Double
  /// Frames of it in constant runs of at least ``MuteDetector/standardPatience``.
  let sameFrames: Int
  /// Clipped samples of it by ``ClippingDetector``, over all channels.
  let clippedSamples: Int
  /// Frames of the clip.
  let part: Range<Int>
  var frames: Int { part.count }

  /// - Parameter part: frames of the clip.
  init(_ clip: AudioClip, part: Range<Int>) {
    let channels = clip.channels
    let part = part.clamped(to: 0..<clip.frames)
    let samples = clip.samples[part.lowerBound * channels..<part.upperBound * channels].scaled
    let window = max(1, clip.rate / SilenceRule.windowsPerSecond) * channels
    var (sum, windows) = (0.0, 0)
    for start in stride(from: 0, to: samples.count, by: window) {
      let end = min(start + window, samples.count)
      // A remainder too short to separate sound from an offset is ignored, unless it is all there is.
      guard end - start == window || windows == 0 else { break }
      sum += AudioLevel.meanSquare(of: samples[start..<end], channels: channels)
      windows += 1
    }
    level = AudioLevel(peak: 0, meanSquare: windows == 0 ? 0 : sum / Double(windows)).rms
    self.part = part
    var clipping = ClippingDetector(channels: channels)
    clipping.add(samples)
    clippedSamples = clipping.count.samples
    sameFrames = Self.same(samples, channels, needed: MuteDetector.frames(clip.rate))
  }

  /// The number of its frames in some ranges of the clip.
  /// - Parameter ranges: none of them overlap.
  func frames(in ranges: [Range<Int>]) -> Int { ranges.reduce(0) { $0 + $1.clamped(to: part).count } }

  private static func same(_ samples: [Float], _ channels: Int, needed: Int) -> Int {
    var (all, length) = (0, 0)
    for frame in stride(from: 0, to: samples.count, by: channels) {
      let isSame =
        frame > 0 && (0..<channels).allSatisfy { samples[frame + $0] == samples[frame + $0 - channels] }
      length = isSame ? length + 1 : 1
      if length == needed { all += needed } else if length > needed { all += 1 }
    }
    return all
  }

  /// The part of a clip from the first sound to the last, by the standard rule; `nil` if there is none.
  static func heard(in clip: AudioClip) -> Range<Int>? {
    // Pauses do not end it.
    let rule = SilenceRule(ends: RecordingOptions.maximumLength, patience: RecordingOptions.maximumLength)
    var detector = SilenceDetector(rule, rate: clip.rate, channels: clip.channels)
    detector.add(clip.samples.scaled)
    return detector.heard
  }
}
