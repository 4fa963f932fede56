// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import CPackedEmbedding
import Testing

/// Comparing templates of 116 bytes, one and many, with each instruction set that this processor has.
struct PackedSearchTests {
  private static let kernels: [imp_embedding_kernel] = [
    IMP_EMBEDDING_PORTABLE, IMP_EMBEDDING_AVX2, IMP_EMBEDDING_AVX_VNNI, IMP_EMBEDDING_AVX512_VNNI,
  ].filter { imp_embedding_has($0) != 0 }

  private func packed(_ seed: UInt64) throws -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 116)
    let embedding = UnitVectors.values(UnitVectors.vector(seed)).map(Float.init)
    try #require(imp_packed_make(embedding, 50, &payload) == 1)
    return payload
  }

  private func entry(_ payload: [UInt8]) -> [UInt8] {
    // Room that is not zero: what is not written would be seen.
    var (vector, entry) = (PackedNumbers.vector(payload), [UInt8](repeating: 0xee, count: 96))
    imp_packed_entry_make(&vector, &entry)
    return entry
  }

  private func cosine(_ probe: [UInt8], _ reference: [UInt8]) -> Float {
    var (one, other) = (PackedNumbers.vector(probe), PackedNumbers.vector(reference))
    return imp_packed_cosine(&one, &other)
  }

  /// With room behind, which stays as it is.
  private func cosines(_ kernel: imp_embedding_kernel, _ probe: [UInt8], _ entries: [UInt8]) -> [Float] {
    var vector = PackedNumbers.vector(probe)
    let count = entries.count / 96
    var cosines = [Float](repeating: -7, count: count + 1)
    imp_packed_cosines_by(kernel, &vector, entries, count, &cosines)
    #expect(cosines[count] == -7)
    return cosines.dropLast()
  }

  /// Numbers of 6 bits, read of an entry as the header says.
  private func levels(_ entry: [UInt8]) -> [Int] {
    entry.map { Int($0) & 63 }
      + (0..<32).map { at in
        (0..<3).reduce(0) { $0 + (Int(entry[at + 32 * $1]) >> 6) << (2 * $1) }
      }
  }

  @Test func anEntryHasTheTemplatesOwnNumbers() throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      let payload = try packed(seed)
      #expect(levels(entry(payload)).map { 2 * $0 - 63 } == PackedNumbers.values(payload))
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func theCosineIsThatOfTheNumbersInDoublePrecision(seed: UInt64) throws {
    let (probe, reference) = (try packed(seed), try packed(seed + 100))
    let (a, b) = (PackedNumbers.values(probe), PackedNumbers.values(reference))
    func dot(_ a: [Int], _ b: [Int]) -> Double { Double(zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }) }
    let expected = dot(a, b) / (dot(a, a) * dot(b, b)).squareRoot()
    #expect(abs(Double(cosine(probe, reference)) - expected) < 2e-7)
    #expect(cosine(probe, reference) == cosine(reference, probe))
    #expect(cosine(probe, probe) == 1)
  }

  @Test func theOppositeIsMinusOneAndNothingIsMoreAlikeThanItself() {
    var random = SplitMix(state: 5)
    for _ in 0..<500 {
      let payload = (0..<116).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(cosine(payload, payload) == 1 && cosine(payload, payload.map { ~$0 }) == -1)
      // One step in one number: as near as two can be.
      var near = payload
      near[Int.random(in: 20..<116, using: &random)] ^= 1
      #expect(cosine(payload, near) < 1)
    }
  }

  @Test(arguments: [0, 1, 2, 7, 8, 9, 31, 100])
  func manyAreComparedAsEachWhateverTheInstructions(count: Int) throws {
    let probe = try packed(1)
    let references = try (0..<count).map { try packed(UInt64($0) + 1) }
    let each = references.map { cosine(probe, $0).bitPattern }
    for kernel in Self.kernels {
      #expect(cosines(kernel, probe, references.flatMap(entry)).map(\.bitPattern) == each, "\(kernel)")
    }
  }

  /// As where another process writes: any bytes are an entry, and the sums are the greatest there can be.
  @Test(arguments: [1, 7, 8, 9, 64])
  func anyBytesGiveTheSameFiniteNumberWhateverTheInstructions(count: Int) {
    var random = SplitMix(state: 79)
    func bytes(_ kind: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { _ in kind == 0 ? 0 : kind == 1 ? 255 : UInt8.random(in: 0...255, using: &random) }
    }
    for round in 0..<27 {
      let (probe, entries) = (bytes(round % 3, 116), bytes(round / 3 % 3, count * 96))
      let expected = cosines(IMP_EMBEDDING_PORTABLE, probe, entries)
      #expect(expected.allSatisfy { abs($0) <= 1 })
      for kernel in Self.kernels {
        #expect(
          cosines(kernel, probe, entries).map(\.bitPattern) == expected.map(\.bitPattern), "\(kernel)")
      }
    }
  }
}
