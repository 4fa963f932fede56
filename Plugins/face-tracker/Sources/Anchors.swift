// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// The anchors of a BlazeFace detector: its outputs are offsets from them, as fractions of its input.
enum Anchors {
  /// - Parameters:
  ///   - side: of the detector's input, in pixels.
  ///   - layers: grids in the order of the outputs: distance between places in pixels, and how many anchors
  ///     each place has.
  static func places(side: Int, layers: [(stride: Int, each: Int)]) -> [Point] {
    layers.flatMap { layer in
      let count = side / layer.stride
      return (0..<count * count).flatMap { cell in
        let place = Point(
          x: (Float(cell % count) + 0.5) / Float(count), y: (Float(cell / count) + 0.5) / Float(count))
        return Array(repeating: place, count: layer.each)
      }
    }
  }
}
