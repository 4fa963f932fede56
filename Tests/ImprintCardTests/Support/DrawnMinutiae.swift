// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintVirtualCard

/// Minutiae of nobody: where they lie follows from a number, and each press moves them a little.
enum DrawnMinutiae {
  static func view(_ finger: UInt64, press: UInt64 = 0, count: Int = 40) -> FingerView {
    var (places, moves) = (SplitMix(state: finger &* 977), SplitMix(state: press &* 31 &+ 7))
    var minutiae: [Minutia] = []
    for index in 0..<count {
      let x = Double.random(in: 60...340, using: &places)
      let y = Double.random(in: 60...420, using: &places)
      let degrees = Double.random(in: 0..<360, using: &places)
      let kind: Minutia.Kind = places.chance(50) ? .ending : .bifurcation
      let (across, down, turn) = (
        Double.random(in: -3...3, using: &moves), Double.random(in: -3...3, using: &moves),
        Double.random(in: -4...4, using: &moves)
      )
      minutiae.append(
        Minutia(
          x: x + across, y: y + down, angle: MinutiaAngle(degrees: degrees + turn), kind: kind,
          quality: UInt8(max(1, 100 - index))))
    }
    return FingerView(fingerCode: 2, quality: 80, width: 400, height: 480, minutiae: minutiae)
  }

  /// As a card takes them.
  static func card(
    _ finger: UInt64, press: UInt64 = 0, count: Int = 40,
    for demand: CompactCard.Demand = CompactCard.Demand()
  ) throws -> CompactCard {
    try CompactCard.make(of: view(finger, press: press, count: count), for: demand).value
  }

  /// A template's payload of the compact card, the best first.
  static func template(_ finger: UInt64, press: UInt64 = 0, count: Int = 40) throws -> [UInt8] {
    try card(finger, press: press, count: count, for: CompactCard.Demand(minutiae: 0...255, order: .none))
      .templatePayload
  }

  /// A template's payload of the record.
  static func record(_ finger: UInt64, press: UInt64 = 0, count: Int = 40) throws -> [UInt8] {
    try FingerRecord(views: [view(finger, press: press, count: count)]).bytes()
  }
}

extension VirtualCard.Description {
  /// A card with a PIN and the finger 2, which the PIN allows to be changed.
  static func comparing(
    _ finger: VirtualCard.Finger = VirtualCard.Finger(site: .rightIndex, store: .pin(1))
  ) -> VirtualCard.Description {
    var description = standard
    description.fingers = [finger]
    return description
  }
}
