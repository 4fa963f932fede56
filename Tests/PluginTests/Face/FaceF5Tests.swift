// SPDX-License-Identifier: Apache-2.0
import CImprint
import CPackedEmbedding
import ContractTestSupport
import Testing

@Suite struct FaceF5Tests {
  private static func template(_ picture: Picture) throws -> [UInt8] {
    let face = try #require(try TestTracker().track(picture).first)
    return try TestFaceExtractor(.f5).extract(picture, face).template
  }

  /// A template of F5 of what the vector is.
  private static func packed(_ seed: UInt64) throws -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 116)
    let values = UnitVectors.values(UnitVectors.vector(seed)).map(Float.init)
    try #require(imp_packed_make(values, 50, &payload) == 1)
    return payload
  }

  @Test func picturesOfOnePersonAreMoreAlikeThanPicturesOfTwo() throws {
    let matcher = try TestFaceMatcher(.f5)
    let obama = try ["obama.jpg", "obama2.jpg", "obama3.jpg"].map { try Self.template(.sample($0)) }
    let biden = try Self.template(.sample("biden.jpg"))
    let same = [
      try matcher.compare(obama[0], obama[1]), try matcher.compare(obama[0], obama[2]),
      try matcher.compare(obama[1], obama[2]),
    ]
    let different = try obama.map { try matcher.compare($0, biden) }
    #expect(try #require(same.min()) > #require(different.max()) + 0.02)
  }

  @Test func aTemplateSaysItsFormatVersionAndQuality() throws {
    let picture = try Picture.sample("obama.jpg")
    let face = try #require(try TestTracker().track(picture).first)
    let made = try TestFaceExtractor(.f5).extract(picture, face)
    #expect(made.version == 1 && made.template.count == 116)
    #expect(Array(made.template[0..<4]) == Array("IMF5".utf8))
    #expect(Float(made.template[5]) == made.quality.rounded())
    #expect(try TestFaceExtractor(.f5).extract(picture.withGap(5), face).template == made.template)
  }

  @Test func theOnePassIsThatOfF6() throws {
    let picture = try Picture.sample("biden.jpg")
    let face = try #require(try TestTracker().track(picture).first)
    let f6 = try TestFaceExtractor(.f6).extract(picture, face).template
    let f5 = try TestFaceExtractor(.f5).extract(picture, face).template
    // F6 adds the mirrored pass, and does not round.
    #expect(try TestFaceMatcher(.f6).compare(f6, PackedNumbers.unit(f5)) > 0.98)
  }

  @Test func comparingOneWithManyIsComparingOneWithEach() throws {
    let matcher = try TestFaceMatcher(.f5)
    let probe = try Self.packed(1)
    let references = try (2..<40).map { try Self.packed($0) }
    let many = try matcher.compare(
      probe, withMany: TestGallery(references.flatMap { $0 }, count: UInt64(references.count)))
    let each = try references.map { try matcher.compare(probe, $0) }
    #expect(many.map(\.bitPattern) == each.map(\.bitPattern))
    #expect(try references.map { try matcher.compare($0, probe) } == each)
    #expect(try matcher.compare(probe, probe) == 1)
  }

  @Test func anotherAlgorithmsTemplateIsRefusedEitherWay() throws {
    let (f5, f6) = (try Self.packed(1), UnitVectors.vector(1))
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) { try TestFaceMatcher(.f5).compare(f6, f5) }
    #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) { try TestFaceMatcher(.f6).compare(f5, f6) }
    // Of F5's length, and not its format.
    #expect(throws: Refused(status: IMP_E_TEMPLATE_FORMAT)) {
      try TestFaceMatcher(.f5).compare(Array(f6.prefix(116)), f5)
    }
  }

  @Test func aChangedByteIsDamageAndAMemberOfAGalleryThatIsDamagedIsNaN() throws {
    let matcher = try TestFaceMatcher(.f5)
    let good = try Self.packed(2)
    for at in 4..<116 {
      var bad = good
      bad[at] ^= 0x20
      #expect(throws: Refused(status: IMP_E_TEMPLATE_DAMAGED)) { try matcher.compare(good, bad) }
    }
    var bad = good
    bad[60] ^= 1
    let many = try matcher.compare(good, withMany: TestGallery([good, bad, Array(good.dropLast()), good]))
    #expect(many[0] == many[3] && many[1].isNaN && many[2].isNaN)
  }

  @Test(arguments: [0, 2, .max] as [UInt32])
  func anotherVersionIsRefused(version: UInt32) throws {
    let template = try Self.packed(1)
    #expect(throws: Refused(status: IMP_E_TEMPLATE_VERSION)) {
      try TestFaceMatcher(.f5).compare(template, template, versions: (version, 1))
    }
  }

  @Test func itFusesNone() throws {
    #expect(throws: Refused(status: IMP_E_UNSUPPORTED)) {
      try TestFaceMatcher(.f5).fuse([try Self.packed(1), try Self.packed(1)], version: 1)
    }
  }
}
