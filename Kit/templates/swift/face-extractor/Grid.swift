// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit

/// The part of an image that is looked at, in pixels.
struct Region {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  /// The face's box, or the whole image where there is no face.
  /// - Throws: `.noSubject` where too little of the box lies in the image, `.sample` for an image that is too
  ///   small.
  init(of face: Face?, in image: borrowing ImageView) throws(PluginFailure) {
    guard image.width >= Grid.side, image.height >= Grid.side else {
      throw PluginFailure(
        .sample, "\(image.width) × \(image.height) pixels; a side needs \(Grid.side)...65535.")
    }
    guard let box = face?.box else {
      (x, y, width, height) = (0, 0, image.width, image.height)
      return
    }
    (x, width) = try Self.clip(box.x, box.width, to: image.width)
    (y, height) = try Self.clip(box.y, box.height, to: image.height)
  }

  /// Where along one side a box lies: start and length.
  private static func clip(_ from: Float, _ extent: Float, to limit: Int) throws(PluginFailure) -> (Int, Int)
  {
    let first = max(from, 0)
    let last = min(from + extent, Float(limit))
    guard from.isFinite, extent.isFinite, last - first >= Float(Grid.side + 1) else {
      throw PluginFailure(
        .noSubject, "Less than \(Grid.side + 1) pixels per side of the face lie in the image.")
    }
    return (Int(first), Int(last) - Int(first))
  }
}

/// Brightness in cells, less the mean, scaled so that the largest magnitude is 127.
///
/// A class, so that it can be overwritten when it goes: the memory is reused.
final class Grid {
  /// Cells a side. Each needs a pixel at least, so no image may be smaller.
  static let side = 16
  static let count = side * side

  /// Row by row, -127...127; never all 0.
  private(set) var cells: [Int8]

  init(cells: [Int8]) { self.cells = cells }

  deinit { forget(&cells) }

  /// - Throws: `.quality` for a picture without contrast.
  convenience init(_ image: borrowing ImageView, in part: Region) throws(PluginFailure) {
    var means: [Int] = []  // in 256ths of a grey level
    means.reserveCapacity(Self.count)
    defer { forget(&means) }
    for row in 0..<Self.side {
      let rows = part.y + row * part.height / Self.side..<part.y + (row + 1) * part.height / Self.side
      for column in 0..<Self.side {
        let columns =
          part.x + column * part.width / Self.side..<part.x + (column + 1) * part.width / Self.side
        var sum = 0
        for y in rows { for x in columns { sum += image.brightness(x, y) } }
        means.append(sum * 256 / (rows.count * columns.count))
      }
    }
    let all = means.reduce(0, +) / Self.count
    let largest = means.reduce(0) { max($0, abs($1 - all)) }
    // One grey level: less is noise.
    guard largest >= 256 else {
      throw PluginFailure(.quality, "The picture has no contrast; take another picture.")
    }
    self.init(cells: means.map { Int8(($0 - all) * 127 / largest) })
  }
}

/// Overwrites what tells as much as the template.
func forget(_ values: inout [some BitwiseCopyable]) {
  // Not memset: the compiler may leave out writing what nobody reads.
  values.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } }
}

extension ImageView {
  /// Of a pixel, 0...255: BT.601 luma of a coloured one.
  fileprivate func brightness(_ x: Int, _ y: Int) -> Int {
    let at = y * rowBytes + x * format.bytesPerPixel
    // The kit has checked that each pixel lies in the bytes.
    func byte(_ offset: Int) -> Int { Int(pixels.unsafeLoad(fromByteOffset: at + offset, as: UInt8.self)) }
    return format == .grey8 ? byte(0) : (77 * byte(0) + 150 * byte(1) + 29 * byte(2)) >> 8
  }
}
