// SPDX-License-Identifier: Apache-2.0
public import ImprintAttackEvaluation

/// Who is before a simulated camera: a person, or an attacker with an instrument of that species.
///
/// The raw values are the species' names in reports, and what the puppet camera's `person` is told, except of
/// videos.
public enum PuppetSpecies: String, Sendable, Hashable, CaseIterable {
  case willing
  case stillPrint = "still-print"
  case wavedPrint = "waved-print"
  case turnedPrint = "turned-print"
  case bentPrint = "bent-print"
  case screen
  case video
  case turningVideo = "turning-video"
  case swap

  /// Everybody who attacks.
  public static let attacks = allCases.filter { $0 != .willing }

  public var kind: Presentation.Kind {
    self == .willing ? .bonaFide : .attack(species: rawValue)
  }

  /// Whether a second subject takes part.
  public var needsAnother: Bool { self == .swap }

  /// What the puppet camera's locator says behind the path; a video takes the camera's place, as injected
  /// ones do, which is the harder attack.
  func query(other: String?) -> String {
    var parts = ["person=\(rawValue)"]
    switch self {
    case .video, .turningVideo: parts.append("show=frame")
    case .swap: parts.append("swap=covered")
    case .willing, .stillPrint, .wavedPrint, .turnedPrint, .bentPrint, .screen: break
    }
    if let other, needsAnother { parts.append("other=\(other)") }
    return parts.joined(separator: "&")
  }

  /// How an instrument is made, for the report.
  public var description: AttackRun.Species? {
    let words: String
    switch self {
    case .willing: return nil
    case .stillPrint: words = "A rendered sheet with the photograph, held as still as a hand can."
    case .wavedPrint: words = "A rendered sheet with the photograph, moved, tilted and rotated all the time."
    case .turnedPrint:
      words = "A rendered sheet with the photograph, turned by up to 45 degrees when a turn is asked for."
    case .bentPrint:
      words = "A rendered sheet with the photograph, bent to a radius of 75 to 260 mm, turned when asked."
    case .screen: words = "A rendered display with the photograph: pixel grid, dimming, gloss, own light."
    case .video:
      words = "Frames of a rendered head that followed other targets, in the place of the camera's."
    case .turningVideo:
      words = "Frames of a rendered head that turns left and right, in the place of the camera's."
    case .swap: words = "Another person takes the place in the middle of the challenge, behind a hand."
    }
    return AttackRun.Species(name: rawValue, description: words)
  }
}
