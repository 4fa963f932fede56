// SPDX-License-Identifier: Apache-2.0
internal import ImprintAudio

/// Speech and silence by energy, again and again: for bundles that do not tell them.
struct EnergyGate: Sendable {
  private let rate: Int
  private let window: Int
  private let rule: SilenceRule
  private var detector: SilenceDetector
  /// Frames before the detector's first.
  private var base = 0
  private var fed = 0
  private var rest: [Float] = []

  /// - Parameter rule: its levels, and how long sound has to be to begin.
  init(_ rule: SilenceRule, rate: Int) {
    self.rate = rate
    window = max(1, rate / 50)
    // Ended soon: how long silence has to be is the rules' to say.
    self.rule = SilenceRule(
      onset: rule.onset, offset: rule.offset, begins: rule.begins, ends: .milliseconds(100),
      patience: .seconds(1_000_000))
    detector = SilenceDetector(self.rule, rate: rate, channels: 1)
  }

  /// - Parameter samples: one channel.
  mutating func add(_ samples: [Float]) -> [EndpointJudge.Activity] {
    rest += samples
    var found: [EndpointJudge.Activity] = []
    var start = 0
    while rest.count - start >= window {
      let before = detector.state
      detector.add(rest[start..<start + window])
      start += window
      fed += window
      switch detector.state {
      case .sound where before == .waiting:
        found.append(.speech(at: base + (detector.heard?.lowerBound ?? 0)))
      case .ended:
        found.append(.silence(at: base + (detector.heard?.upperBound ?? 0)))
        base = fed
        detector = SilenceDetector(rule, rate: rate, channels: 1)
      default: break
      }
    }
    rest.removeFirst(start)
    return found
  }
}
