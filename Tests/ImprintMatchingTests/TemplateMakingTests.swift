// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintMatching
@testable import ImprintRuntime

@Suite struct TemplateMakingTests {
  private func extraction(_ bytes: [UInt8], version: UInt32 = 2, quality: Float? = 71.6) -> Extraction {
    Extraction(payload: TemplatePayload(bytes: bytes, version: version), quality: quality)
  }

  @Test func whatAnExtractorMadeIsPutIntoTheEnvelopesTerms() throws {
    let format = try #require(TemplateFormat(algorithm: "example.fake", version: 2))
    let face = try Template(
      extraction([9]), of: .face, at: .face, in: format, by: "org.example", maker: nil,
      created: 1_700_000_000)
    #expect(face.format.description == "example.fake/2" && face.payload == [9])
    #expect(face.quality == 72 && face.created == 1_700_000_000 && face.site == .face)
    let finger = try Template(
      extraction([9], quality: nil), of: .finger, at: .leftRing, in: format, by: "org.example", maker: nil,
      created: 0)
    #expect(finger.modality == .finger && finger.site == .leftRing)
    #expect(finger.quality == nil && finger.created == nil)
  }

  @Test func aTemplateOfNoBytesIsTheAlgorithmsFault() throws {
    let format = try #require(TemplateFormat(algorithm: "example.fake", version: 2))
    let error = #expect(throws: MatchingError.self) {
      try Template(
        extraction([]), of: .face, at: .face, in: format, by: "org.example", maker: nil, created: nil)
    }
    #expect(error?.code == .brokenAlgorithm && error?.place == "org.example")
  }

  @Test func severalOfOnePersonBecomeOne() throws {
    let own = try [10, 20, 30].map { try fakeTemplate($0, maker: fakeFuser) }
    let fused = try fakeMatcher().fuseBlocking(own, created: 7)
    #expect(fused.payload == [20] && fused.format.version == 2 && fused.quality == 72 && fused.created == 7)
    #expect(fused.samples == 3 && fused.maker == fakeFuser)
    #expect(try fakeMatcher().compareBlocking(fused, with: fakeTemplate(20)).similarity == 1)
    let again = try fakeMatcher().fuseBlocking([fused, own[1]])
    #expect(again.samples == 4 && again.maker == fakeFuser)
  }

  @Test func whatAnotherPluginOrReleaseMadeIsNobodysOnceItIsFused() throws {
    let newer = TemplateMaker(id: "dev.example.fake", version: SemanticVersion(major: 1, minor: 1, patch: 0))
    for maker in [fakeMaker, newer, nil] {
      let fused = try fakeMatcher().fuseBlocking([
        fakeTemplate(10, maker: maker), fakeTemplate(20, maker: maker),
      ])
      #expect(fused.maker == nil && fused.samples == 2)
    }
  }

  @Test func aMatchersCalibrationOfFusedTemplatesIsNotForWhatAnotherFused() throws {
    // The entry is of what the extractor's own plugin fused, and so differently.
    let matcher = fakeMatcher([try fakeEntry(0), try fakeEntry(1, fakeSide(samples: 2...5))])
    let fused = try matcher.fuseBlocking([fakeTemplate(10), fakeTemplate(20)])
    #expect(try !matcher.compareBlocking(fused, with: fused).isCalibrated)
  }

  @Test func aFusedTemplateIsOfTheSiteThatAllAreOf() throws {
    let format = try #require(TemplateFormat(algorithm: "example.fake", version: 2))
    func finger(_ site: BodySite) throws -> Template {
      try #require(
        Template(
          format: format, modality: .face, site: site, quality: nil, maker: fakeMaker, samples: 1,
          payload: [10]))
    }
    #expect(try fakeMatcher().fuseBlocking([finger(.rightThumb), finger(.rightThumb)]).site == .rightThumb)
    #expect(try fakeMatcher().fuseBlocking([finger(.rightThumb), finger(.leftThumb)]).site == .unknown)
    #expect(try fakeMatcher().fuseBlocking([finger(.rightThumb), finger(.unknown)]).site == .unknown)
  }

  @Test func ofSeveralMakersItIsNobodysAndOfNoSingleSample() throws {
    let other = TemplateMaker(id: "dev.example.other", version: SemanticVersion(major: 1, minor: 0, patch: 0))
    let fused = try fakeMatcher().fuseBlocking([fakeTemplate(10), fakeTemplate(20, maker: other)])
    #expect(fused.maker == nil && fused.samples == 2 && !fused.origin.isUnmarked)
  }

  @Test func whereSomeAreLeftOutItIsOfSoManyAsAreSure() throws {
    let matcher = TemplateMatcher(algorithm: FakeAlgorithm(fused: 2), calibrations: .empty)
    func fused(_ samples: [Int]) throws -> Template {
      try matcher.fuseBlocking(samples.map { try fakeTemplate(10, maker: fakeFuser, samples: $0) })
    }
    let alike = try fused([1, 1, 1])
    #expect(alike.maker == fakeFuser && alike.samples == 2)
    let unclear = try fused([1, 1, 3])
    #expect(unclear.maker == nil && unclear.samples == 2)
  }

  @Test func whereOneIsTakenAsItIsTheTemplateIsThatOne() throws {
    let matcher = TemplateMatcher(algorithm: FakeAlgorithm(fused: 1), calibrations: .empty)
    let taken = try matcher.fuseBlocking([
      fakeTemplate(20), fakeTemplate(10, maker: nil), fakeTemplate(30, maker: nil),
    ])
    #expect(taken.payload == [20] && taken.maker == fakeMaker && taken.samples == 1)
    // Of two that are the same, nobody says which.
    let unclear = try matcher.fuseBlocking([fakeTemplate(20), fakeTemplate(20, samples: 3)])
    #expect(unclear.maker == nil && unclear.samples == 2)
  }

  @Test func whereOneIsUsedAndChangedItIsNobodysAndOfNoSingleSample() throws {
    let matcher = TemplateMatcher(algorithm: FakeAlgorithm(fused: 1), calibrations: .empty)
    let changed = try matcher.fuseBlocking([
      fakeTemplate(10, maker: fakeFuser), fakeTemplate(20, maker: fakeFuser),
    ])
    #expect(changed.maker == nil && changed.samples == 2)
    // It was of version 1, and is of version 2.
    let newer = try matcher.fuseBlocking([fakeTemplate(10, version: 1, maker: fakeFuser)])
    #expect(newer.maker == nil && newer.samples == 2)
  }

  @Test func onesThatDoNotAgreeAreRefusedAsSuch() throws {
    let error = #expect(throws: PluginCallError.self) {
      try fakeMatcher().fuseBlocking([fakeTemplate(10), fakeTemplate(200)])
    }
    #expect(error?.code == .templatesDisagree && error?.statusClass == .cannotEnrol)
    #expect(error?.remedy.contains("same person") == true)
  }

  @Test func ofSeveralVersionsNothingIsMade() throws {
    let error = #expect(throws: TemplateError.self) {
      try fakeMatcher().fuseBlocking([fakeTemplate(10), fakeTemplate(20, version: 1)])
    }
    #expect(error?.code == .otherVersion)
  }

  @Test func anotherFormatsTemplateIsRefusedBeforeThePluginIsAsked() throws {
    let error = #expect(throws: TemplateError.self) {
      try fakeMatcher().fuseBlocking([fakeTemplate(10), fakeTemplate(20, algorithm: "acme.other")])
    }
    #expect(error?.code == .otherAlgorithm)
  }

  @Test func ofNoTemplatesNoneIsMade() throws {
    let error = #expect(throws: MatchingError.self) { try fakeMatcher().fuseBlocking([]) }
    #expect(error?.code == .noTemplates)
  }
}
