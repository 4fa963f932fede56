// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

struct MatcherTests {
  private func matcher(_ defines: [String: String] = [:]) throws -> Matcher {
    try Matcher(try FixturePlugin(defines).opened())
  }

  private func payload(_ values: UInt8...) -> TemplatePayload { TemplatePayload(bytes: values, version: 1) }

  @Test func theFormatIsTheLibrarys() throws {
    let format = try matcher().format
    #expect(format.modality == .face)
    #expect(format.algorithm == "example.fixture")
    #expect(format.readsVersions == 1...1)
    #expect(format.templateBytesMaximum == 4 && format.templateBytesFixed == 4)
    #expect(format.isSymmetric)
    #expect(format.fusesVersion == 1)
    #expect(format.similarities == 0...1)
  }

  @Test(arguments: [
    "modality = 0;", "modality = 4;", "modality = UINT32_MAX;", "reads_version_min = 0;",
    "reads_version_min = 3;", "symmetric = 2;", "fuses_version = 3;", "fuses_version = UINT32_MAX;",
    "similarity_min = NAN;", "similarity_min = -INFINITY;", "similarity_min = 100;", "similarity_max = NAN;",
    "similarity_max = INFINITY;", "similarity_max = -1;",
  ])
  func aHostileFormatIsRefused(change: String) throws {
    let error = try FormatKind.matcher.fixture(["FIX_FORMATS": "formats[0].\(change)"]).refusal()
    #expect(error.code == .brokenContract, "\(error)")
  }

  // MARK: Comparing

  @Test func aMatcherThatMisbehavedIsNotAskedAgain() throws {
    // It would be well again for the third comparison.
    let matcher = try matcher(["FIX_COMPARE": "if (probe.data[0] == 1) *similarity = 7;"])
    let (bad, good) = (payload(1, 2, 3, 4), payload(2, 2, 3, 4))
    #expect(try matcher.compare(probe: good, reference: good) == 1)
    let first = try #require(throws: PluginCallError.self) { try matcher.compare(probe: bad, reference: bad) }
    let second = try #require(throws: PluginCallError.self) {
      try matcher.compare(probe: good, reference: good)
    }
    let third = try #require(throws: PluginCallError.self) { try matcher.fuse(gallery([1, 2, 3, 4])) }
    #expect([first.code, second.code, third.code] == [.internalDefect, .state, .state])
    #expect(second.reason.contains("misbehaved"))
  }

  @Test func wordsOfOneCallDoNotReachTheNext() throws {
    let matcher = try matcher([
      "FIX_FUSE": "say(host, IMP_E_TEMPLATE_DAMAGED, \"old words\");",
      "FIX_COMPARE": "return IMP_E_TEMPLATE_DAMAGED;",
    ])
    _ = try matcher.fuse(gallery([1, 2, 3, 4]))
    let error = try #require(throws: PluginCallError.self) {
      try matcher.compare(probe: payload(1, 2, 3, 4), reference: payload(1, 2, 3, 4))
    }
    #expect(error.code == .templateDamaged)
    #expect(!error.reason.contains("old words"))
  }

  @Test func compareGivesWhatThePluginComputes() throws {
    let matcher = try matcher()
    #expect(try matcher.compare(probe: payload(5, 0, 0, 0), reference: payload(5, 1, 1, 1)) == 1)
    #expect(try matcher.compare(probe: payload(0, 0, 0, 0), reference: payload(255, 0, 0, 0)) == 0)
  }

  @Test(arguments: ["NAN", "INFINITY", "-0.5f", "1.5f"])
  func aSimilarityOutsideItsRangeIsMisbehaviour(value: String) throws {
    let matcher = try matcher(["FIX_COMPARE": "*similarity = \(value);"])
    let error = try #require(throws: PluginCallError.self) {
      try matcher.compare(probe: payload(1, 2, 3, 4), reference: payload(1, 2, 3, 4))
    }
    #expect(error.code == .internalDefect)
  }

  @Test func aSimilarityThatWasNeverWrittenIsMisbehaviour() throws {
    let matcher = try matcher(["FIX_COMPARE_FUNCTION": "lazy", "FIX_TOP": lazyCompare])
    let error = try #require(throws: PluginCallError.self) {
      try matcher.compare(probe: payload(1, 2, 3, 4), reference: payload(1, 2, 3, 4))
    }
    #expect(error.code == .internalDefect)
  }

  private let lazyCompare = """
    static imp_status lazy(const imp_matcher *m, imp_bytes p, uint32_t pv, imp_bytes r, uint32_t rv, float *s) \
    { (void)m, (void)p, (void)pv, (void)r, (void)rv, (void)s; return IMP_OK; }
    """

  private func gallery(_ payloads: [UInt8]...) -> GalleryBuffer {
    var gallery = GalleryBuffer(version: 1)
    for payload in payloads { gallery.append(payload) }
    return gallery
  }

  @Test func manyGiveWhatEachGivesAlone() throws {
    let matcher = try matcher()
    let references: [[UInt8]] = [[1, 0, 0, 0], [200, 0, 0, 0], [1, 9, 9, 9]]
    let many = try matcher.compareMany(
      probe: payload(1, 0, 0, 0), gallery: gallery(references[0], references[1], references[2]))
    let each = try references.map {
      try matcher.compare(probe: payload(1, 0, 0, 0), reference: TemplatePayload(bytes: $0, version: 1))
    }
    #expect(many == each)
  }

  @Test func anEmptyGalleryGivesNothing() throws {
    #expect(try matcher().compareMany(probe: payload(1, 0, 0, 0), gallery: GalleryBuffer(version: 1)).isEmpty)
  }

  @Test func aTemplateThatCannotBeReadIsAbsentAndTheOthersAreCompared() throws {
    let found = try matcher().compareMany(
      probe: payload(1, 0, 0, 0), gallery: gallery([1, 0, 0, 0], [1, 2, 3], [1, 0, 0, 0]))
    #expect(found == [1, nil, 1])
  }

  @Test(arguments: ["similarities[0] = 7;", "similarities[1] = -INFINITY;", "similarities[0] = INFINITY;"])
  func aSimilarityOfManyOutsideItsRangeIsMisbehaviour(statement: String) throws {
    let matcher = try matcher(["FIX_COMPARE_MANY": statement])
    let error = try #require(throws: PluginCallError.self) {
      try matcher.compareMany(probe: payload(1, 0, 0, 0), gallery: gallery([1, 0, 0, 0], [2, 0, 0, 0]))
    }
    #expect(error.code == .internalDefect)
  }

  @Test func comparingFromManyThreadsGivesTheSame() async throws {
    let matcher = try matcher()
    let probe = payload(7, 0, 0, 0)
    let results = try await withThrowingTaskGroup(of: Float.self) { group in
      for other in UInt8(0)..<200 {
        group.addTask {
          try await matcher.withoutBlocking {
            try $0.compare(probe: probe, reference: TemplatePayload(bytes: [other, 0, 0, 0], version: 1))
          }
        }
      }
      return try await group.reduce(into: Set<Float>()) { $0.insert($1) }
    }
    #expect(results.count == 193)
  }

  // MARK: Fusing

  private func fusionError(_ statement: String) throws -> PluginCallError {
    let matcher = try matcher(["FIX_FUSE": statement])
    return try #require(throws: PluginCallError.self) {
      try matcher.fuse(gallery([1, 2, 3, 4], [4, 3, 2, 1]))
    }
  }

  @Test func fuseGivesPayloadVersionCountAndQuality() throws {
    let matcher = try matcher()
    let fusion = try matcher.fuse(gallery([1, 20, 3, 4], [10, 2, 3, 0], [0, 0, 0, 40]))
    #expect(fusion.payload == payload(10, 20, 3, 40))
    #expect(fusion.count == 3)
    #expect(fusion.quality == 60)
    #expect(!"\(fusion)".contains("10, 20"))
    #expect(try matcher.fuse(gallery([9, 8, 7, 6])).payload == payload(9, 8, 7, 6))
  }

  @Test func aFusionOfFewerThanWereGivenSaysSo() throws {
    let fusion = try matcher(["FIX_FUSE": "fusion->count = 1;"]).fuse(gallery([1, 2, 3, 4], [4, 3, 2, 1]))
    #expect(fusion.count == 1)
  }

  @Test func aFusionsQualityThatWasNotMeasuredIsAbsentAndOneTooHighIsCut() throws {
    let given = gallery([1, 2, 3, 4])
    #expect(try matcher(["FIX_FUSE": "fusion->quality = -1;"]).fuse(given).quality == nil)
    #expect(try matcher(["FIX_FUSE": "fusion->quality = 101;"]).fuse(given).quality == 100)
  }

  @Test(arguments: [
    "fusion->quality = NAN;", "payload->length = 5;", "payload->length = 3;", "payload->length = 0;",
    "payload->length = (size_t)-1;", "fusion->version = 0;", "fusion->version = 2;", "fusion->size = 3;",
    "fusion->count = 0;", "fusion->count = 3;", "fusion->count = UINT32_MAX;",
    "payload->length = 99; return IMP_RETRY_SHORT_BUFFER + 800 - 2;",
  ])
  func aFusionThatBreaksTheContractIsMisbehaviour(statement: String) throws {
    let error = try fusionError(statement)
    #expect(error.code == .internalDefect, "\(error)")
    #expect(error.place == "org.example.fixture: matcher.fuse")
  }

  @Test func templatesThatDoNotAgreeAreATypedErrorAndTheMatcherGoesOn() throws {
    let matcher = try matcher([
      "FIX_FUSE": """
      if (gallery->count == 2) { say(host, IMP_E_TEMPLATES_DISAGREE, "the second one"); \
      return IMP_E_TEMPLATES_DISAGREE; }
      """
    ])
    let error = try #require(throws: PluginCallError.self) {
      try matcher.fuse(gallery([1, 2, 3, 4], [4, 3, 2, 1]))
    }
    #expect(error.code == .templatesDisagree)
    #expect(error.statusClass == .cannotEnrol)
    #expect(error.reason == "the second one")
    #expect(!error.isRetryable)
    #expect(try matcher.fuse(gallery([1, 2, 3, 4])).count == 1)
  }

  @Test func aTemplateThatCannotBeReadIsNotFused() throws {
    let matcher = try matcher()
    let error = try #require(throws: PluginCallError.self) {
      try matcher.fuse(gallery([1, 2, 3, 4], [1, 2, 3]))
    }
    #expect(error.code == .templateDamaged)
  }

  @Test(arguments: [0, 65, 1000])
  func templatesOfANumberThatIsNotFusedAreRefusedBeforeThePluginIsAsked(count: Int) throws {
    let matcher = try matcher(["FIX_FUSE": "return IMP_E_INTERNAL;"])
    var templates = GalleryBuffer(version: 1)
    for _ in 0..<count { templates.append([1, 2, 3, 4]) }
    let error = try #require(throws: PluginCallError.self) { try matcher.fuse(templates) }
    #expect(error.code == .argument)
    #expect(error.reason.contains("\(count)"))
  }

  @Test func sixtyFourTemplatesAreFused() throws {
    var templates = GalleryBuffer(version: 1)
    for byte in 0..<UInt8(Matcher.mostFused) { templates.append([byte, 0, 0, 0]) }
    let fusion = try matcher().fuse(templates)
    #expect(fusion.payload == payload(63, 0, 0, 0))
    #expect(fusion.count == 64)
  }

  @Test func whatFusesNothingSaysSoBeforeThePluginIsAsked() throws {
    let matcher = try Matcher(try FormatKind.matcher.fixture().opened())
    #expect(matcher.format.fusesVersion == nil)
    let error = try #require(throws: PluginCallError.self) { try matcher.fuse(gallery([1, 2, 3, 4])) }
    #expect(error.code == .unsupported)
    #expect(error.reason.contains("example.matcher-0"))
  }

  // MARK: Galleries

  @Test func aGalleryNeedsNoOffsetsOnlyWhileLengthsAreTheSame() {
    var gallery = gallery([1, 2], [3, 4])
    #expect(gallery.uniformLength == 2)
    gallery.append([5])
    #expect(gallery.uniformLength == nil)
    gallery.append([6])
    #expect(gallery.uniformLength == nil)
    #expect(gallery.count == 4)
    #expect(gallery.offsets == [0, 2, 4, 5, 6])
  }
}
