// SPDX-License-Identifier: Apache-2.0

/// A recording as far as it has come: takes pieces, and says what there is to tell. Knows no clock and no device.
struct RecordingProgress {
  let layout: AudioLayout
  /// Frames that it has at the end.
  let limit: Int
  private let length: RecordingOptions.Length
  private let levelFrames: Int

  private var samples: AudioSamples
  private(set) var frames = 0
  private var whole: LevelMeter
  private var current: LevelMeter
  private var currentFrames = 0
  private var clipping: ClippingDetector
  private var mute: MuteDetector
  private var silence: SilenceDetector?
  private var isMuted = false
  private var wasMuted = false
  private var lost: UInt64 = 0
  private(set) var gaps: [Recording.Gap] = []

  init(_ options: RecordingOptions, of layout: AudioLayout) throws(AudioError) {
    self.layout = layout
    limit = try options.frames(of: layout)
    length = options.length
    levelFrames = max(layout.rate / 100, Int(options.levelInterval / .seconds(1) * Double(layout.rate)), 1)
    // A second of room: a long maximum is seldom reached.
    samples = AudioSamples(layout.kind, capacity: min(limit, layout.rate) * layout.channels)
    whole = LevelMeter(channels: layout.channels)
    current = whole
    clipping = ClippingDetector(channels: layout.channels)
    mute = MuteDetector(rate: layout.rate, channels: layout.channels)
    if case .untilSilence(let rule, _) = options.length {
      silence = SilenceDetector(rule, rate: layout.rate, channels: layout.channels)
    }
  }

  /// The source was opened anew, and counts from 0 again.
  mutating func sourceBeganAnew() { lost = 0 }

  mutating func add(gap reason: Recording.Gap.Reason, frames: Int?) {
    gaps.append(Recording.Gap(position: self.frames, frames: frames, reason: reason))
  }

  /// Counts what a piece that is not kept says was lost.
  mutating func pass(_ piece: AudioPiece) { lost = max(lost, piece.lost) }

  /// Takes a piece, or as much of it as is still wanted.
  /// - Parameter tell: gets what there is to tell, in order.
  /// - Returns: how it has ended with it; `nil` where it goes on.
  /// - Throws: ``AudioError`` `source` for a source that changes what its samples are.
  mutating func add(
    _ piece: AudioPiece, tell: (RecordingEvent) -> Void
  ) throws(AudioError) -> Recording.Outcome? {
    noteLost(piece, tell)
    let wanted = min(piece.samples.count / layout.channels, limit - frames) * layout.channels
    let part = wanted == piece.samples.count ? piece.samples : piece.samples[0..<wanted]
    guard samples.append(part) else {
      throw AudioError(
        .source, place: "recording", reason: "the source changed the kind of its samples.",
        remedy: "Report this to the plugin's vendor.")
    }
    let scaled = part.scaled
    whole.add(scaled)
    meter(scaled, tell)
    let runs = clipping.add(scaled)
    if runs > 0 { tell(.clipped(runs: runs)) }
    noteMute(piece, scaled, tell)
    frames += wanted / layout.channels
    return end(after: scaled, tell)
  }

  func recording(_ outcome: Recording.Outcome) throws(AudioError) -> Recording {
    guard let clip = AudioClip(rate: layout.rate, channels: layout.channels, samples: samples) else {
      throw AudioError(
        .source, place: "recording",
        reason: "the source gives \(layout.channels) channels at \(layout.rate).",
        remedy: "Report this to the plugin's vendor.")
    }
    return Recording(
      clip: clip, outcome: outcome, levels: whole.levels, clipping: clipping.count, wasMuted: wasMuted,
      heard: silence?.heard.map { $0.clamped(to: 0..<frames) }, gaps: gaps)
  }

  private mutating func noteLost(_ piece: AudioPiece, _ tell: (RecordingEvent) -> Void) {
    guard piece.lost > lost else { return }
    let more = Int(clamping: piece.lost - lost)
    lost = piece.lost
    add(gap: .lost, frames: more)
    tell(.lost(frames: more))
  }

  private mutating func meter(_ samples: [Float], _ tell: (RecordingEvent) -> Void) {
    var rest = samples[...]
    while !rest.isEmpty {
      let taken = min(rest.count / layout.channels, levelFrames - currentFrames)
      current.add(rest.prefix(taken * layout.channels))
      rest = rest.dropFirst(taken * layout.channels)
      currentFrames += taken
      if currentFrames == levelFrames {
        tell(.level(current.levels))
        current.reset()
        currentFrames = 0
      }
    }
  }

  private mutating func noteMute(
    _ piece: AudioPiece, _ samples: [Float], _ tell: (RecordingEvent) -> Void
  ) {
    mute.add(samples)
    let now = piece.isMuted || mute.isMuted
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
