// SPDX-License-Identifier: Apache-2.0
import CImprint
import Foundation
import Testing

@Suite struct FaceF6Tests {
  private static func template(_ picture: Picture) throws -> [UInt8] {
    let face = try #require(try TestTracker().track(picture).first)
    return try TestMatcher().extract(picture, face).template
  }

  /// A unit vector that is the same on every run.
  private static func vector(_ seed: UInt64) -> [UInt8] {
    var random = SplitMix(state: seed)
    let values = (0..<128).map { _ in Float.random(in: -1...1, using: &random) }
    let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return values.flatMap { withUnsafeBytes(of: ($0 / length).bitPattern.littleEndian, Array.init) }
  }

  @Test func picturesOfOnePersonAreMoreAlikeThanPicturesOfTwo() throws {
    let matcher = try TestMatcher()
    let obama = try ["obama.jpg", "obama2.jpg", "obama3.jpg"].map { try Self.template(.sample($0)) }
    let biden = try Self.template(.sample("biden.jpg"))
    let same = [
      try matcher.compare(obama[0], obama[1]), try matcher.compare(obama[0], obama[2]),
      try matcher.compare(obama[1], obama[2]),
    ]
    let different = try obama.map { try matcher.compare($0, biden) }
    #expect(try #require(same.min()) > #require(different.max()) + 0.02)
  }

  @Test func mirroredPictureGivesNearlyTheSameTemplate() throws {
    let picture = try Picture.sample("obama.jpg")
    let similarity = try TestMatcher().compare(Self.template(picture), Self.template(picture.mirrored))
    #expect(similarity > 0.985)
  }

  @Test func sameFaceGivesTheSameBytesInEveryMatcher() throws {
    let picture = try Picture.sample("biden.jpg")
    let face = try #require(try TestTracker().track(picture).first)
    let matcher = try TestMatcher()
    let first = try matcher.extract(picture, face)
    #expect(first.quality == face.quality(Int32(IMP_QUALITY_UNIFIED)))
    #expect(try matcher.extract(picture, face).template == first.template)
    #expect(try TestMatcher().extract(picture.withGap(5), face).template == first.template)
  }

  @Test func greyPictureStaysTheSamePerson() throws {
    let picture = try Picture.sample("obama.jpg")
    let other = try Self.template(.sample("biden.jpg"))
    let colour = try Self.template(picture)
    let grey = try Self.template(picture.grey)
    let matcher = try TestMatcher()
    #expect(try matcher.compare(colour, grey) > matcher.compare(grey, other) + 0.02)
  }

  @Test func landmarksThatAreNoFaceAreATypedFailure() throws {
    let picture = try Picture.sample("obama.jpg")
    let found = try #require(try TestTracker().track(picture).first)
    let matcher = try TestMatcher()
    var spot = found
    spot.landmarks = found.landmarks.map { _ in imp_point3(x: 40, y: 40, z: 0) }
    var outside = found
    outside.landmarks = found.landmarks.map { imp_point3(x: $0.x + 5000, y: $0.y, z: $0.z) }
    var tiny = found
    tiny.landmarks = found.landmarks.map { imp_point3(x: $0.x * 0.02, y: $0.y * 0.02, z: 0) }
    var far = found
    far.landmarks = found.landmarks.map { imp_point3(x: $0.x * 1e30, y: $0.y, z: 0) }
    var unsure = found
    unsure.face.presence = 0.2
    #expect(throws: Refused(status: IMP_E_NO_SUBJECT)) { try matcher.extract(picture, spot) }
    #expect(throws: Refused(status: IMP_E_QUALITY)) { try matcher.extract(picture, outside) }
    #expect(throws: Refused(status: IMP_E_QUALITY)) { try matcher.extract(picture, tiny) }
    #expect(throws: Refused.self) { try matcher.extract(picture, far) }
    #expect(throws: Refused(status: IMP_E_NO_SUBJECT)) { try matcher.extract(picture, unsure) }
  }

  @Test func faceCutByTheImagesEdgeIsRefusedAndOneNearItIsNot() throws {
    let found = try #require(try TestTracker().track(.sample("obama.jpg")).first)
    let middle = found.landmarks[4]
    func moved(to place: Float) -> FoundFace {
      var moved = found
      moved.landmarks = found.landmarks.map {
        imp_point3(x: $0.x - middle.x + place, y: $0.y - middle.y + place, z: $0.z)
      }
      return moved
    }
    let matcher = try TestMatcher()
    #expect(throws: Refused(status: IMP_E_QUALITY)) { try matcher.extract(.flat(1, 1), moved(to: 0.5)) }
    #expect(throws: Refused(status: IMP_E_QUALITY)) { try matcher.extract(.flat(500, 500), moved(to: 0)) }
    // Eyes and nose are inside, and most of the chip is not.
    let side = Int(found.face.box.width)
    #expect(try matcher.extract(.flat(side, side), moved(to: Float(side) / 2)).template.count == 512)
  }

  @Test func comparingOneWithManyIsComparingOneWithEach() throws {
    let matcher = try TestMatcher()
    let probe = Self.vector(1)
    let references = (2..<60).map { Self.vector($0) }
    let many = try matcher.compare(probe, withMany: references.flatMap { $0 })
    let each = try references.map { try matcher.compare(probe, $0) }
    #expect(many.map(\.bitPattern) == each.map(\.bitPattern))
    let swapped = try references.map { try matcher.compare($0, probe) }
    #expect(swapped.map(\.bitPattern) == each.map(\.bitPattern))
    #expect(Set(each).count == each.count)
    #expect(abs(try matcher.compare(probe, probe) - 1) < 1e-6)
  }

  @Test func cosineIsThatOfDoublePrecision() throws {
    func values(_ bytes: [UInt8]) -> [Double] {
      stride(from: 0, to: 512, by: 4).map { at in
        Double(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: Float.self) })
      }
    }
    let a = Self.vector(5)
    let b = Self.vector(6)
    let expected = zip(values(a), values(b)).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(abs(Double(try TestMatcher().compare(a, b)) - expected) < 1e-6)
  }

  @Test func unreadableTemplatesOfAGalleryAreNaNAndTheOthersCompared() throws {
    let matcher = try TestMatcher()
    let probe = Self.vector(1)
    let good = Self.vector(2)
    let zeros = [UInt8](repeating: 0, count: 512)
    let many = try matcher.compare(
      probe, withMany: good + zeros + good.dropLast() + good, lengths: [512, 512, 511, 512])
    let similarity = try matcher.compare(probe, good)
    #expect(many[0] == similarity && many[1].isNaN && many[2].isNaN && many[3] == similarity)
    #expect(try matcher.compare(probe, withMany: [], lengths: []).isEmpty)
  }

  @Test(arguments: [0, 1, 511, 513, 1024])
  func templateOfAnotherLengthIsDamaged(length: Int) throws {
    let matcher = try TestMatcher()
    let good = Self.vector(1)
    let bad = Array((good + good).prefix(length))
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) { try matcher.compare(bad, good) }
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) { try matcher.compare(good, bad) }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, .signalingNaN, 1e38, 3])
  func templateWithAHostileNumberIsDamaged(number: Float) throws {
    let matcher = try TestMatcher()
    var bad = Self.vector(1)
    bad.replaceSubrange(100..<104, with: withUnsafeBytes(of: number.bitPattern.littleEndian, Array.init))
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) { try matcher.compare(bad, Self.vector(2)) }
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) { try matcher.compare(Self.vector(2), bad) }
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) {
      try matcher.compare(bad, withMany: Self.vector(2))
    }
  }

  @Test func mutatedTemplatesAreRefusedOrGiveASimilarityInRange() throws {
    let matcher = try TestMatcher()
    let probe = Self.vector(1)
    var random = SplitMix(state: 2026)
    var refused = 0
    var compared = 0
    for _ in 0..<10_000 {
      var bad = Self.vector(2)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bad[Int.random(in: 0..<512, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let similarity = try matcher.compare(probe, bad)
        #expect((-1...1).contains(similarity))
        compared += 1
      } catch {
        #expect(error as? Refused == Refused(status: IMP_E_TEMPLATE_DAMAGED))
        refused += 1
      }
    }
    // Both happen: changes of low bits cannot be seen, those of high bits must be.
    #expect(refused > 3000 && compared > 1000)
  }
}
