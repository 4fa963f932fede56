// SPDX-License-Identifier: Apache-2.0

/// A photograph on a display that is held in the hand.
struct StillScreen: Performance {
  private let sheet: HeldSheet
  private let display: Display

  init(_ troupe: Troupe) {
    sheet = HeldSheet(troupe.puppet.photo, troupe.randomness, sizes: 0.45...0.9, steadiness: 0.8)
    display = Display(troupe.randomness)
  }

  func stage(at time: Double, seeing values: ControlValues) -> Stage {
    Stage(sheets: [sheet.sheet(at: time, moved: HeldSheet.still).shown(on: display, at: time)])
  }
}
