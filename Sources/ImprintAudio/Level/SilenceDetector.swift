// SPDX-License-Identifier: Apache-2.0

/// Detects the beginning and end of sound by a ``SilenceRule`` (energy-based endpointing).
///
/// The DC offset of each window is removed. Of several channels the loudest counts.
public struct SilenceDetector: Sendable {
  /// The state of detection.
  public enum State: Sendable, Hashable {
    /// No sound has begun.
    case waiting
    /// Sound continues, or a pause too short to be its end.
    case sound
    /// Silence has lasted long enough after sound.
    case ended
    /// No sound has begun for as long as the rule waits.
    case nothingHeard
  }

  public let rule: SilenceRule
  public private(set) var state = State.waiting
  /// The frames from the beginning of sound to its end, or to its last known point; `nil` before it began.
  public var heard: Range<Int>? { begin.map { $0..<max($0, lastSound) } }

  private let channels: Int
  private let windowFrames: Int
  private var window: [Float] = []
  private var windows = 0
  private var loudInARow = 0
  private var quietInARow = 0
  private var begin: Int?
  private var lastSound = 0

  /// - Parameters:
  ///   - rate: frames a second.
  ///   - channels: from 1.
  public init(_ rule: SilenceRule = SilenceRule(), rate: Int, channels: Int) {
    self.rule = rule
    self.channels = max(1, channels)
    windowFrames = max(1, rate / SilenceRule.windowsPerSecond)
  }

  /// Processes interleaved samples. Ignored after the end, or if nothing was heard.
  /// - Returns: the state after them.
  @discardableResult
  public mutating func add(_ samples: some Collection<Float>) -> State {
    for sample in samples {
      guard state == .waiting || state == .sound else { return state }
      window.append(sample)
      guard window.count == windowFrames * channels else { continue }
      judge(AudioLevel(peak: 0, meanSquare: AudioLevel.meanSquare(of: window[...], channels: channels)).rms)
      window.removeAll(keepingCapacity: true)
    }
    return state
  }

  private mutating func judge(_ level: Double) {
    windows += 1
    switch state {
    case .waiting:
      loudInARow = level >= rule.onset ? loudInARow + 1 : 0
      if loudInARow >= SilenceRule.windows(rule.begins) {
        state = .sound
        begin = (windows - loudInARow) * windowFrames
        lastSound = windows * windowFrames
      } else if windows >= SilenceRule.windows(rule.patience), loudInARow == 0 {
        state = .nothingHeard
      }
    case .sound:
      quietInARow = level < rule.offset ? quietInARow + 1 : 0
      if quietInARow == 0 { lastSound = windows * windowFrames }
      if quietInARow >= SilenceRule.windows(rule.ends) { state = .ended }
    case .ended, .nothingHeard: break
    }
  }
}
