// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Somebody before the camera, or what somebody holds up to it.
///
/// It sees what the screen shows and nothing else, and all its choices come from the seed: the same screen
/// gives the same frames.
protocol Performance {
  /// What is before the camera at a time, in seconds from the first frame. Called once for each frame, in
  /// order.
  mutating func stage(at time: Double, seeing values: ControlValues) throws(PluginFailure) -> Stage
}

/// Who can be before the camera: `person=`.
enum Cast: String, CaseIterable, Sendable {
  // People
  case willing
  case slow
  case looksAway = "looks-away"
  case twoPeople = "two-people"
  case strings
  // Attackers
  case stillPrint = "still-print"
  case wavedPrint = "waved-print"
  case turnedPrint = "turned-print"
  case bentPrint = "bent-print"
  case screen
  case video
  case turningVideo = "turning-video"
  case swap
}

/// What a performance is made of.
struct Troupe {
  let puppet: Puppet
  let other: Puppet?
  let randomness: Randomness
  let locator: PuppetLocator
  /// Of the frames, for those who play a video.
  let width: Int
  let height: Int

  func performance() throws(PluginFailure) -> any Performance {
    switch locator.person {
    case .willing: Willing(self)
    case .slow: Slow(self)
    case .looksAway: LooksAway(self)
    case .twoPeople: TwoPeople(self)
    case .strings: Strings(self)
    case .stillPrint: StillPrint(self)
    case .wavedPrint: WavedPrint(self)
    case .turnedPrint: TurnedPrint(self)
    case .bentPrint: BentPrint(self)
    case .screen: StillScreen(self)
    case .video: try Video(self)
    case .turningVideo: try TurningVideo(self)
    case .swap: try Swap(self)
    }
  }
}
