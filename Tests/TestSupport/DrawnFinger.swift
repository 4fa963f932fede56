// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Ridges of nobody, for who tests with fingers: level lines of a phase, with a spiral where a minutia is.
public enum DrawnFinger {
  /// A PGM file of 240 by 240 pixels, for 500 dots an inch.
  /// - Parameter turn: of the finger on the sensor, in radians.
  public static func pgm(_ number: Int, turn: Double = 0) -> [UInt8] {
    let side = 240
    var state = UInt32(number) &* 2_654_435_761
    func draw(_ below: Int) -> Double {
      // Numerical Recipes' generator.
      state = state &* 1_664_525 &+ 1_013_904_223
      return Double(Int(state >> 16) % below)
    }
    let core = (x: draw(160) - 80, y: 120 + draw(60))
    let places = (0..<11).map { _ in (x: draw(160) - 80, y: draw(160) - 80, sense: draw(2) * 2 - 1) }
    let (sine, cosine) = (sin(turn), cos(turn))
    var bytes = Array("P5 \(side) \(side) 255\n".utf8)
    for row in 0..<side {
      for column in 0..<side {
        let (u, v) = (Double(column - side / 2), Double(row - side / 2))
        guard u * u + v * v < 110 * 110 else {
          bytes.append(235)
          continue
        }
        let (x, y) = (cosine * u + sine * v, cosine * v - sine * u)
        var phase = 2 * Double.pi * hypot(x - core.x, y - core.y) / 9
        for place in places { phase += place.sense * atan2(y - place.y, x - place.x) }
        bytes.append(UInt8(128 + 90 * cos(phase) + Double((column * 7 + row * 13) % 11)))
      }
    }
    return bytes
  }

  /// A reader's script in which that finger is pressed three times, turned a little each time.
  /// - Returns: the folder, which is the locator.
  public static func script(
    _ number: Int, in home: TemporaryFolder, before: String = "", presses: Int = 3
  ) throws -> String {
    let name = "finger-\(number)"
    var lines = "imprint-finger-reader 1\nresolution 500\n\(before)"
    for press in 0..<presses {
      try home.write(pgm(number, turn: 0.08 * Double(press)), to: "\(name)/\(press).pgm")
      lines += "delay 1s\narrive\nimage \(press).pgm\nlift\n"
    }
    try home.write(lines, to: "\(name)/reader.txt")
    return "\(home.path)/\(name)"
  }
}

extension DrawnFinger {
  /// A PNG file that states its resolution.
  public static func stating(_ pixelsPerMetre: UInt32, in png: [UInt8]) -> [UInt8] {
    var chunk = Array("pHYs".utf8)
    for _ in 0..<2 { withUnsafeBytes(of: pixelsPerMetre.bigEndian) { chunk += $0 } }
    chunk.append(1)
    var checksum = ~UInt32(0)
    for byte in chunk {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
    }
    // After signature and header.
    return Array(png[..<33]) + [0, 0, 0, 9] + chunk + withUnsafeBytes(of: (~checksum).bigEndian) { Array($0) }
      + Array(png[33...])
  }
}
