// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import Testing

/// Comparing many at once, with each instruction set that this processor has.
struct EmbeddingKernelTests {
  private static let kernels: [imp_embedding_kernel] = [
    IMP_EMBEDDING_PORTABLE, IMP_EMBEDDING_AVX2, IMP_EMBEDDING_AVX_VNNI, IMP_EMBEDDING_AVX512_VNNI,
  ].filter { imp_embedding_has($0) != 0 }

  private static let special: [UInt32] = [
    0, 0x8000_0000, 1, 0x007f_ffff, 0x0080_0000, 0x3f80_0000, 0xbf80_0000, 0x7f7f_ffff, 0xff7f_ffff,
    0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7f80_0001, 0xffff_ffff,
  ]

  private func cosines(_ kernel: imp_embedding_kernel, _ probe: [UInt8], _ references: [UInt8]) -> [UInt32] {
    var cosines = [Float](repeating: -7, count: references.count / 512)
    imp_embedding_cosines_by(kernel, probe, references, cosines.count, &cosines)
    return cosines.map(\.bitPattern)
  }

  private func compact(_ payload: [UInt8]) -> [UInt8] {
    var entry = [UInt8](repeating: 0xee, count: 128)
    imp_compact_make(payload, &entry)
    return entry
  }

  private func cosines(
    _ kernel: imp_embedding_kernel, _ probe: [UInt8], entries: [UInt8]
  ) -> [UInt32] {
    var rounded = imp_compact_probe()
    imp_compact_probe_make(probe, &rounded)
    var cosines = [Float](repeating: -7, count: entries.count / 128)
    imp_compact_cosines_by(kernel, &rounded, entries, cosines.count, &cosines)
    return cosines.map(\.bitPattern)
  }

  private func numbers(_ entry: [UInt8]) -> [Int] { entry.map { Int($0) - 128 } }

  @Test func theBestIsOneThatThereIs() {
    #expect(Self.kernels.contains(imp_embedding_best()))
    #expect(imp_embedding_best() == Self.kernels.last)
  }

  @Test(arguments: [0, 1, 2, 3, 7, 8, 9, 31, 100])
  func unitVectorsAreComparedToTheSameBitWhateverTheInstructions(count: Int) {
    let probe = UnitVectors.vector(1)
    let references = (0..<count).flatMap { UnitVectors.vector(UInt64($0) + 2) }
    let one = (0..<count).map { index in
      imp_embedding_cosine(probe, Array(references[index * 512..<(index + 1) * 512])).bitPattern
    }
    for kernel in Self.kernels { #expect(cosines(kernel, probe, references) == one, "\(kernel)") }
  }

  @Test func hostileVectorsGiveTheSameBitsWhateverTheInstructions() {
    var random = SplitMix(state: 77)
    let probe = UnitVectors.vector(1)
    for round in 0..<200 {
      var references = (0..<9).flatMap { UnitVectors.vector(UInt64(round * 9 + $0)) }
      if round < 100 {
        // Some numbers that are none, or as far from each other as can be.
        for _ in 0..<Int.random(in: 1...40, using: &random) {
          let at = Int.random(in: 0..<references.count / 4, using: &random) * 4
          let bits = Self.special.randomElement(using: &random) ?? 0
          withUnsafeBytes(of: bits.littleEndian) { references.replaceSubrange(at..<at + 4, with: $0) }
        }
      } else {
        references = references.map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      let expected = cosines(IMP_EMBEDDING_PORTABLE, probe, references)
      for kernel in Self.kernels { #expect(cosines(kernel, probe, references) == expected, "\(kernel)") }
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 64, 100])
  func roundedOnesAreComparedToTheSameBitWhateverTheInstructions(count: Int) {
    var random = SplitMix(state: 78)
    let probe = UnitVectors.vector(1)
    // Whatever bytes there are, as where another process writes: the sums are the greatest there can be.
    for part in 0..<3 {
      let entries: [UInt8] = (0..<count * 128).map { _ in
        part == 0 ? UInt8.random(in: 0...255, using: &random) : part == 1 ? 0 : 255
      }
      let expected = cosines(IMP_EMBEDDING_PORTABLE, probe, entries: entries)
      #expect(expected.allSatisfy { Float(bitPattern: $0).isFinite })
      for kernel in Self.kernels {
        #expect(cosines(kernel, probe, entries: entries) == expected, "\(kernel)")
      }
    }
    let entries = (0..<count).flatMap { compact(UnitVectors.vector(UInt64($0) + 2)) }
    let expected = (0..<count).map { index in
      let entry = numbers(Array(entries[index * 128..<(index + 1) * 128]))
      let dot = zip(numbers(compact(probe)), entry).reduce(0) { $0 + $1.0 * $1.1 }
      return (Float(dot) * (1 / 112_896)).bitPattern
    }
    for kernel in Self.kernels { #expect(cosines(kernel, probe, entries: entries) == expected, "\(kernel)") }
  }

  @Test func roundedOnesHaveOneLengthAndLieNearTheirOriginals() {
    for seed in UInt64(1)...300 {
      let payload = UnitVectors.vector(seed)
      let rounded = numbers(compact(payload))
      #expect(rounded.reduce(0) { $0 + $1 * $1 } == 112_896)
      let cosine = UnitVectors.dot(UnitVectors.values(payload), rounded.map(Double.init)) / 336
      #expect(cosine > 0.9998 && cosine < 1.0001, "\(seed): \(cosine)")
    }
  }

  @Test func thatOfTheProbeIsTheMostAlikeOfThoseThatDiffer() {
    // A step in one number, with another that keeps the length: as near as two can be.
    let payload = UnitVectors.vector(5)
    let own = compact(payload)
    var near = own
    let numbers = numbers(own)
    let pairs = numbers.indices.flatMap { one in numbers.indices.map { (one, $0) } }
    let other = pairs.first { one, two in
      one != two && numbers[one] > 0 && numbers[two] == numbers[one] + 1 && numbers[two] < 127
    }
    if let (one, two) = other { near.swapAt(one, two) }
    #expect(near != own)
    for kernel in Self.kernels {
      let found = cosines(kernel, payload, entries: near + own).map(Float.init(bitPattern:))
      #expect(found[1] == 1 && found[0] < 1)
    }
  }

  @Test func aVectorThatIsNoFacesIsRoundedAllTheSame() {
    // All of it in few numbers, which do not fit into a byte.
    for few in [1, 2, 7, 8, 20] {
      let payload = UnitVectors.payload((0..<128).map { $0 < few ? ($0.isMultiple(of: 2) ? 1 : -1) : 0 })
      let rounded = numbers(compact(payload))
      #expect(rounded.allSatisfy { abs($0) <= 127 })
      #expect(abs(rounded.reduce(0) { $0 + $1 * $1 } - 112_896) < 112, "\(few)")
      let found = cosines(IMP_EMBEDDING_PORTABLE, payload, entries: compact(payload))
      #expect(abs(Float(bitPattern: found[0]) - 1) < 0.001)
    }
  }
}
