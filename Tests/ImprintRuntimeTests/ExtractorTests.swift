// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What holds of every ability that makes templates; of its formats, see ``FormatTests``.
struct ExtractorTests {
  @Test(arguments: ExtractorKind.allCases)
  func extractGivesPayloadVersionAndQuality(kind: ExtractorKind) async throws {
    let extraction = try await kind.make().extract(75)
    #expect(extraction.payload.bytes == [UInt8(ascii: "0"), 1, 75, 1])
    #expect(extraction.version == 2)
    #expect(extraction.quality == 50)
    #expect(!"\(extraction)".contains("75, 1"))
  }

  @Test(arguments: ExtractorKind.allCases)
  func aRefusedSampleIsTypedAndTheExtractorGoesOn(kind: ExtractorKind) async throws {
    let extractor = try await kind.make([
      "FIX_TEMPLATE": """
      if (given < 4) say(host, IMP_E_QUALITY, "first"), say(host, IMP_E_QUALITY, "too poor"); \
      if (given == 0) return IMP_E_QUALITY; if (given == 1) return IMP_E_SAMPLE; \
      if (given == 2) return IMP_E_NO_SUBJECT; if (given == 3) return IMP_E_MANY_SUBJECTS;
      """
    ])
    for (given, code) in [PluginCallError.Code.quality, .sample, .noSubject, .manySubjects].enumerated() {
      let error = try await #require(throws: PluginCallError.self) {
        try await extractor.extract(UInt8(given))
      }
      #expect(error.code == code)
      #expect(error.statusClass == .cannotAcquire)
      #expect(error.place == "org.example.fixture: \(kind.ability).extract")
      if code == .quality { #expect(error.reason == "too poor") }
      #expect(!error.isRetryable)
    }
    #expect(try await extractor.extract(4).payload.bytes[3] == 5)
  }

  @Test(arguments: ExtractorKind.allCases)
  func aQualityThatWasNotMeasuredIsAbsentAndOneTooHighIsCut(kind: ExtractorKind) async throws {
    let none = try await kind.make(["FIX_TEMPLATE": "extraction->quality = -1;"])
    #expect(try await none.extract(1).quality == nil)
    let high = try await kind.make(["FIX_TEMPLATE": "extraction->quality = 101;"])
    #expect(try await high.extract(1).quality == 100)
  }

  @Test(
    arguments: ExtractorKind.allCases,
    [
      "extraction->quality = NAN;", "payload->length = 9;", "payload->length = 0;",
      "payload->length = (size_t)-1;", "extraction->version = 1;", "extraction->version = 0;",
      "extraction->version = 3;", "extraction->size = 3;", "extraction->size = 0;",
    ])
  func anExtractionThatBreaksTheContractIsMisbehaviour(kind: ExtractorKind, statement: String) async throws {
    let extractor = try await kind.make(["FIX_TEMPLATE": statement])
    let error = try await #require(throws: PluginCallError.self) { try await extractor.extract(1) }
    #expect(error.code == .internalDefect, "\(error)")
    #expect(error.statusClass == .internal)
    #expect(error.place == "org.example.fixture: \(kind.ability).extract")
  }

  @Test(arguments: ExtractorKind.allCases, [(0, false), (4, false), (7, false), (8, true)])
  func aTemplateOfAFixedLengthIsAsLong(kind: ExtractorKind, made: (length: Int, isRight: Bool)) async throws {
    let extractor = try await kind.make(
      [
        "FIX_FORMATS": "formats[0].template_bytes_fixed = 8;",
        "FIX_TEMPLATE": "memset(payload->data + 4, 9, 4); payload->length = \(made.length);",
      ], entries: [kind.formats.entry(0, bytes: "8")])
    if made.isRight {
      #expect(try await extractor.extract(1).payload.bytes.suffix(5) == [1, 9, 9, 9, 9])
    } else {
      let error = try await #require(throws: PluginCallError.self) { try await extractor.extract(1) }
      #expect(error.code == .internalDefect)
      #expect(error.reason.contains(" \(made.length) bytes"))
    }
  }

  @Test(arguments: ExtractorKind.allCases)
  func anExtractorThatMisbehavedIsNotAskedAgain(kind: ExtractorKind) async throws {
    // It would be well again for the third sample.
    let plugin = try kind.plugin(["FIX_TEMPLATE": "if (given == 50) payload->length = 0;"])
    let extractor = try await kind.make(plugin)
    _ = try await extractor.extract(1)
    let first = try await #require(throws: PluginCallError.self) { try await extractor.extract(50) }
    let second = try await #require(throws: PluginCallError.self) { try await extractor.extract(1) }
    #expect([first.code, second.code] == [.internalDefect, .state])
    #expect(second.reason.contains("misbehaved"))
    // Another of the same plugin is another object.
    #expect(try await kind.make(plugin).extract(1).payload.bytes[3] == 1)
  }

  @Test(arguments: ExtractorKind.allCases)
  func samplesFromManyTasksAreExtractedOneAfterTheOther(kind: ExtractorKind) async throws {
    let extractor = try await kind.make()
    let calls = try await withThrowingTaskGroup(of: UInt8.self) { group in
      for _ in 0..<50 { group.addTask { try await extractor.extract(1).payload.bytes[3] } }
      return try await group.reduce(into: Set<UInt8>()) { $0.insert($1) }
    }
    #expect(calls == Set(1...50))
  }
}
