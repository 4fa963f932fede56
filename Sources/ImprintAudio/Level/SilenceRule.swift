// SPDX-License-Identifier: Apache-2.0

/// When sound begins and ends, by its energy only.
///
/// It does not distinguish speech from other sounds: a slammed door starts a recording like a voice. In a
/// room that is louder than the standard thresholds, measure it first: ``above(noise:)``.
public struct SilenceRule: Sendable, Hashable {
  /// A window this loud or louder is sound, in dBFS (AES17, 20 ms); default -40. A voice at arm's length from
  /// a laptop is -30 to -15.
  public var onset: Double
  /// After sound has begun, a window quieter than this is silence, in dBFS; default -46, so that a voice
  /// between both thresholds does not flicker.
  public var offset: Double
  /// The minimum duration of sound to begin; default 60 ms, longer than a click.
  public var begins: Duration
  /// The minimum duration of silence to end; default 800 ms, longer than pauses between words.
  public var ends: Duration
  /// How long to wait for sound to begin; default 10 s.
  public var patience: Duration

  public init(
    onset: Double = -40, offset: Double = -46, begins: Duration = .milliseconds(60),
    ends: Duration = .milliseconds(800), patience: Duration = .seconds(10)
  ) {
    self.onset = onset
    self.offset = offset
    self.begins = begins
    self.ends = ends
    self.patience = patience
  }

  /// The standard rule with thresholds above a room's noise: sound is 12 dB above it, silence less than 6 dB.
  /// - Parameter noise: root mean square in dBFS, as measured while nobody speaks.
  public static func above(noise: Double) -> SilenceRule {
    SilenceRule(onset: max(-40, noise + 12), offset: max(-46, noise + 6))
  }

  /// Windows per second: 20 ms each.
  static let windowsPerSecond = 50

  /// The number of windows in a duration, at least one.
  static func windows(_ time: Duration) -> Int {
    let windows = time / .seconds(1) * Double(windowsPerSecond)
    return windows < 1e9 ? max(1, Int(windows.rounded(.up))) : 1_000_000_000
  }

  /// Whether its values are valid.
  var isSound: Bool {
    onset.isFinite && offset.isFinite && offset <= onset && onset <= 3.02 && begins > .zero && ends > .zero
      && patience > .zero
  }
}
