// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What holds of every ability that makes templates in formats that it lists.
struct ExtractorTests {
  // MARK: Formats

  @Test(arguments: ExtractorKind.allCases)
  func valuesAtTheEndsOfTheirRangesAreFormats(kind: ExtractorKind) throws {
    let formats = try kind.formats(
      of: try kind.plugin([
        "FIX_FORMAT_COUNT": "2",
        "FIX_FORMATS": """
        formats[0].template_bytes_max = formats[0].template_bytes_fixed = 1 << 20; \
        formats[0].version = UINT32_MAX; memset(formats[0].name, 'v', 63); \
        formats[1].version = formats[1].template_bytes_max = 1;
        """,
      ]))
    let longest = Template.maximumPayload
    #expect(formats.map(\.template.algorithm) == [String(repeating: "v", count: 63), "example.\(kind)-1"])
    #expect(formats.map(\.template.version) == [.max, 1])
    #expect(formats.map(\.most) == [longest, 1])
    #expect(formats.map(\.fixed) == [longest, nil])
  }

  @Test(
    arguments: ExtractorKind.allCases,
    [
      "formats[0].size = 0;", "formats[0].size += 4;", "formats[0].version = 0;",
      "formats[0].template_bytes_max = 0;", "formats[0].template_bytes_max = (1 << 20) + 1;",
      "formats[0].template_bytes_fixed = 7;", "formats[0].template_bytes_fixed = 9;",
      "memset(formats[0].name, 'v', 64);", "formats[0].name[0] = 0;", "formats[0].name[0] = 'V';",
      "formats[0].name[0] = ' ';", "formats[0].name[0] = (char)0xff;",
      "*count = 0;", "*count = 9;", "*count = (size_t)-1;",
    ])
  func aHostileFormatIsMisbehaviour(kind: ExtractorKind, statement: String) throws {
    let plugin = try kind.plugin(["FIX_FORMATS": statement])
    let error = try #require(throws: PluginCallError.self) { try kind.formats(of: plugin) }
    #expect(error.code == .internalDefect, "\(error)")
    #expect(error.place == "org.example.fixture: \(kind.ability).formats")
  }

  @Test(arguments: ExtractorKind.allCases)
  func twoFormatsOfOneNameAreMisbehaviour(kind: ExtractorKind) async throws {
    // Were they of two versions: a name is asked for.
    let plugin = try kind.plugin([
      "FIX_FORMAT_COUNT": "3",
      "FIX_FORMATS": "strcpy(formats[2].name, formats[0].name); formats[2].version = 3;",
    ])
    let error = try await #require(throws: PluginCallError.self) {
      try await kind.make(plugin, format: "example.\(kind)-1")
    }
    #expect(error.code == .internalDefect)
    #expect(error.place == "org.example.fixture: \(kind.ability).formats")
  }

  @Test(arguments: ExtractorKind.allCases)
  func sixteenFormatsAreReadAndSeventeenAreMisbehaviour(kind: ExtractorKind) throws {
    let formats = try kind.formats(of: try kind.plugin(["FIX_FORMAT_COUNT": "16"]))
    #expect(formats.map(\.template.algorithm) == (0..<16).map { "example.\(kind)-\($0)" })
    let plugin = try kind.plugin(["FIX_FORMAT_COUNT": "17"])
    let error = try #require(throws: PluginCallError.self) { try kind.formats(of: plugin) }
    #expect(error.code == .internalDefect)
  }

  // MARK: Which one is made

  @Test(arguments: ExtractorKind.allCases)
  func theOneFormatIsChosenWhereNoneIsNamed(kind: ExtractorKind) async throws {
    let extractor = try await kind.make()
    #expect(extractor.format.description == "example.\(kind)-0/2")
    #expect(extractor.pluginID == "org.example.fixture")
    #expect(try await extractor.extract(1).payload.bytes.first == UInt8(ascii: "0"))
  }

  @Test(arguments: ExtractorKind.allCases)
  func oneOfSeveralFormatsHasToBeNamed(kind: ExtractorKind) async throws {
    let plugin = try kind.plugin(["FIX_FORMAT_COUNT": "3"])
    let error = try await #require(throws: PluginCallError.self) { try await kind.make(plugin) }
    #expect(error.code == .unsupported)
    #expect(error.place == "org.example.fixture: \(kind.ability).create")
    #expect(error.reason.contains("example.\(kind)-0, example.\(kind)-1, example.\(kind)-2"))
    for index in 0..<3 {
      let extractor = try await kind.make(plugin, format: "example.\(kind)-\(index)")
      #expect(extractor.format.algorithm == "example.\(kind)-\(index)")
      #expect(try await extractor.extract(1).payload.bytes.first == UInt8(ascii: "0") + UInt8(index))
    }
  }

  @Test(arguments: ExtractorKind.allCases, ["1", "2"])
  func anUnknownFormatIsRefusedWithThoseThereAre(kind: ExtractorKind, count: String) async throws {
    let plugin = try kind.plugin([
      "FIX_FORMAT_COUNT": count, "FIX_EXTRACTOR_CREATE": "return IMP_E_INTERNAL;",
    ])
    for name in ["example.\(kind)-9", "", "example.\(kind)", "Example.\(kind)-0"] {
      let error = try await #require(throws: PluginCallError.self) {
        try await kind.make(plugin, format: name)
      }
      #expect(error.code == .unsupported)
      #expect(error.reason.contains(" \(name); it makes example.\(kind)-0"))
    }
  }

  @Test(arguments: ExtractorKind.allCases)
  func moreThreadsThanTheManifestAllowsAreRefused(kind: ExtractorKind) async throws {
    let plugin = try kind.plugin()
    for threads in [0, -1, 3, Int.max] {
      let error = try await #require(throws: PluginCallError.self) {
        try await kind.make(plugin, threads: threads)
      }
      #expect(error.code == .argument)
    }
    #expect(try await kind.make(plugin, threads: 2).extract(1).payload.bytes[1] == 2)
  }

  @Test(arguments: ExtractorKind.allCases)
  func aPluginWithoutTheAbilitySaysSo(kind: ExtractorKind) async throws {
    let plugin = try FixturePlugin().opened()
    let formats = try #require(throws: PluginCallError.self) { try kind.formats(of: plugin) }
    let made = try await #require(throws: PluginCallError.self) { try await kind.make(plugin) }
    #expect([formats.code, made.code] == [.unsupported, .unsupported])
    #expect(made.reason.contains("imprint.\(kind.ability)/1"))
  }

  @Test(
    arguments: ExtractorKind.allCases,
    [
      ("return IMP_E_MODEL;", PluginCallError.Code.model), ("return IMP_E_ENTITLEMENT;", .entitlement),
      ("*made = NULL;", .internalDefect),
    ])
  func whatCannotBeMadeIsSaid(
    kind: ExtractorKind, answer: (statement: String, code: PluginCallError.Code)
  ) async throws {
    let plugin = try kind.plugin(["FIX_EXTRACTOR_CREATE": answer.statement])
    let error = try await #require(throws: PluginCallError.self) { try await kind.make(plugin) }
    #expect(error.code == answer.code)
    #expect(error.place == "org.example.fixture: \(kind.ability).create")
  }

  // MARK: Extracting

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
    let extractor = try await kind.make([
      "FIX_FORMATS": "formats[0].template_bytes_fixed = 8;",
      "FIX_TEMPLATE": "memset(payload->data + 4, 9, 4); payload->length = \(made.length);",
    ])
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
