// SPDX-License-Identifier: Apache-2.0

/// Builds grey JPEG files of nothing but zeros, in any number of scans: each is valid by ITU-T T.81, annex G,
/// and says in a few bytes that it changes no block.
struct ManyScans {
  let width: Int
  let height: Int

  private var blocks: Int { (width + 7) / 8 * ((height + 7) / 8) }

  /// Progressive: the first scan, then one for each frequency and bit, from the highest bit down. There are
  /// 882 of those.
  func progressive(scans: Int) -> [UInt8] {
    var file = head(frame: 0xC2)
    file += scan(frequencies: 0...0, bits: 0x00) + [UInt8](repeating: 0, count: (blocks + 7) / 8)
    let nothing = emptyScan
    let all = (0...13).reversed().flatMap { bit in (1...63).map { (bit: bit, frequency: $0) } }
    for (bit, frequency) in all.prefix(scans - 1) {
      // The bit that was told before, and the one that is told now.
      let before = bit == 13 ? 0 : bit + 1
      file += scan(frequencies: frequency...frequency, bits: UInt8(before << 4 | bit)) + nothing
    }
    return file + [0xFF, 0xD9]
  }

  /// Not progressive, and told again and again; no scan has any data.
  func repeated(scans: Int) -> [UInt8] {
    head(frame: 0xC1) + (0..<scans).flatMap { _ in scan(frequencies: 0...63, bits: 0) } + [0xFF, 0xD9]
  }

  private func head(frame: UInt8) -> [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8]
    file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    file += segment(frame, [8] + size + [1, 1, 0x11, 0])
    // One code of one bit for DC: no difference. For AC: `0` ends up to 32,767 blocks, `10` ends one.
    file += segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
    return file + segment(0xC4, [0x10, 1, 1] + [UInt8](repeating: 0, count: 14) + [0xE0, 0x00])
  }

  private func scan(frequencies: ClosedRange<Int>, bits: UInt8) -> [UInt8] {
    segment(0xDA, [1, 1, 0x00, UInt8(frequencies.lowerBound), UInt8(frequencies.upperBound), bits])
  }

  private var emptyScan: [UInt8] {
    var bits: [Bool] = []
    var left = blocks
    while left >= 1 << 14 {
      let run = min(left, (1 << 15) - 1)
      bits.append(false)
      bits += (0..<14).reversed().map { (run - (1 << 14)) >> $0 & 1 == 1 }
      left -= run
    }
    bits += (0..<left).flatMap { _ in [true, false] }
    while !bits.count.isMultiple(of: 8) { bits.append(true) }
    return stride(from: 0, to: bits.count, by: 8).flatMap { at -> [UInt8] in
      let byte = bits[at..<at + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } as UInt8
      return byte == 0xFF ? [0xFF, 0] : [byte]
    }
  }

  private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
  }
}
