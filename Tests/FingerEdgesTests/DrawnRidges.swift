// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import Glibc

/// A drawn picture of ridges, of nobody: lines of a smooth phase, with a spiral where a minutia is.
struct DrawnRidges {
  /// Pixels between ridges.
  var period = 9.0
  var seed: UInt64 = 1
  /// Moves and turns the print: pixels, and radians.
  var shift = (x: 0.0, y: 0.0)
  var turn = 0.0
  var noise = 10.0
  /// The oval in which the finger touches, as a part of the sides.
  var contact = 0.46

  static let side = 240

  /// Where spirals are, from the middle of the picture, before motion.
  var planted: [(x: Double, y: Double)] {
    var numbers = Numbers(seed)
    var places: [(x: Double, y: Double)] = []
    while places.count < 10 {
      let place = (x: numbers.unit() * 160 - 80, y: numbers.unit() * 160 - 80)
      if places.allSatisfy({ hypot($0.x - place.x, $0.y - place.y) > 30 }), hypot(place.x, place.y) < 82 {
        places.append(place)
      }
    }
    return places
  }

  /// Where a place of the finger lies in the picture.
  func seen(_ place: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let middle = Double(Self.side) / 2
    let x = cos(turn) * place.x - sin(turn) * place.y + shift.x + middle
    let y = sin(turn) * place.x + cos(turn) * place.y + shift.y + middle
    return (x, y)
  }

  /// `side` × `side` pixels.
  func pixels() -> [UInt8] {
    var numbers = Numbers(seed &+ 77)
    let bend = (0..<3).map { _ in
      (numbers.unit() * 2 * .pi, 0.006 + 0.01 * numbers.unit(), numbers.unit() * 6)
    }
    let core = (x: numbers.unit() * 60 - 30, y: 150 + numbers.unit() * 60)
    let senses = planted.indices.map { _ in numbers.unit() < 0.5 ? -1.0 : 1.0 }
    let places = planted
    let middle = Double(Self.side) / 2
    var pixels = [UInt8](repeating: 235, count: Self.side * Self.side)
    for row in 0..<Self.side {
      for column in 0..<Self.side {
        let (u, v) = (Double(column) - middle - shift.x, Double(row) - middle - shift.y)
        let (x, y) = (cos(turn) * u + sin(turn) * v, cos(turn) * v - sin(turn) * u)
        let grain = noise * (numbers.unit() - 0.5)
        let radius = contact * Double(Self.side)
        guard u * u + v * v < radius * radius else { continue }
        var phase = 2 * Double.pi * hypot(x - core.x, y - core.y) / period
        for wave in bend { phase += wave.2 * sin(2 * .pi * wave.1 * (cos(wave.0) * x + sin(wave.0) * y)) }
        for (place, sense) in zip(places, senses) { phase += sense * atan2(y - place.y, x - place.x) }
        pixels[row * Self.side + column] = UInt8(min(255, max(0, 128 + 90 * cos(phase) + grain)))
      }
    }
    return pixels
  }

  func print(resolution: UInt32 = 19685) -> (status: imp_finger_status, print: imp_finger_print) {
    extracted(pixels(), width: Self.side, height: Self.side, resolution: resolution)
  }
}

func extracted(
  _ pixels: [UInt8], width: Int, height: Int, resolution: UInt32 = 19685
) -> (status: imp_finger_status, print: imp_finger_print) {
  var print = imp_finger_print()
  let status = imp_finger_extract(pixels, Int32(width), Int32(height), width, resolution, nil, &print)
  return (status, print)
}

extension imp_finger_print {
  var found: [imp_finger_minutia] {
    withUnsafeBytes(of: minutiae) { Array($0.bindMemory(to: imp_finger_minutia.self).prefix(Int(count))) }
  }

  func prepared() -> imp_finger_prepared { prepare(found) }
}

func prepare(_ minutiae: [imp_finger_minutia]) -> imp_finger_prepared {
  var prepared = imp_finger_prepared()
  let one = minutiae.isEmpty ? [imp_finger_minutia()] : minutiae
  imp_finger_prepare(one, Int32(minutiae.count), &prepared)
  return prepared
}

/// Numbers that look random and are the same everywhere.
struct Numbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % max(1, limit) }
  mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
