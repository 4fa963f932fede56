// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A finger that nobody has, made from a few numbers: the same numbers give the same ridges.
///
/// Its ridges are the level lines of a smooth height, bent by waves, and where one ends or forks a spiral is
/// added to it (Larkin and Fletcher, 2007). That is enough for an extractor that goes by directions, ridges
/// or minutiae. One that has learnt from people may well see no print in it, and says so with a status: what
/// is about templates is then skipped, with that reason.
struct DrawnFinger: Sendable, Hashable {
  /// Millimetres from ridge to ridge.
  private let period: Double
  /// Of the middle of the pattern, in millimetres.
  private let core: SIMD2<Double>
  /// How much longer than wide the pattern is, and its tilt in radians.
  private let length: Double
  private let tilt: Double
  /// Of each: direction, waves in a millimetre, ridges that it bends by, and where it begins.
  private let waves: [SIMD4<Double>]
  /// Of each: place in millimetres, and which way its spiral turns.
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

  /// An impression: other random numbers, the finger laid on elsewhere, otherwise turned and pressed.
  /// - Parameters:
  ///   - resolution: Pixels in a metre.
  ///   - side: Of the longer side, in millimetres; as much of it as fits into 400 pixels.
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
        // Where skin touches: an oval of 13 by 16 mm.
        let edge = (at / SIMD2(6.5, 8)).squared
        let place = SIMD2(cosine * at.x - sine * at.y, sine * at.x + cosine * at.y) + shift
        let ridge = edge < 1 ? 0.5 + 0.5 * min(1, max(-1, 2 * (cos(phase(place)) + pressure))) : 0
        image.pixels[y * image.rowBytes + x] = UInt8(min(255, max(0, 225 - 180 * ridge + grain)))
      }
    }
    return image
  }

  /// In radians; a ridge is where it is a multiple of a turn.
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
