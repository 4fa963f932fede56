// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// Where the parts of a drawing lie: probe, reference, and both over each other. A unit is a pixel at 500
/// dots an inch, or less where something would be longer than ``mostSide``.
struct FingerPanels {
  static let margin = 20.0
  private static let gap = 40.0
  /// Micrometres.
  private static let pixel = 50.8
  /// Units, of a panel.
  private static let mostSide = 1500.0
  private static let leastSide = 100.0
  /// Micrometres to each side: what a motion lays farther away is drawn there.
  private static let farthest = -1e6...2e6

  private let explanation: FingerExplanation
  /// Units of a micrometre.
  private let scale: Double
  private let boxes: [Box]
  let lefts: [Double]
  let width: Double
  let height: Double

  /// What a panel shows, in micrometres.
  private struct Box {
    var x = 0.0...0.0
    var y = 0.0...0.0

    mutating func add(_ place: (x: Double, y: Double)) {
      let (across, down) = (place.x.clamped(to: farthest), place.y.clamped(to: farthest))
      x = min(x.lowerBound, across)...max(x.upperBound, across)
      y = min(y.lowerBound, down)...max(y.upperBound, down)
    }

    var sides: (x: Double, y: Double) { (x.upperBound - x.lowerBound, y.upperBound - y.lowerBound) }
  }

  init(
    _ explanation: FingerExplanation, _ pictures: [FingerExplanation.Side: FingerExplanationDrawing.Picture]
  ) {
    self.explanation = explanation
    var boxes = [Box(), Box(), Box()]
    for (index, side) in FingerExplanation.Side.allCases.enumerated() {
      guard let picture = pictures[side] else { continue }
      let micrometres = 1e6 / Double(max(1, picture.resolution))
      boxes[index].add((Double(picture.width) * micrometres, Double(picture.height) * micrometres))
    }
    for minutia in explanation.minutiae {
      let place = (x: minutia.x, y: minutia.y)
      boxes[minutia.side == .probe ? 0 : 1].add(place)
      guard let motion = explanation.motion else { continue }
      boxes[2].add(minutia.side == .probe ? motion.moved(place.x, place.y) : place)
    }
    let longest = boxes.flatMap { [$0.sides.x, $0.sides.y] }.max() ?? 0
    let scale = min(1 / Self.pixel, Self.mostSide / max(longest, 1))
    let widths = boxes.map { max($0.sides.x * scale, Self.leastSide) }
    self.boxes = boxes
    self.scale = scale
    lefts = [
      Self.margin, Self.margin + widths[0] + Self.gap, Self.margin + widths[0] + widths[1] + 2 * Self.gap,
    ]
    width = lefts[2] + widths[2] + Self.margin
    height = (boxes.map { max($0.sides.y * scale, Self.leastSide) }.max() ?? 0) + 2 * Self.margin + 10
  }

  func left(of side: FingerExplanation.Side) -> Double { side == .probe ? lefts[0] : lefts[1] }

  /// Units of a pixel of a picture.
  func scale(of picture: FingerExplanationDrawing.Picture) -> Double {
    1e6 / Double(max(1, picture.resolution)) * scale
  }

  /// Where a minutia is drawn in its own print.
  func place(_ index: Int) -> (x: Double, y: Double) {
    guard explanation.minutiae.indices.contains(index) else { return (0, 0) }
    let minutia = explanation.minutiae[index]
    return (left(of: minutia.side) + minutia.x * scale, Self.margin + minutia.y * scale)
  }

  /// Where a place of the reference is drawn with both over each other.
  func overlaid(_ place: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let (x, y) = (place.x.clamped(to: Self.farthest), place.y.clamped(to: Self.farthest))
    return (
      lefts[2] + (x - boxes[2].x.lowerBound) * scale, Self.margin + (y - boxes[2].y.lowerBound) * scale
    )
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
