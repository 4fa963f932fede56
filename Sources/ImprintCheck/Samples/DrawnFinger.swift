// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A synthetic finger, generated from a few numbers: the same numbers give the same ridges.
///
/// Its ridges are the level lines of a smooth phase, bent by waves; a spiral phase is added for each ridge
/// ending or bifurcation (Larkin and Fletcher, 2007). That suffices for an extractor based on orientations,
/// ridges or minutiae. One trained on real prints may find none in it, and reports so by a status: checks of
/// templates are then skipped, with that reason.
struct DrawnFinger: Sendable, Hashable {
  /// The ridge period, in millimetres.
  private let period: Double
  /// The pattern's centre, in millimetres.
  private let core: SIMD2<Double>
  /// The pattern's aspect ratio, and its tilt in radians.
  private let length: Double
  private let tilt: Double
  /// For each wave: direction, waves per millimetre, amplitude in ridges, and phase.
  private let waves: [SIMD4<Double>]
  /// For each minutia: position in millimetres, and its spiral's sense of rotation.
  private let minutiae: [SIMD3<Double>]

  init(_ random: inout CheckRandom) {
    func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unit() }
    period = number(0.42, 0.52)
    core = [number(-2, 2), number(-2.5, 1.5)]
    length = number(1.1, 1.9)
    tilt = number(-0.5, 0.5)
    waves = (0..<3).map { _ in [number(0, 2 * .pi), number(0.05, 0.15), number(0.5, 1.6), number(0, 2 * .pi)]
    }
    minutiae = (0..<10).map { _ in [number(-6, 6), number(-7, 7), random.unit() < 0.5 ? -1 : 1] }
  }

  /// An impression: other random numbers give another placement, rotation and pressure.
  /// - Parameters:
  ///   - resolution: Pixels per metre.
  ///   - side: The longer side, in millimetres; limited to 400 pixels.
  func impression(resolution: Int, side: Double, _ random: inout CheckRandom) -> CheckImage {
    let perMillimetre = Double(resolution) / 1000
    func pixels(_ millimetres: Double) -> Int { max(16, min(400, Int(millimetres * perMillimetre))) }
    var image = CheckImage(width: pixels(side * 0.85), height: pixels(side), format: .grey8)
    image.resolution = resolution
    let turn = 0.15 * (random.unit() - 0.5)
    let shift = SIMD2(random.unit() - 0.5, random.unit() - 0.5)
    let pressure = 0.15 * (random.unit() - 0.5)
    let (cosine, sine) = (cos(turn), sin(turn))
    let middle = SIMD2(Double(image.width), Double(image.height)) / 2
    for y in 0..<image.height {
      for x in 0..<image.width {
        let at = (SIMD2(Double(x), Double(y)) + 0.5 - middle) / perMillimetre
        let grain = 24 * (random.unit() - 0.5)
        // The contact area: an oval of 13 by 16 mm.
        let edge = (at / SIMD2(6.5, 8)).squared
        let place = SIMD2(cosine * at.x - sine * at.y, sine * at.x + cosine * at.y) + shift
        let ridge = edge < 1 ? 0.5 + 0.5 * min(1, max(-1, 2 * (cos(phase(place)) + pressure))) : 0
        image.pixels[y * image.rowBytes + x] = UInt8(min(255, max(0, 225 - 180 * ridge + grain)))
      }
    }
    return image
  }

  /// In radians; ridges lie at multiples of a full turn.
  private func phase(_ place: SIMD2<Double>) -> Double {
    let from = place - core
    let across = cos(tilt) * from.x + sin(tilt) * from.y
    let along = (cos(tilt) * from.y - sin(tilt) * from.x) / length
    var phase = 2 * Double.pi * SIMD2(across, along).squared.squareRoot() / period
    for wave in waves {
      let way = cos(wave[0]) * place.x + sin(wave[0]) * place.y
      phase += 2 * Double.pi * wave[2] * sin(2 * Double.pi * wave[1] * way + wave[3])
    }
    for minutia in minutiae { phase += minutia[2] * atan2(place.y - minutia[1], place.x - minutia[0]) }
    return phase
  }
}

extension SIMD2<Double> {
  fileprivate var squared: Double { x * x + y * y }
}
