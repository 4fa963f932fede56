// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Whether images of the challenge show the person whose images are returned. The host compares.
struct PersonCheck {
  private let limit: Int
  private var asked = 0
  private var answers: [Int?] = []
  private var hasLast = false
  private var lastLook: UInt64?
  private var slot = firstSlot

  /// The slots of images that are kept for a comparison alone.
  private static let firstSlot = 8
  private static let slots = 8
  /// Nanoseconds between two looks: a comparison takes about a third of a frame's time.
  private static let pause: UInt64 = 500_000_000

  init(limit: Int) { self.limit = limit }

  /// Whether a comparison is not answered yet.
  var isAwaiting: Bool { answers.count < asked }

  /// - Parameters:
  ///   - face: its index in this step's list.
  ///   - best: the slot of the best image so far; nothing is compared without one.
  mutating func look(at face: Int, against best: Int?, now: UInt64, isLast: Bool = false) -> [CaptureEvent] {
    guard let best else { return [] }
    if !isLast, let lastLook, now - lastLook < Self.pause { return [] }
    lastLook = now
    let kept = slot
    slot = Self.firstSlot + (slot - Self.firstSlot + 1) % Self.slots
    asked += 1
    hasLast = hasLast || isLast
    return [.keep(slot: kept, face: face), .compare(slot: kept, other: best)]
  }

  mutating func answered(_ score: Int?) { answers.append(score) }

  mutating func forget() {
    (asked, answers, hasLast, lastLook) = (0, [], false, nil)
  }

  /// The lowest score of all; a pair that cannot be compared is a doubt, and so is one that is not answered
  /// yet, where the capture was ended meanwhile.
  var finding: Finding {
    let scores = answers.compactMap(\.self)
    guard hasLast, !isAwaiting, let least = scores.min() else {
      return .nothing(.person, limit: Float(limit))
    }
    let verdict: CaptureEvent.Liveness =
      least <= limit ? .noDecision : scores.count < answers.count ? .noDecision : .live
    return Finding(method: .person, verdict: verdict, measure: Float(least), limit: Float(limit))
  }
}
