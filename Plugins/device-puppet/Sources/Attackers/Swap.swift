// SPDX-License-Identifier: Apache-2.0
import CPuppet
import ImprintPluginKit

/// Begins as one person and ends as another, who takes the place in the middle of the challenge: from one
/// frame to the next, or behind a hand.
struct Swap: Performance {
  private let first: Puppet
  private let second: Puppet
  private let isCovered: Bool
  private let hand: PlayedPicture
  private var person: Person
  /// How many times something new was asked for before it happens, and how long after.
  private let changes: Int
  private let delay: Double
  private var seen = 0
  private var asked: Ask?
  private var start: Double?
  private var isSwapped = false

  private struct Ask: Hashable {
    let prompt: Prompt?
    let target: Shown.Place?
  }

  /// Seconds that the hand takes across the face.
  private static let sweep = 0.4

  init(_ troupe: Troupe) throws(PluginFailure) {
    first = troupe.puppet
    // The locator has one: see there.
    second = troupe.other ?? troupe.puppet
    isCovered = troupe.locator.swapping == .covered
    hand = try PlayedPicture(red: 190, green: 138, blue: 112)
    person = Person(Temperament(), troupe.randomness)
    var random = troupe.randomness.stream("swap")
    changes = random.isOneIn(2) ? 2 : 3
    delay = random.number(0.1...0.6)
  }

  mutating func stage(at time: Double, seeing values: ControlValues) -> Stage {
    let shown = values.shown
    count(Ask(prompt: shown.prompt, target: shown.target), time)
    let since = start.map { time - $0 } ?? -1
    let isNow = since >= (isCovered ? Swap.sweep / 2 : 0)
    let isCut = isNow && !isSwapped
    isSwapped = isSwapped || isNow
    let posture = person.posture(at: time, seeing: shown)
    var stage = Stage(heads: [posture.head(isSwapped ? second : first)], lamps: Float(person.lamps))
    if isCovered, (0...Swap.sweep).contains(since) {
      stage.sheets = [cover(posture, share: since / Swap.sweep)]
    }
    stage.isCut = isCut
    return stage
  }

  private mutating func count(_ ask: Ask, _ time: Double) {
    guard ask != asked else { return }
    asked = ask
    // Prompts that only place the head come before the challenge, and are no part of it.
    let isChallenge =
      ask.target != nil || [.turnLeft, .turnRight, .rotateUp, .rotateDown].contains(ask.prompt)
    if isChallenge { seen += 1 }
    if seen == changes, start == nil { start = time + delay }
  }

  private func cover(_ posture: Posture, share: Double) -> puppet_sheet {
    let size: Float = 230
    return puppet_sheet(
      texture: hand.texture, kind: UInt32(PUPPET_SHEET_PAPER), x: Float(posture.x + 520 * (share - 0.5)),
      y: Float(posture.y + 30), distance: Float(max(posture.distance - 130, 90)), yaw: 8, pitch: 0, roll: 6,
      width: size, height: size * 1.3, margin: 0, radius: 160, upright_axis: 1, brightness: 0, pitch_mm: 0,
      moire: 0, gloss: 0, flicker: 0, flicker_cycles: 0, flicker_phase: 0)
  }
}
