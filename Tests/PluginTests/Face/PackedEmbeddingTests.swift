// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import CPackedEmbedding
import Testing

/// The numbers of templates of 116 bytes.
enum PackedNumbers {
  static func vector(_ payload: [UInt8]) -> imp_packed_vector {
    var vector = imp_packed_vector()
    imp_packed_unpack(payload, &vector)
    return vector
  }

  static func values(_ payload: [UInt8]) -> [Int] {
    withUnsafeBytes(of: vector(payload).values) { $0.map { Int(Int8(bitPattern: $0)) } }
  }

  /// A unit vector of 128 floats.
  static func unit(_ payload: [UInt8]) -> [UInt8] { UnitVectors.payload(values(payload).map(Double.init)) }
}

/// Templates of 116 bytes, without a network.
struct PackedEmbeddingTests {
  private func embedding(_ seed: UInt64) -> [Float] {
    UnitVectors.values(UnitVectors.vector(seed)).map(Float.init)
  }

  private func packed(_ embedding: [Float], quality: UInt8 = 80) throws -> [UInt8] {
    // Room that is not zero: what is not written would be seen.
    var payload = [UInt8](repeating: 0xee, count: 116)
    try #require(imp_packed_make(embedding, quality, &payload) == 1)
    return payload
  }

  private func unit(_ payload: [UInt8]) -> [UInt8] { PackedNumbers.unit(payload) }

  @Test func layoutIsAsDocumented() throws {
    let payload = try packed(embedding(1), quality: 77)
    #expect(Array(payload[0..<6]) == Array("IMF5".utf8) + [1, 77])
    #expect(payload[6..<16].allSatisfy { $0 == 0 })
    #expect(imp_packed_judge(payload) == IMP_PACKED_GOOD)
    // The first number is in the lowest bits of the first byte; 1 is above the range, and cut.
    var first = [Float](repeating: 0, count: 128)
    first[0] = 1
    let one = try packed(first)
    #expect(one[20] & 63 == 63)
    // A zero lies between two numbers, and is taken for the upper one, 32.
    #expect(one[20] >> 6 == 32 & 3 && one[21] & 15 == 32 >> 2)
    #expect(one[115] >> 2 == 32)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func whatIsUnpackedIsNearWhatWasPacked(seed: UInt64) throws {
    let original = UnitVectors.vector(seed)
    let again = unit(try packed(embedding(seed)))
    #expect(imp_embedding_is_unit(again) != 0)
    #expect(imp_embedding_cosine(original, again) > 0.998)
  }

  @Test func unpackingAndPackingAgainGivesTheSameNumbers() throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      let payload = try packed(embedding(seed))
      // Unit vectors of numbers in 6 bits are a little longer or shorter than the original: within one step.
      let again = try packed(UnitVectors.values(unit(payload)).map(Float.init))
      #expect(imp_embedding_cosine(unit(payload), unit(again)) > 0.999)
    }
  }

  @Test func everyChangedBitIsSeen() throws {
    let good = try packed(embedding(3))
    for bit in 0..<116 * 8 {
      var bad = good
      bad[bit / 8] ^= 1 << (bit % 8)
      let kind = imp_packed_judge(bad)
      #expect(kind == (bit < 32 ? IMP_PACKED_FOREIGN : IMP_PACKED_DAMAGED), "bit \(bit)")
    }
  }

  @Test func aLaterVersionIsToldFromDamage() throws {
    #expect(imp_packed_judge(checked(try packed(embedding(4))) { $0[4] = 2 }) == IMP_PACKED_NEWER)
    #expect(imp_packed_judge(checked(try packed(embedding(4))) { $0[4] = 0 }) == IMP_PACKED_DAMAGED)
  }

  @Test func valuesThatNoTemplateHasAreDamageThoughTheCheckIsRight() throws {
    let good = try packed(embedding(5))
    #expect(imp_packed_judge(checked(good) { $0[5] = 101 }) == IMP_PACKED_DAMAGED)
    #expect(imp_packed_judge(checked(good) { $0[5] = 255 }) == IMP_PACKED_GOOD)
    for at in 6..<16 { #expect(imp_packed_judge(checked(good) { $0[at] = 1 }) == IMP_PACKED_DAMAGED) }
  }

  @Test func anyNumbersHaveADirection() {
    var random = SplitMix(state: 116)
    for round in 0..<2000 {
      var payload = (0..<116).map { _ in UInt8.random(in: 0...255, using: &random) }
      if round == 0 { payload = [UInt8](repeating: 0, count: 116) }
      if round == 1 { payload = [UInt8](repeating: 255, count: 116) }
      let (vector, values) = (PackedNumbers.vector(payload), PackedNumbers.values(payload))
      #expect(values.allSatisfy { abs($0) <= 63 && !$0.isMultiple(of: 2) })
      #expect(Int(vector.squared) == values.reduce(0) { $0 + $1 * $1 } && vector.squared >= 128)
      #expect(Int(vector.excess) == 63 * values.reduce(0, +))
    }
  }

  @Test(arguments: [Float.nan, .infinity, 0])
  func whatHasNoDirectionIsNotPacked(value: Float) {
    var payload = [UInt8](repeating: 0, count: 116)
    #expect(imp_packed_make([Float](repeating: value, count: 128), 50, &payload) == 0)
  }

  /// The check of bytes that were changed, by a second implementation.
  private func checked(_ payload: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var payload = payload
    change(&payload)
    var sum: UInt32 = 0xffff_ffff
    for byte in payload[..<16] + payload[20...] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xedb8_8320 }
    }
    for at in 0..<4 { payload[16 + at] = UInt8(truncatingIfNeeded: ~sum >> (8 * UInt32(at))) }
    return payload
  }
}
