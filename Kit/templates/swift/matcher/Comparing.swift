// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

extension GridTemplate {
  /// Reads a payload, which is untrusted even where its checksum is right: an attacker can compute that. The
  /// kit has checked its length.
  static func read(_ span: RawSpan) throws(PluginFailure) -> Grid {
    func byte(_ at: Int) -> UInt8 { span.unsafeLoad(fromByteOffset: at, as: UInt8.self) }
    guard span.byteCount == cells.upperBound, (0..<4).allSatisfy({ byte($0) == head[$0] }) else {
      throw PluginFailure(.templateFormat, "The template is another algorithm's.")
    }
    guard (4..<6).allSatisfy({ byte($0) == head[$0] }) else {
      throw PluginFailure(.templateVersion, "The payload's version is not 1; update the plugin.")
    }
    let stated = (0..<4).reduce(UInt32(0)) { $0 | UInt32(byte(head.count + $1)) << (8 * $1) }
    let grid = Grid(
      cells: [Int8](unsafeUninitializedCapacity: cells.count) { bytes, count in
        for index in cells { bytes[index - cells.lowerBound] = Int8(bitPattern: byte(index)) }
        count = cells.count
      })
    guard byte(6) == 0, byte(7) == 0, stated == crc32(of: grid.cells) else {
      throw PluginFailure(.templateDamaged, "The template was changed since it was made; enrol again.")
    }
    guard grid.cells.contains(where: { $0 != 0 }) else {
      throw PluginFailure(.templateDamaged, "The template is empty; enrol again.")
    }
    return grid
  }
}

extension Grid {
  /// Normalised correlation, -1...1. In integers up to the last step, so that it is the same on every
  /// machine and in both orders.
  func correlation(with other: Grid) -> Float {
    other.cells.withUnsafeBytes { correlation(withCells: $0.bytes) }
  }

  /// The same with the cells of another one where they lie; NaN where they are zeros.
  func correlation(withCells other: RawSpan) -> Float {
    var (ab, aa, bb) = (0, 0, 0)
    for index in cells.indices {
      let (a, b) = (Int(cells[index]), Int(other.unsafeLoad(fromByteOffset: index, as: Int8.self)))
      ab += a * b
      aa += a * a
      bb += b * b
    }
    guard bb > 0 else { return .nan }
    // At most (256 * 128 * 128)^2 < 2^53: exact as a double.
    return Float(max(-1, min(1, Double(ab) / Double(aa * bb).squareRoot())))
  }

  /// The sum of several, scaled so that the largest magnitude is 127. In integers, so that their order does
  /// not matter.
  /// - Throws: `.templatesDisagree` where one is not like the sum of all.
  convenience init(addingUp all: [Grid]) throws(PluginFailure) {
    var sums = [Int](repeating: 0, count: Self.count)
    defer { forget(&sums) }
    for grid in all { for index in sums.indices { sums[index] += Int(grid.cells[index]) } }
    for grid in all {
      let likeness = sums.indices.reduce(0) { $0 + sums[$1] * Int(grid.cells[$1]) }
      guard likeness > 0 else {
        throw PluginFailure(.templatesDisagree, "The \(all.count) templates are not of one person.")
      }
    }
    let largest = sums.reduce(0) { max($0, abs($1)) }
    self.init(cells: sums.map { Int8($0 * 127 / largest) })
  }
}
