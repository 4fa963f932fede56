// SPDX-License-Identifier: Apache-2.0
public import ImprintModel
public import ImprintRuntime

/// What the person should do now.
public enum FingerFeedback: Sendable, Hashable {
  /// Put that finger on the sensor.
  case place(BodySite)
  /// Take it off, before the next press.
  case lift
  /// Present it again: the scan failed.
  case again(FingerRetryReason)
  /// Present an enrolled finger: this one is none of them.
  case noMatch
  /// Present the same finger as before: this is another one.
  case otherFinger
  /// Present the finger that is asked for: this one was captured already, as another.
  case sameFinger

  /// A stable word: `place`, `lift`, `no-match`, `other-finger`,
  /// `same-finger`, or the reason of a failed scan.
  public var name: String {
    switch self {
    case .place: "place"
    case .lift: "lift"
    case .again(let reason): reason.rawValue
    case .noMatch: "no-match"
    case .otherFinger: "other-finger"
    case .sameFinger: "same-finger"
    }
  }

  /// A sentence in English, for whoever has no words of their own.
  public var words: String {
    switch self {
    case .place(.unknown): "Put a finger on the reader."
    case .place(let site): "Put the \(site.spoken) on the reader."
    case .lift: "Lift the finger."
    case .again(let reason): reason.words
    case .noMatch: "This finger does not match. Try again, or use another finger."
    case .otherFinger: "This seems to be another finger. Use the same one as before."
    case .sameFinger: "This finger was captured already. Use the one that is asked for."
    }
  }
}

extension FingerRetryReason {
  /// What the person should do, as a sentence in English.
  public var words: String {
    switch self {
    case .other: "Try again."
    case .tooShort: "Too short: keep the finger on the reader for longer."
    case .tooFast: "Too fast: move the finger more slowly."
    case .tooSlow: "Too slow: move the finger faster."
    case .offCentre: "Put the finger in the middle of the sensor."
    case .tooSmall: "Cover more of the sensor with the finger."
    case .turned: "Hold the finger straight."
    case .tooLight: "Press harder."
    case .tooHard: "Press more lightly."
    case .tooDry: "The finger is too dry: breathe on it, or wet it a little."
    case .tooWet: "The finger is too wet: dry it."
    case .dirty: "Clean the finger and the sensor."
    case .poor: "The ridges are not clear enough: clean the finger, and press it evenly."
    case .moved: "Keep the finger still."
    case .lift: "Lift the finger first."
    }
  }
}

extension BodySite {
  /// Its name with spaces: `right index`. Of the ten fingers, thumbs say that they are fingers by themselves.
  var spoken: String {
    let name = self.name.split(separator: "-").joined(separator: " ")
    return isFinger && self != .rightThumb && self != .leftThumb ? "\(name) finger" : name
  }
}
