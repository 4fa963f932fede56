// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Energies of a sound in 33 bands, equally wide in pitch, from 300 to 3400 Hz; of 64 ms each 16 ms.
struct BandEnergies {
  static let bands = 33
  static let rates = 8000...192_000
  private let rate: Int
  private let length: Int
  private let transform: FourierTransform
  private let window: [Float]
  /// Where bands begin and end, in bins of the transform.
  private let edges: [Double]

  /// - Returns: `nil` for a rate that has no such bands: less than 8000, or more than 192,000.
  init?(rate: Int) {
    guard Self.rates.contains(rate) else { return nil }
    self.rate = rate
    let length = rate * 64 / 1000
    self.length = length
    transform = FourierTransform(atLeast: length)
    window = (0..<length).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length))) }
    let bin = Double(rate) / Double(transform.size)
    edges = (0...Self.bands).map { 300 * pow(3400.0 / 300, Double($0) / Double(Self.bands)) / bin + 0.5 }
  }

  /// - Parameters:
  ///   - start: the first sample.
  ///   - most: how many frames at most.
  func frames(of samples: [Float], from start: Int, most: Int) -> [[Float]] {
    let hop = rate * 16 / 1000
    guard samples.count - start >= length else { return [] }
    let count = min(most, (samples.count - start - length) / hop + 1)
    var (real, imaginary) = (transform.room, transform.room)
    var sums = [Double](repeating: 0, count: transform.size / 2 + 2)
    return (0..<count).map { frame in
      let first = start + frame * hop
      samples.withUnsafeBufferPointer { samples in
        window.withUnsafeBufferPointer { window in
          real.withUnsafeMutableBufferPointer { real in
            for index in 0..<length { real[index] = samples[first + index] * window[index] }
            for index in length..<real.count { real[index] = 0 }
          }
        }
      }
      imaginary.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
      transform.run(&real, &imaginary)
      sums.withUnsafeMutableBufferPointer { sums in
        for bin in 0...transform.size / 2 {
          sums[bin + 1] = sums[bin] + Double(real[bin] * real[bin] + imaginary[bin] * imaginary[bin])
        }
      }
      return energies(sums)
    }
  }

  /// Of a running sum of powers, which is interpolated between bins.
  private func energies(_ sums: [Double]) -> [Float] {
    let values = edges.map { edge in
      let bin = min(Int(edge), sums.count - 2)
      let part = edge - Double(bin)
      return sums[bin] * (1 - part) + sums[bin + 1] * part
    }
    return (0..<Self.bands).map { Float(values[$0 + 1] - values[$0]) }
  }
}
