// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// A recording in progress: consumes chunks, and produces events. Without clock or device.
struct RecordingProgress {
  let format: AudioFormat
  /// The total number of frames.
  let limit: Int
  private let length: RecordingOptions.Length
  private let levelFrames: Int

  private var samples: AudioSamples
  private(set) var frames = 0
  private var whole: LevelMeter
  private var current: LevelMeter
  private var currentFrames = 0
  private var clipping: ClippingDetector
  private var hiddenClipping: [Range<Int>] = []
  private var mute: MuteDetector
  private var silence: SilenceDetector?
  private var isMuted = false
  private var wasMuted = false
  private var wasSwitchedOff = false
  private var lost: UInt64 = 0
  private(set) var gaps: [Recording.Gap] = []

  init(_ options: RecordingOptions, of format: AudioFormat) throws(AudioError) {
    self.format = format
    limit = try options.frames(of: format)
    length = options.length
    levelFrames = max(format.rate / 100, options.levelInterval.frames(at: format.rate), 1)
    // Capacity for a second: a long maximum is rarely reached.
    samples = AudioSamples(format.sample, capacity: min(limit, format.rate) * format.channels)
    whole = LevelMeter(channels: format.channels)
    current = whole
    clipping = ClippingDetector(channels: format.channels)
    mute = MuteDetector(rate: format.rate, channels: format.channels)
    if case .untilSilence(let rule, _) = options.length {
      silence = SilenceDetector(rule, rate: format.rate, channels: format.channels)
    }
  }

  /// The source was reopened, and counts from 0 again.
  mutating func sourceBeganAnew() { lost = 0 }

  mutating func add(gap reason: Recording.Gap.Reason, frames: Int?) {
    gaps.append(Recording.Gap(position: self.frames, frames: frames, reason: reason))
  }

  /// Counts losses reported by a discarded chunk.
  mutating func pass(_ chunk: AudioChunk) { lost = max(lost, chunk.lost) }

  /// Adds a chunk, or as much of it as still needed.
  /// - Parameter tell: receives events in order.
  /// - Returns: the outcome if it has ended with it; `nil` if it continues.
  /// - Throws: ``AudioError`` `source` for a source that changes its sample format.
  mutating func add(
    _ chunk: AudioChunk, tell: (RecordingEvent) -> Void
  ) throws(AudioError) -> Recording.Outcome? {
    noteLost(chunk, tell)
    let new = AudioSamples(chunk)
    let wanted = min(chunk.frames, limit - frames) * format.channels
    let part = wanted == new.count ? new : new[0..<wanted]
    guard chunk.format.gives(format), samples.append(part) else {
      throw AudioError(
        .source, place: "recording", reason: "the source changed how its samples are.",
        remedy: "Report this to the plugin's vendor.")
    }
    let scaled = part.scaled
    whole.add(scaled)
    meter(scaled, tell)
    noteClipping(chunk, scaled, tell)
    noteMute(chunk, scaled, tell)
    frames += wanted / format.channels
    return end(after: scaled, tell)
  }

  /// - Parameter cause: the source's error, if that ended it.
  func recording(
    _ outcome: Recording.Outcome, cause: AudioError? = nil
  ) throws(AudioError) -> Recording {
    guard let clip = AudioClip(rate: format.rate, channels: format.channels, samples: samples) else {
      throw AudioError(
        .source, place: "recording",
        reason: "the source gives \(format.channels) channels at \(format.rate).",
        remedy: "Report this to the plugin's vendor.")
    }
    return Recording(
      clip: clip, outcome: outcome, cause: cause, levels: whole.levels, clipping: clipping.count,
      hiddenClipping: hiddenClipping, wasMuted: wasMuted, wasSwitchedOff: wasSwitchedOff,
      heard: silence?.heard.map { $0.clamped(to: 0..<frames) }, gaps: gaps)
  }

  private mutating func noteLost(_ chunk: AudioChunk, _ tell: (RecordingEvent) -> Void) {
    guard chunk.lost > lost else { return }
    let more = Int(clamping: chunk.lost - lost)
    lost = chunk.lost
    add(gap: .lost, frames: more)
    tell(.lost(frames: more))
  }

  private mutating func meter(_ samples: [Float], _ tell: (RecordingEvent) -> Void) {
    var rest = samples[...]
    while !rest.isEmpty {
      let taken = min(rest.count / format.channels, levelFrames - currentFrames)
      current.add(rest.prefix(taken * format.channels))
      rest = rest.dropFirst(taken * format.channels)
      currentFrames += taken
      if currentFrames == levelFrames {
        tell(.level(current.levels))
        current.reset()
        currentFrames = 0
      }
    }
  }

  private mutating func noteClipping(
    _ chunk: AudioChunk, _ samples: [Float], _ tell: (RecordingEvent) -> Void
  ) {
    let found = clipping.take(samples, isClipped: chunk.isClipped)
    if found.isHidden {
      let end = frames + samples.count / format.channels
      if let last = hiddenClipping.last, last.upperBound == frames {
        hiddenClipping[hiddenClipping.count - 1] = last.lowerBound..<end
      } else {
        hiddenClipping.append(frames..<end)
      }
    }
    if found.runs > 0 { tell(.clipped(runs: found.runs)) }
  }

  private mutating func noteMute(
    _ chunk: AudioChunk, _ samples: [Float], _ tell: (RecordingEvent) -> Void
  ) {
    mute.add(samples)
    wasSwitchedOff = wasSwitchedOff || chunk.isMuted
    let now = chunk.isMuted || mute.isMuted
    guard now != isMuted else { return }
    isMuted = now
    wasMuted = wasMuted || now
    tell(now ? .muted : .unmuted)
  }

  private mutating func end(
    after samples: [Float], _ tell: (RecordingEvent) -> Void
  ) -> Recording.Outcome? {
    guard case .untilSilence = length else { return frames == limit ? .complete : nil }
    let before = silence?.state
    let now = silence?.add(samples)
    if before == .waiting, now == .sound || now == .ended { tell(.heard) }
    switch now {
    case .ended: return .silence
    case .nothingHeard: return .nothingHeard
    default: return frames == limit ? .maximum : nil
    }
  }
}

extension AudioFormat {
  /// Whether both formats have the same samples.
  func gives(_ other: AudioFormat) -> Bool {
    rate == other.rate && channels == other.channels && sample == other.sample
  }
}
