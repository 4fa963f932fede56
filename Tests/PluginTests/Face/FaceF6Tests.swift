// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Foundation
import Testing

@Suite struct FaceF6Tests {
  private static func template(_ picture: Picture) throws -> [UInt8] {
    let face = try #require(try TestTracker().track(picture).first)
    return try TestFaceExtractor(.f6).extract(picture, face).template
  }

  @Test func picturesOfOnePersonAreMoreAlikeThanPicturesOfTwo() throws {
    let matcher = try TestFaceMatcher(.f6)
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
    let similarity = try TestFaceMatcher(.f6).compare(Self.template(picture), Self.template(picture.mirrored))
    #expect(similarity > 0.985)
  }

  @Test func sameFaceGivesTheSameBytesInEveryExtractor() throws {
    let picture = try Picture.sample("biden.jpg")
    let face = try #require(try TestTracker().track(picture).first)
    let extractor = try TestFaceExtractor(.f6)
    let first = try extractor.extract(picture, face)
    #expect(first.quality == face.quality(Int32(IMP_QUALITY_UNIFIED)))
    #expect(try extractor.extract(picture, face).template == first.template)
    #expect(try TestFaceExtractor(.f6).extract(picture.withGap(5), face).template == first.template)
  }

  @Test func greyPictureStaysTheSamePerson() throws {
    let picture = try Picture.sample("obama.jpg")
    let other = try Self.template(.sample("biden.jpg"))
    let colour = try Self.template(picture)
    let grey = try Self.template(picture.grey)
    let matcher = try TestFaceMatcher(.f6)
    #expect(try matcher.compare(colour, grey) > matcher.compare(grey, other) + 0.02)
  }

  @Test func landmarksThatAreNoFaceAreATypedFailure() throws {
    let picture = try Picture.sample("obama.jpg")
    let found = try #require(try TestTracker().track(picture).first)
    let extractor = try TestFaceExtractor(.f6)
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
    #expect(throws: Refused(status: IMP_E_NO_SUBJECT)) { try extractor.extract(picture, spot) }
    #expect(throws: Refused(status: IMP_E_QUALITY)) { try extractor.extract(picture, outside) }
    #expect(throws: Refused(status: IMP_E_QUALITY)) { try extractor.extract(picture, tiny) }
    #expect(throws: Refused.self) { try extractor.extract(picture, far) }
    #expect(throws: Refused(status: IMP_E_NO_SUBJECT)) { try extractor.extract(picture, unsure) }
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
    let extractor = try TestFaceExtractor(.f6)
    #expect(throws: Refused(status: IMP_E_QUALITY)) { try extractor.extract(.flat(1, 1), moved(to: 0.5)) }
    #expect(throws: Refused(status: IMP_E_QUALITY)) { try extractor.extract(.flat(500, 500), moved(to: 0)) }
    // Eyes and nose are inside, and most of the chip is not.
    let side = Int(found.face.box.width)
    #expect(try extractor.extract(.flat(side, side), moved(to: Float(side) / 2)).template.count == 512)
  }

  @Test func comparingOneWithManyIsComparingOneWithEach() throws {
    let matcher = try TestFaceMatcher(.f6)
    let probe = UnitVectors.vector(1)
    let references = (2..<60).map { UnitVectors.vector($0) }
    let many = try matcher.compare(
      probe, withMany: TestGallery(references.flatMap { $0 }, count: UInt64(references.count)))
    let each = try references.map { try matcher.compare(probe, $0) }
    #expect(many.map(\.bitPattern) == each.map(\.bitPattern))
    let swapped = try references.map { try matcher.compare($0, probe) }
    #expect(swapped.map(\.bitPattern) == each.map(\.bitPattern))
    #expect(Set(each).count == each.count)
    #expect(abs(try matcher.compare(probe, probe) - 1) < 1e-6)
  }

  @Test func cosineIsThatOfDoublePrecision() throws {
    let a = UnitVectors.vector(5)
    let b = UnitVectors.vector(6)
    let expected = UnitVectors.dot(UnitVectors.values(a), UnitVectors.values(b))
    #expect(abs(Double(try TestFaceMatcher(.f6).compare(a, b)) - expected) < 1e-6)
  }

  @Test func unreadableTemplatesOfAGalleryAreNaNAndTheOthersCompared() throws {
    let matcher = try TestFaceMatcher(.f6)
    let probe = UnitVectors.vector(1)
    let good = UnitVectors.vector(2)
    let zeros = [UInt8](repeating: 0, count: 512)
    let many = try matcher.compare(
      probe, withMany: TestGallery([good, zeros, good.dropLast(), good]))
    let similarity = try matcher.compare(probe, good)
    #expect(many[0] == similarity && many[1].isNaN && many[2].isNaN && many[3] == similarity)
    #expect(try matcher.compare(probe, withMany: TestGallery([])).isEmpty)
  }

  @Test(arguments: [0, 1, 511, 513, 1024])
  func templateOfAnotherLengthIsDamaged(length: Int) throws {
    let matcher = try TestFaceMatcher(.f6)
    let good = UnitVectors.vector(1)
    let bad = Array((good + good).prefix(length))
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) { try matcher.compare(bad, good) }
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) { try matcher.compare(good, bad) }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, .signalingNaN, 1e38, 3])
  func templateWithAHostileNumberIsDamaged(number: Float) throws {
    let matcher = try TestFaceMatcher(.f6)
    var bad = UnitVectors.vector(1)
    bad.replaceSubrange(100..<104, with: withUnsafeBytes(of: number.bitPattern.littleEndian, Array.init))
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) {
      try matcher.compare(bad, UnitVectors.vector(2))
    }
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) {
      try matcher.compare(UnitVectors.vector(2), bad)
    }
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) {
      try matcher.compare(bad, withMany: TestGallery(UnitVectors.vector(2), count: 1))
    }
  }

  @Test func mutatedTemplatesAreRefusedOrGiveASimilarityInRange() throws {
    let matcher = try TestFaceMatcher(.f6)
    let probe = UnitVectors.vector(1)
    var random = SplitMix(state: 2026)
    var refused = 0
    var compared = 0
    for _ in 0..<10_000 {
      var bad = UnitVectors.vector(2)
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

  // MARK: Versions

  @Test func extractorMakesVersion2() throws {
    let face = try #require(try TestTracker().track(.sample("obama.jpg")).first)
    #expect(try TestFaceExtractor(.f6).extract(.sample("obama.jpg"), face).version == 2)
  }

  @Test func version1IsComparedWithEitherVersion() throws {
    let matcher = try TestFaceMatcher(.f6)
    let (old, new) = (UnitVectors.vector(1), UnitVectors.vector(2))
    let versions: [(probe: UInt32, reference: UInt32)] = [(1, 1), (1, 2), (2, 1), (2, 2)]
    let similarities = try versions.map { try matcher.compare(old, new, versions: $0) }
    #expect(Set(similarities.map(\.bitPattern)).count == 1)
    let many = try matcher.compare(new, withMany: TestGallery([old, new], version: 1))
    #expect(many == [similarities[0], try matcher.compare(new, new)])
  }

  @Test(arguments: [0, 3, .max] as [UInt32])
  func anotherVersionIsRefused(version: UInt32) throws {
    let matcher = try TestFaceMatcher(.f6)
    let template = UnitVectors.vector(1)
    #expect(throws: Refused(status: IMP_E_TEMPLATE_VERSION)) {
      try matcher.compare(template, template, versions: (version, 2))
    }
    #expect(throws: Refused(status: IMP_E_TEMPLATE_VERSION)) {
      try matcher.compare(template, template, versions: (2, version))
    }
  }

  @Test func version1IsNotFusedAsIfItWereVersion2() throws {
    let person = UnitVectors.around(3, 3)
    for templates in [person, [person[0]]] {
      #expect(throws: Refused(status: IMP_E_TEMPLATE_VERSION)) {
        try TestFaceMatcher(.f6).fuse(templates, version: 1)
      }
    }
  }

  // MARK: Fusing

  @Test func picturesOfOnePersonAreFusedInAnyOrder() throws {
    //
    let matcher = try TestFaceMatcher(.f6)
    let obama = try ["obama.jpg", "obama2.jpg", "obama3.jpg"].map { try Self.template(.sample($0)) }
    let made = try matcher.fuse(obama)
    #expect((made.fusion.version, made.fusion.count, made.fusion.quality) == (2, 3, -1))
    #expect(try matcher.fuse([obama[2], obama[0], obama[1]]).template == made.template)
    let biden = try Self.template(.sample("biden.jpg"))
    #expect(try obama.allSatisfy { try matcher.compare($0, made.template) > matcher.compare($0, biden) })
    #expect(throws: Refused(status: IMP_E_TEMPLATES_DISAGREE)) { try matcher.fuse([biden, obama[0]]) }
  }

  @Test func singleTemplateIsFusedToItself() throws {
    let alone = UnitVectors.vector(9)
    let made = try TestFaceMatcher(.f6).fuse([alone])
    #expect((made.template, made.fusion.count) == (alone, 1))
  }

  @Test func strangersAreNotFused() throws {
    let matcher = try TestFaceMatcher(.f6)
    let person = UnitVectors.around(3, 4)
    #expect(try matcher.fuse(person).fusion.count == 4)
    #expect(throws: Refused(status: IMP_E_TEMPLATES_DISAGREE)) {
      try matcher.fuse(person + [UnitVectors.vector(4)])
    }
  }

  @Test func templateThatIsNoUnitVectorIsNotFused() throws {
    let matcher = try TestFaceMatcher(.f6)
    let (good, zeros) = (UnitVectors.vector(1), [UInt8](repeating: 0, count: 512))
    for bad in [zeros, Array(good.dropLast())] {
      #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) { try matcher.fuse([good, bad]) }
    }
    #expect(throws: Refused(status: IMP_E_ARGUMENT)) { try matcher.fuse([]) }
  }
}
