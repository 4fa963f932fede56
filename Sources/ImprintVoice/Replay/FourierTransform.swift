// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A discrete Fourier transform of a power of two, by halves.
struct FourierTransform {
  let size: Int
  private let cosines: [Float]
  private let sines: [Float]
  private let reversed: [Int]

  /// - Parameter length: 2 and more; the next power of two is the size.
  init(atLeast length: Int) {
    var bits = 1
    while 1 << bits < length { bits += 1 }
    let size = 1 << bits
    self.size = size
    cosines = (0..<size / 2).map { Float(cos(2 * .pi * Double($0) / Double(size))) }
    sines = (0..<size / 2).map { Float(-sin(2 * .pi * Double($0) / Double(size))) }
    reversed = (0..<size).map { index in
      (0..<bits).reduce(0) { $0 << 1 | index >> $1 & 1 }
    }
  }

  /// Zeros for one transform.
  var room: [Float] { [Float](repeating: 0, count: size) }

  /// In place; both have ``size`` numbers.
  func run(_ real: inout [Float], _ imaginary: inout [Float]) {
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        cosines.withUnsafeBufferPointer { cosines in
          sines.withUnsafeBufferPointer { sines in run(real, imaginary, cosines, sines) }
        }
      }
    }
  }

  private func run(
    _ real: UnsafeMutableBufferPointer<Float>, _ imaginary: UnsafeMutableBufferPointer<Float>,
    _ cosines: UnsafeBufferPointer<Float>, _ sines: UnsafeBufferPointer<Float>
  ) {
    for (index, other) in reversed.enumerated() where index < other {
      real.swapAt(index, other)
      imaginary.swapAt(index, other)
    }
    var half = 1
    while half < size {
      let step = size / (2 * half)
      var first = 0
      while first < size {
        for place in 0..<half {
          let (one, two) = (first + place, first + place + half)
          let (cosine, sine) = (cosines[place * step], sines[place * step])
          let turned = (
            real[two] * cosine - imaginary[two] * sine, real[two] * sine + imaginary[two] * cosine
          )
          real[two] = real[one] - turned.0
          imaginary[two] = imaginary[one] - turned.1
          real[one] += turned.0
          imaginary[one] += turned.1
        }
        first += 2 * half
      }
      half *= 2
    }
  }
}
