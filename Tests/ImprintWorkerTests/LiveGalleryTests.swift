// SPDX-License-Identifier: Apache-2.0
import ImprintManifest
import ImprintModel
import Synchronization
import TestSupport
import Testing

@testable import ImprintMatching
@testable import ImprintRuntime

/// Whether somebody else is done.
private final class Done: Sendable {
  let isSet = Atomic(false)
}

/// Galleries that are changed while they are searched. A template is a number.
@Suite(.timeLimit(.minutes(3)))
struct LiveGalleryTests {
  private static let version = SemanticVersion(major: 1, minor: 0, patch: 0)
  private static let maker = TemplateMaker(id: "dev.example.extractor", version: version)

  /// A form that tells eighths apart, and no more: it names candidates.
  private static let coarse = [
    "FIX_FORMS": "forms[0].exact = 0;",
    "FIX_SEARCH":
      "for (uint32_t i = 0; i < result->count; i++) result->hits[i].similarity = "
      + "floorf(result->hits[i].similarity * 8) / 8;",
  ]

  private func template(
    _ value: Float, algorithm: String = "example.vectors", samples: Int = 1, bytes: [UInt8]? = nil,
    site: BodySite = .face
  ) throws -> Template {
    let payload = withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init) + [0, 0, 0, 0]
    let format = try #require(TemplateFormat(algorithm: algorithm, version: 1))
    return try #require(
      Template(
        format: format, modality: .face, site: site,
        quality: nil, maker: Self.maker, samples: samples, payload: bytes ?? payload))
  }

  private func matcher(
    _ defines: [String: String] = [:], _ isolation: Isolation = .inProcess
  ) throws -> TemplateMatcher {
    let side = CalibratedTemplates(
      version: 1, extractor: "dev.example.extractor",
      extractorVersions: Self.version...Self.version, samples: 1...1)
    let calibration = try #require(
      Calibration(
        points: [.init(similarity: 0.9, falseMatchRate: 1e-2), .init(similarity: 1, falseMatchRate: 1e-4)],
        population: "numbers", impostorComparisons: 300_000, subjects: 10, date: "2026-11-21"))
    let entry = CalibrationEntry(
      number: 0,
      pair: CalibratedPair(format: "example.vectors", probe: side, reference: side, includesUnmarked: false),
      calibration: calibration)
    return TemplateMatcher(
      algorithm: try Matcher(FixturePlugin.vectors(defines).opened(in: isolation)),
      calibrations: CalibrationTable([entry], inEitherOrder: true))
  }

  private func gallery(
    _ options: LiveGallery<Int>.Options = .init(), _ defines: [String: String]? = nil,
    _ isolation: Isolation = .inProcess
  ) throws -> LiveGallery<Int> {
    let own = options.form == .exact ? [:] : Self.coarse
    return try LiveGallery(for: matcher(defines ?? own, isolation), options)
  }

  private static let all: [LiveGallery<Int>.Options] = [
    .init(), .init(threads: 3), .init(form: .candidates),
    .init(form: .candidates, threads: 2, folder: "/tmp"),
  ]

  // MARK: What is found

  @Test(arguments: all)
  func itFindsWhatAGalleryOfTheSameFinds(options: LiveGallery<Int>.Options) throws {
    let live = try gallery(options)
    var random = SeededGenerator(seed: 7)
    // No two are as alike to a probe: equals are a test of their own.
    let values = (0..<3000).map { Float($0) / 3000 }.shuffled(using: &random)
    // Two references for some.
    let references = try values.enumerated().map {
      (id: $0.offset % 2000, template: try template($0.element))
    }
    #expect(try live.addBlocking(references).isEmpty)
    #expect(live.count == 3000 && live.ids.count == 2000)
    let plain = Gallery(references, for: live.matcher)
    let thresholds = [
      try live.matcher.identifyBlocking(candidates: [template(0.5)], in: live).threshold,
      try live.matcher.identifyBlocking(candidates: [template(0.5)], in: plain).threshold,
    ]
    #expect(thresholds[0] == thresholds[1] && thresholds[0] > Score(4700))
    for value in [Float(0), 0.30007, 0.5001, 0.77009, 1] {
      // Those within the last eighth are too many to be candidates all.
      let found = try live.matcher.identifyBlocking(
        candidates: [template(value)], in: live, policy: .falseMatchRate(1e-3), maximumCandidates: 7)
      let expected = try live.matcher.identifyBlocking(
        candidates: [template(value)], in: plain, policy: .falseMatchRate(1e-3), maximumCandidates: 7)
      #expect(found.searched == 3000 && found.threshold == expected.threshold)
      if options.form == .exact {
        #expect(found.candidates == expected.candidates)
        #expect(found.matchCount == expected.matchCount && found.countsEveryMatch)
      } else {
        #expect(!found.countsEveryMatch)
        #expect(found.candidates.count == 7)
        for candidate in found.candidates {
          let own = try references.filter { $0.id == candidate.id }.map {
            try live.matcher.compareBlocking(template(value), with: $0.template).similarity
          }
          #expect(own.max() == candidate.similarity)
        }
      }
    }
  }

  @Test func candidatesAreOrderedByTheirTemplates() throws {
    let live = try gallery(.init(form: .candidates))
    let values: [Float] = [0.41, 0.47, 0.44, 0.5, 0.49]
    try live.addBlocking(try values.enumerated().map { (id: $0.offset, template: try template($0.element)) })
    let found = try live.matcher.identifyBlocking(candidates: [template(0.5)], in: live)
    #expect(found.candidates.map(\.id) == [3, 4, 1, 2, 0])
    let exact: [Float] = [0.5, 0.49, 0.47, 0.44, 0.41].map { 1 - abs(0.5 - $0) }
    #expect(found.candidates.map(\.similarity) == exact)
  }

  @Test(arguments: all)
  func nobodyAndOneAreSearchedAsMany(options: LiveGallery<Int>.Options) throws {
    let live = try gallery(options)
    let probe = try template(0.5)
    let nobody = try live.matcher.identifyBlocking(candidates: [probe], in: live)
    #expect(nobody.candidates.isEmpty && nobody.searched == 0 && nobody.matchCount == 0)
    try live.addBlocking([(id: 4, template: try template(0.5))])
    let one = try live.matcher.identifyBlocking(candidates: [probe], in: live, policy: .falseMatchRate(1e-3))
    #expect(one.matches.map(\.id) == [4] && one.searched == 1)
    #expect(one.candidates.first?.score == Score(3500))
    #expect(live.removeBlocking(4) == 1 && live.removeBlocking(4) == 0)
    #expect(try live.matcher.identifyBlocking(candidates: [probe], in: live).candidates.isEmpty)
  }

  /// Two that are equal have exactly the score 3500.
  @Test(arguments: all, [(3499, true), (3500, false), (3501, false)])
  func onlyAScoreAboveTheThresholdMatches(
    options: LiveGallery<Int>.Options, threshold: (score: Int, isExceeded: Bool)
  ) throws {
    let live = try gallery(options)
    try live.addBlocking([(id: 4, template: try template(0.5))])
    let result = try live.matcher.identifyBlocking(
      IdentificationOptions(modality: .face, policy: .threshold(Score(Double(threshold.score)))),
      candidate: BiometricCandidate(templates: [template(0.5)]), in: live)
    #expect(result.candidates.map(\.id) == [4] && result.candidates[0].score == Score(3500))
    #expect(result.candidates[0].isMatch == threshold.isExceeded)
    #expect(result.search.matchCount == (threshold.isExceeded ? 1 : 0))
    #expect(result.explanation.isMatch == threshold.isExceeded)
  }

  @Test(arguments: all)
  func sitesAreSearchedApartUnlessAllAreAskedFor(options: LiveGallery<Int>.Options) throws {
    let live = try gallery(options)
    try live.addBlocking([
      (id: 1, template: try template(0.5, site: .leftIndex)),
      (id: 2, template: try template(0.5, site: .rightIndex)),
      (id: 3, template: try template(0.5, site: .unknown)),
    ])
    let probe = BiometricCandidate(templates: [try template(0.5, site: .leftIndex)])
    func search(_ sites: SiteRule) throws -> IdentificationResult<Int> {
      try live.matcher.identifyBlocking(
        IdentificationOptions(modality: .face, sites: sites), candidate: probe, in: live)
    }
    let same = try search(.same)
    #expect(Set(same.candidates.map(\.id)) == [1, 3] && same.search.searched == 2)
    #expect(same.explanation.passedOver.map { "\($0.code) \($0.count)" } == ["other-site 1"])
    #expect(same.explanation.threshold.comparisons == 2)
    #expect(Set(try search(.any).candidates.map(\.id)) == [1, 2, 3])
  }

  @Test(arguments: all)
  func whatCannotBeSearchedIsToldAndTheOthersAreAdded(options: LiveGallery<Int>.Options) throws {
    let live = try gallery(options)
    let skipped = try live.addBlocking([
      (id: 1, template: try template(0.5)),
      (id: 2, template: try template(0.5, algorithm: "example.other")),
      (id: 3, template: try template(0.5, bytes: [1, 2, 3])),
      (id: 4, template: try template(0.5, samples: 3)),
      (id: 1, template: try template(0.25)),
    ])
    #expect(skipped.map(\.id) == [2, 3])
    #expect(skipped.map(\.reason.code) == [.otherAlgorithm, .damaged])
    #expect(Set(live.ids) == [1, 4] && live.count == 3)
    let found = try live.matcher.identifyBlocking(candidates: [template(0.25)], in: live)
    // There is no calibration of three samples.
    #expect(found.candidates.map(\.id) == [1] && found.candidates[0].similarity == 1)
    #expect(found.searched == 2 && found.uncalibrated.map(\.references) == [1])
    #expect(live.removeBlocking(1) == 2 && live.count == 1)
  }

  @Test func matchesAreCountedBeyondThoseThatAreReturned() throws {
    let live = try gallery()
    try live.addBlocking(try (0..<1500).map { (id: $0, template: try template(0.5)) })
    func search() throws -> Identification<Int> {
      try live.matcher.identifyBlocking(
        candidates: [template(0.5)], in: live, policy: .falseMatchRate(1e-3), maximumCandidates: 3)
    }
    let found = try search()
    #expect(found.candidates.map(\.id) == [0, 1, 2])
    #expect(found.matchCount == 1024 && !found.countsEveryMatch)
    for id in 100..<1500 { live.removeBlocking(id) }
    let fewer = try search()
    #expect(fewer.matchCount == 100 && fewer.countsEveryMatch)
  }

  @Test func aMatcherThatScoresOtherwiseIsRefused() throws {
    let live = try gallery()
    try live.addBlocking([(id: 1, template: try template(0.5))])
    let other = TemplateMatcher(
      algorithm: live.matcher.algorithm, calibrations: CalibrationTable([], inEitherOrder: true))
    do {
      _ = try other.identifyBlocking(candidates: [template(0.5)], in: live)
      Issue.record("it searched")
    } catch let error as PluginCallError {
      #expect(error.code == .argument && "\(error)".contains("made for another matcher"))
    }
  }

  /// The shorter form cannot tell the two references apart, and names the first.
  @Test func theBestOfAPersonsReferencesCountsThoughTheShorterFormNamesAnother() throws {
    let live = try gallery(.init(form: .candidates))
    try live.addBlocking([
      (id: 1, template: try template(0.44)), (id: 1, template: try template(0.5)),
      (id: 2, template: try template(0.45)),
    ])
    let found = try live.matcher.identifyBlocking(candidates: [template(0.5)], in: live)
    #expect(found.candidates.map(\.id) == [1, 2] && found.candidates[0].similarity == 1)
  }

  // MARK: Threads, cancelling, changing

  @Test(arguments: Isolation.allCases)
  func howManyThreadsSearchDoesNotMatter(isolation: Isolation) throws {
    // Many blocks, and many equals in all of them.
    let prepared = try PreparedGallery(
      FixturePlugin.vectors().opened(in: isolation), format: nil, form: nil, threads: 1,
      blockBytes: 1 << 10...4 << 10)
    var buffer = GalleryBuffer(version: 1)
    for index in 0..<5000 { buffer.append(try template(Float(index % 50) / 50).payload) }
    _ = try prepared.add(buffer, groups: (0..<5000).map { UInt32($0 % 900) })
    let probe = TemplatePayload(try template(0.5))
    for most in [1, 5, 200, 1024] {
      let alone = try prepared.search(probe, most: most)
      for threads in [2, 3, 9] {
        #expect(try prepared.search(probe, most: most, threads: threads) == alone)
      }
    }
    #expect(throws: PluginCallError.self) { try prepared.search(probe, most: 1, threads: 0) }
  }

  @Test func aGalleryThatDoesNotFitIsRefusedAndKeepsWhatItHas() throws {
    let free = Mutex(65 << 20)
    let gallery = try PreparedGallery(
      FixturePlugin.vectors().opened(in: .inProcess), format: nil, form: nil, threads: 1,
      blockBytes: 1 << 10...1 << 10, memory: FreeMemory { free.withLock { $0 } })
    var buffer = GalleryBuffer(version: 1)
    for index in 0..<64 { buffer.append(try template(Float(index) / 64).payload) }
    _ = try gallery.add(buffer, groups: Array(0..<64))
    free.withLock { $0 = 64 << 20 }
    let error = #expect(throws: PluginCallError.self) { try gallery.add(buffer, groups: Array(0..<64)) }
    #expect(error?.code == .memory && error?.reason.contains("no memory left") == true)
    #expect(gallery.count == 64)
    #expect(try gallery.search(TemplatePayload(template(0.5)), most: 1).map(\.group) == [32])
    // Unknown is no reason to refuse.
    let unknown = try PreparedGallery(
      FixturePlugin.vectors().opened(in: .inProcess), format: nil, form: nil, threads: 1,
      blockBytes: 1 << 10...1 << 10, memory: FreeMemory { nil })
    #expect(try unknown.add(buffer, groups: Array(0..<64)).count == 64)
    #expect(FreeMemory.ofSystem.read().map { $0 > 0 } ?? false)
  }

  @Test func tenMillionThatFitNoMachineAreRefusedBeforeMemoryIsTaken() throws {
    // 610 GiB of the longest entries that there are.
    let count = 10_000_000
    let gallery = try PreparedGallery(FixturePlugin.vectors(entryBytes: 65_536).opened(in: .inProcess))
    let payload = try template(0.5).payload
    var buffer = GalleryBuffer(version: 1)
    buffer.reserveCapacity(count, payloadBytes: payload.count)
    for _ in 0..<count { buffer.append(payload) }
    let before = sharedMemory()
    let error = #expect(throws: PluginCallError.self) {
      try gallery.add(buffer, groups: [UInt32](repeating: 7, count: count))
    }
    #expect(error?.code == .memory && error?.reason.contains("10000000 more, of 65536 bytes") == true)
    #expect(gallery.count == 0 && sharedMemory() - before < 256 << 20)
    var one = GalleryBuffer(version: 1)
    one.append(payload)
    #expect(try gallery.add(one, groups: [7]).count == 1 && gallery.count == 1)
  }

  /// What this process has of galleries' memory, and of others' that is shared, in bytes.
  private func sharedMemory() -> Int {
    KernelText.read("/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix("RssShmem:") }?
      .split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 } ?? 0
  }

  /// Room for 50 entries of 16 bytes, beside what is left to everybody else.
  @Test(arguments: [LiveGallery<Int>.Form.exact, .candidates])
  func referencesThatDoNotFitTogetherAreRefusedTogether(form: LiveGallery<Int>.Form) throws {
    let live = try LiveGallery<Int>(
      for: matcher(form == .exact ? [:] : Self.coarse), .init(form: form),
      memory: FreeMemory { (64 << 20) + 800 })
    func add(_ count: Int) throws {
      try live.addBlocking((0..<count).map { (id: $0, template: try template(Float($0) / 100)) })
    }
    let error = #expect(throws: PluginCallError.self) { try add(51) }
    #expect(error?.code == .memory && error?.reason.contains("no memory left for 51 more") == true)
    #expect(live.count == 0 && live.ids.isEmpty)
    // Those of candidates take an entry of their own, and as much for the template beside it.
    try add(form == .exact ? 50 : 25)
    #expect(live.count == (form == .exact ? 50 : 25))
  }

  @Test(arguments: Isolation.allCases)
  func aSearchOfACancelledTaskEnds(isolation: Isolation) async throws {
    let live = try gallery(.init(threads: 2), nil, isolation)
    try await live.add([(id: 1, template: try template(0.5))])
    let probe = try template(0.5)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await live.matcher.identify(candidates: [probe], in: live)
    }
    task.cancel()
    let error = await #expect(throws: PluginCallError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(try await live.matcher.identify(candidates: [probe], in: live).candidates.map(\.id) == [1])
  }

  @Test(arguments: all)
  func whoeverIsFoundMeanwhileIsWhoTheyAre(options: LiveGallery<Int>.Options) async throws {
    let live = try gallery(options)
    let done = Done()
    // Some stay, and others come and go on the same places.
    try await live.add(try (0..<20).map { (id: $0, template: try template(Float($0) / 20)) })
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        defer { done.isSet.store(true, ordering: .releasing) }
        for id in 100..<700 {
          try await live.add([(id: id, template: try template(Float(id % 100) / 100))])
          if id >= 105 { await live.remove(id - 5) }
        }
      }
      for _ in 0..<2 {
        tasks.addTask {
          while !done.isSet.load(ordering: .acquiring) {
            let found = try await live.matcher.identify(
              candidates: [template(0.35)], in: live, maximumCandidates: 30)
            #expect(found.candidates.contains { $0.id == 7 && $0.similarity == 1 })
            for candidate in found.candidates {
              let value = candidate.id < 100 ? Float(candidate.id) / 20 : Float(candidate.id % 100) / 100
              #expect(candidate.similarity == 1 - abs(Float(0.35) - value))
            }
          }
        }
      }
      try await tasks.waitForAll()
    }
    #expect(live.count == 25)
  }

  // MARK: Refusals

  @Test func whatCannotBeIsRefusedWhenTheGalleryIsMade() throws {
    func code(
      _ options: LiveGallery<Int>.Options, _ defines: [String: String] = [:]
    ) -> PluginCallError.Code? {
      #expect(throws: PluginCallError.self) { try gallery(options, defines) }?.code
    }
    #expect(code(.init(threads: 0)) == .argument)
    #expect(code(.init(form: .candidates, candidates: 0), Self.coarse) == .argument)
    #expect(code(.init(form: .candidates, candidates: 1025), Self.coarse) == .argument)
    #expect(code(.init(form: .named("example.other"))) == .unsupported)
    // It has one that is exact, and then one that is not, and never both.
    #expect(code(.init(form: .candidates)) == .unsupported)
    #expect(code(.init(), Self.coarse) == .unsupported)
  }

  @Test func aFolderThatThereIsNotIsToldAndNothingIsAdded() throws {
    let live = try gallery(.init(form: .candidates, folder: "/nonexistent"))
    let error = #expect(throws: PluginCallError.self) {
      try live.addBlocking([(id: 1, template: try template(0.5))])
    }
    #expect(error?.code == .memory && error?.reason.contains("/nonexistent") == true)
    #expect(live.count == 0 && live.ids.isEmpty)
  }
}
