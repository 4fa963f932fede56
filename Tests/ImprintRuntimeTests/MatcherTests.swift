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

  private func extractionError(_ statement: String) async throws -> PluginCallError {
    let matcher = try matcher(["FIX_EXTRACT": statement])
    let image = try image(1, 2, 3, 4)
    return try await #require(throws: PluginCallError.self) {
      try await matcher.extract(image: image, face: nil)
    }
  }

  @Test func theInfoIsTheLibrarys() throws {
    let info = try matcher().info
    #expect(info.modality == .face)
    #expect(info.writes?.description == "example.fixture/1")
    #expect(info.readsVersions == 1...1)
    #expect(info.templateBytesFixed == 4)
    #expect(!info.needsFace && info.isSymmetric)
    #expect(info.similarities == 0...1)
  }

  @Test func extractGivesPayloadVersionAndQuality() async throws {
    let extraction = try await matcher().extract(image: try image(9, 8, 7, 6), face: nil)
    #expect(extraction.payload.bytes == [9, 8, 7, 6])
    #expect(extraction.version == 1)
    #expect(extraction.quality == 50)
    #expect(!"\(extraction)".contains("9, 8"))
  }

  @Test func aPluginIsToldTheResolution() async throws {
    let matcher = try matcher(["FIX_EXTRACT": "extraction->quality = (float)(image->resolution / 1000);"])
    func quality(_ resolution: Int?) async throws -> Float? {
      let pixels = [UInt8](repeating: 1, count: 16)
      let image = Image(width: 4, height: 4, format: .grey8, resolution: resolution, pixels: pixels)
      return try await matcher.extract(image: try #require(image), face: nil).quality
    }
    #expect(try await quality(nil) == 0)
    #expect(try await quality(19_685) == 19)
  }

  @Test func aQualityThatWasNotMeasuredIsAbsentAndOneTooHighIsCut() async throws {
    let none = try matcher(["FIX_EXTRACT": "extraction->quality = -1;"])
    #expect(try await none.extract(image: try image(1), face: nil).quality == nil)
    let high = try matcher(["FIX_EXTRACT": "extraction->quality = 101;"])
    #expect(try await high.extract(image: try image(1), face: nil).quality == 100)
  }

  @Test(arguments: [
    "extraction->quality = NAN;", "payload->length = 5;", "payload->length = 3;", "payload->length = 0;",
    "payload->length = (size_t)-1;", "extraction->version = 2;", "extraction->size = 3;",
    "payload->length = 99; return IMP_RETRY_SHORT_BUFFER + 800 - 2;",
  ])
  func anExtractionThatBreaksTheContractIsMisbehaviour(statement: String) async throws {
    let error = try await extractionError(statement)
    #expect(error.code == .internalDefect)
    #expect(error.statusClass == .internal)
    #expect(error.place == "org.example.fixture: matcher.extract")
  }

  @Test func aMatcherThatMisbehavedIsNotAskedAgain() async throws {
    // It would be well again for the second image.
    let matcher = try matcher(["FIX_EXTRACT": "if (payload->data[0] == 1) payload->length = 3;"])
    let (bad, good) = (try image(1), try image(2))
    _ = try await matcher.extract(image: good, face: nil)
    let first = try await #require(throws: PluginCallError.self) {
      try await matcher.extract(image: bad, face: nil)
    }
    let second = try await #require(throws: PluginCallError.self) {
      try await matcher.extract(image: good, face: nil)
    }
    #expect([first.code, second.code] == [.internalDefect, .state])
    #expect(second.reason.contains("misbehaved"))
    let compared = try #require(throws: PluginCallError.self) {
      try matcher.compare(probe: payload(1, 2, 3, 4), reference: payload(1, 2, 3, 4))
    }
    #expect(compared.code == .state)
  }

  @Test func aFailedExtractionCarriesThePluginsLastWords() async throws {
    let error = try await extractionError(
      "say(host, IMP_E_QUALITY, \"first\"); say(host, IMP_E_QUALITY, \"too dark\"); return IMP_E_QUALITY;")
    #expect(error.code == .quality)
    #expect(error.statusClass == .cannotAcquire)
    #expect(error.reason == "too dark")
    #expect(!error.isRetryable)
  }

  @Test func wordsOfOneCallDoNotReachTheNext() async throws {
    let plugin = try FixturePlugin([
      "FIX_EXTRACT": "say(host, IMP_E_QUALITY, \"old words\");",
      "FIX_COMPARE": "return IMP_E_TEMPLATE_DAMAGED;",
    ]).opened()
    let matcher = try Matcher(plugin)
    _ = try await matcher.extract(image: try image(1), face: nil)
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
          try matcher.compare(probe: probe, reference: TemplatePayload(bytes: [other, 0, 0, 0], version: 1))
        }
      }
      return try await group.reduce(into: Set<Float>()) { $0.insert($1) }
    }
    #expect(results.count == 193)
  }

  @Test func moreThreadsThanTheManifestAllowsAreRefused() throws {
    let plugin = try FixturePlugin().opened()
    for threads in [0, 3, Int.max] {
      let error = try #require(throws: PluginCallError.self) { try Matcher(plugin, threads: threads) }
      #expect(error.code == .argument)
    }
    _ = try Matcher(plugin, threads: 2)
  }

  @Test func aPluginWithoutAMatcherSaysSo() throws {
    var plugin = FixturePlugin(["FIX_ABILITIES": "IMP_CAMERA_ID"])
    plugin.manifest.provides = ["imprint.camera/1"]
    let opened = try plugin.opened()
    let error = try #require(throws: PluginCallError.self) { try Matcher(opened) }
    #expect(error.code == .unsupported)
  }

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
