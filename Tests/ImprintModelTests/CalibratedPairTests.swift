// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

/// Which pairs of templates a calibration holds for.
@Suite struct CalibratedPairTests {
  private static let extractor = "dev.example.extractor"

  private func side(
    _ version: UInt32 = 1, by extractor: String = extractor, _ minors: ClosedRange<Int> = 0...0,
    samples: ClosedRange<Int> = 1...1
  ) -> CalibratedTemplates {
    CalibratedTemplates(
      version: version, extractor: extractor,
      extractorVersions: release(minors.lowerBound)...release(minors.upperBound),
      samples: samples)
  }

  private func release(_ minor: Int) -> SemanticVersion { SemanticVersion(major: 1, minor: minor, patch: 0) }

  private func pair(
    _ probe: CalibratedTemplates, _ reference: CalibratedTemplates? = nil, unmarked: Bool = false
  ) -> CalibratedPair {
    CalibratedPair(
      format: "example.face", probe: probe, reference: reference ?? probe, includesUnmarked: unmarked)
  }

  private func origin(
    _ version: UInt32 = 1, by extractor: String? = extractor, _ minor: Int = 0, samples: Int = 1,
    format: String = "example.face"
  ) throws -> TemplateOrigin {
    TemplateOrigin(
      format: try #require(TemplateFormat(algorithm: format, version: version)),
      maker: extractor.flatMap { TemplateMaker(id: $0, version: release(minor)) }, samples: samples)
  }

  private func covers(
    _ pair: CalibratedPair, _ probe: TemplateOrigin, _ reference: TemplateOrigin, inEitherOrder: Bool = false
  ) -> Bool {
    pair.covers(probe: probe, reference: reference, inEitherOrder: inEitherOrder)
  }

  @Test func theTemplatesThatWereMeasuredAreCoveredAndAllOthersAreNot() throws {
    let measured = try #require(CalibratedPair(exactly: try origin()))
    #expect(measured == pair(side()))
    #expect(covers(measured, try origin(), try origin()))
    let others = [
      try origin(2), try origin(by: "dev.example.other"), try origin(by: nil), try origin(1, 1),
      try origin(samples: 2), try origin(format: "example.other"),
    ]
    for other in others {
      #expect(!covers(measured, other, try origin()), "\(other)")
      #expect(!covers(measured, try origin(), other), "\(other)")
      #expect(!covers(measured, other, other), "\(other)")
    }
  }

  @Test func rangesIncludeBothOfTheirEnds() throws {
    let wide = pair(side(1, 2...4, samples: 2...5))
    for (minor, samples, isCovered) in [
      (2, 2, true), (4, 5, true), (3, 3, true), (1, 3, false), (5, 3, false), (3, 1, false), (3, 6, false),
    ] {
      let found = try origin(1, minor, samples: samples)
      #expect(covers(wide, found, found) == isCovered, "\(minor) \(samples)")
    }
  }

  @Test func probeAndReferenceAreExchangedForASymmetricFormatAlone() throws {
    let mixed = pair(side(), side(by: "dev.example.other"))
    let (one, other) = (try origin(), try origin(by: "dev.example.other"))
    #expect(covers(mixed, one, other) && !covers(mixed, other, one))
    #expect(covers(mixed, other, one, inEitherOrder: true))
    #expect(!covers(mixed, one, one, inEitherOrder: true))
    #expect(!covers(mixed, other, other, inEitherOrder: true))
  }

  @Test func unmarkedTemplatesOfOneSampleCountWhereThatIsSaid() throws {
    let unmarked = try origin(by: nil)
    #expect(covers(pair(side(), unmarked: true), unmarked, try origin()))
    #expect(covers(pair(side(), unmarked: true), unmarked, unmarked))
    #expect(!covers(pair(side()), unmarked, unmarked))
    // Of several makers, perhaps: what is fused and names none is nobody's.
    let fused = try origin(by: nil, samples: 2)
    #expect(!covers(pair(side(samples: 1...9), unmarked: true), fused, fused))
    // Of another version it is not what is meant either.
    #expect(!covers(pair(side(), unmarked: true), try origin(2, by: nil), unmarked))
  }

  @Test func entriesOverlapWhereOnePairCanBeBoth() {
    let one = pair(side(1, 0...3))
    let overlapping = [pair(side(1, 3...5)), pair(side(1, 1...2)), one]
    for other in overlapping { #expect(one.overlaps(other, inEitherOrder: false)) }
    let apart = [
      pair(side(1, 4...5)), pair(side(2, 0...3)), pair(side(1, 0...3, samples: 2...3)),
      pair(side(1, by: "dev.example.other", 0...3)), pair(side(1, 0...3), side(2, 0...3)),
    ]
    for other in apart { #expect(!one.overlaps(other, inEitherOrder: true), "\(other)") }
  }

  @Test func reversedEntriesOverlapForASymmetricFormatAlone() {
    let one = pair(side(1), side(2))
    let other = pair(side(2), side(1))
    #expect(one.overlaps(other, inEitherOrder: true) && !one.overlaps(other, inEitherOrder: false))
  }

  @Test func entriesThatBothTakeUnmarkedTemplatesOverlapByThose() {
    let one = pair(side(), unmarked: true)
    let other = pair(side(by: "dev.example.other"), unmarked: true)
    #expect(one.overlaps(other, inEitherOrder: false))
    let marked = pair(side(by: "dev.example.other"))
    #expect(!one.overlaps(marked, inEitherOrder: false))
    let fused = pair(side(by: "dev.example.other", samples: 2...9), unmarked: true)
    #expect(!one.overlaps(fused, inEitherOrder: false))
  }

  @Test func whatTheyAreOfIsSaidInWords() throws {
    #expect(
      "\(pair(side(1, 0...2, samples: 1...5), side(2), unmarked: true))"
        == "example.face, version 1 of dev.example.extractor 1.0.0 to 1.2.0, 1 to 5 samples, compared with "
        + "version 2 of dev.example.extractor 1.0.0, one sample, or unmarked")
    #expect("\(try origin(samples: 3))" == "example.face/1 of dev.example.extractor 1.0.0, 3 samples")
    #expect("\(try origin(by: nil))" == "example.face/1 of an unnamed extractor, one sample")
  }
}
