// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import Testing

/// Unit vectors that are the same on every run, as payloads.
enum UnitVectors {
  static func vector(_ seed: UInt64) -> [UInt8] { payload(direction(seed)) }

  /// Of one person: some that are alike.
  static func around(_ seed: UInt64, _ count: Int) -> [[UInt8]] {
    let middle = direction(seed)
    return (0..<count).map { index in
      payload(zip(middle, direction(seed &* 1000 &+ UInt64(index) &+ 1)).map { $0 + 0.2 * $1 })
    }
  }

  static func values(_ payload: [UInt8]) -> [Double] {
    stride(from: 0, to: 512, by: 4).map { at in
      Double(payload.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: Float.self) })
    }
  }

  static func payload(_ direction: [Double]) -> [UInt8] {
    let length = dot(direction, direction).squareRoot()
    return direction.flatMap { withUnsafeBytes(of: Float($0 / length).bitPattern.littleEndian, Array.init) }
  }

  static func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

  private static func direction(_ seed: UInt64) -> [Double] {
    var random = SplitMix(state: seed)
    return (0..<128).map { _ in Double.random(in: -1...1, using: &random) }
  }
}

/// What is worked out of face embeddings, without a network.
struct EmbeddingTests {
  /// - Returns: `nil` where they do not agree; the room is untouched then.
  private func fuse(_ payloads: [[UInt8]], least: Float = 0.9104) -> [UInt8]? {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: payloads.count * 512)
    defer { memory.deallocate() }
    var pointers = payloads.enumerated().map { index, payload in
      (memory + index * 512).update(from: payload, count: 512)
      return UnsafePointer(memory + index * 512)
    }
    var fused = [UInt8](repeating: 0xee, count: 512)
    if imp_embedding_fuse(&pointers, payloads.count, least, &fused) != 0 { return fused }
    #expect(fused.allSatisfy { $0 == 0xee })
    return nil
  }

  @Test(arguments: [2, 3, 17, 64])
  func severalBecomeTheUnitVectorOfTheirSum(count: Int) throws {
    let payloads = UnitVectors.around(1, count)
    let fused = try #require(fuse(payloads))
    let sum = payloads.map(UnitVectors.values).reduce([Double](repeating: 0, count: 128)) { sum, values in
      zip(sum, values).map(+)
    }
    let expected = UnitVectors.values(UnitVectors.payload(sum))
    #expect(zip(UnitVectors.values(fused), expected).allSatisfy { abs($0 - $1) < 1e-7 })
    #expect(imp_embedding_is_unit(fused) != 0)
    #expect(payloads.dropFirst().allSatisfy { imp_embedding_cosine($0, fused) > 0.9104 })
  }

  @Test func orderDoesNotMatter() throws {
    //
    var random = SplitMix(state: 38)
    var payloads = UnitVectors.around(2, 20)
    payloads.append(payloads[0])
    let fused = try #require(fuse(payloads))
    for _ in 0..<20 {
      payloads.shuffle(using: &random)
      #expect(fuse(payloads) == fused)
    }
    payloads[5] = UnitVectors.vector(99)
    for _ in 0..<20 {
      payloads.shuffle(using: &random)
      #expect(fuse(payloads) == nil)
    }
  }

  @Test func singleOneStaysAsItIs() {
    // Though its length is not 1 to the last bit.
    let payload = UnitVectors.payload(UnitVectors.values(UnitVectors.vector(7)).map { $0 * 1.00001 })
    #expect(fuse([payload]) == payload)
  }

  @Test func oneThatIsLessAlikeThanAskedIsToldWhereverItStands() {
    let two = UnitVectors.around(4, 2)
    let cosine = imp_embedding_cosine(two[0], two[1])
    #expect(fuse(two, least: cosine - 1e-5) != nil)
    #expect(fuse(two, least: cosine + 1e-5) == nil)
    // As unlike two that are alike.
    let stranger = UnitVectors.vector(5)
    for index in 0...2 {
      var three = two
      three.insert(stranger, at: index)
      #expect(fuse(three) == nil)
    }
  }

  @Test func othersWithoutADirectionAreNotAlike() {
    let (one, other) = (UnitVectors.vector(1), UnitVectors.vector(2))
    let opposite = UnitVectors.payload(UnitVectors.values(other).map(-))
    for least in [Float(-1), 0, 0.9104] { #expect(fuse([one, other, opposite], least: least) == nil) }
    #expect(fuse([other, opposite], least: -1.1) == nil)
  }
}
