// SPDX-License-Identifier: Apache-2.0
import ImprintManifest
import ImprintModel
import Synchronization
import TestSupport
import Testing

@testable import ImprintRuntime

/// What one thread says of a gallery to others.
private final class Told: Sendable {
  /// The last group that is there, and the last that is gone.
  let added = Atomic<UInt32>(0)
  let removed = Atomic<UInt32>(0)
  let isOver = Atomic(false)
}

/// Searches of prepared templates, in the process and in a worker. A template is a number.
@Suite(.timeLimit(.minutes(3)))
struct PreparedGalleryTests {
  private func probe(_ value: Float) -> TemplatePayload {
    TemplatePayload(bytes: bytes(value), version: 1)
  }

  private func bytes(_ value: Float) -> [UInt8] {
    withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init) + [0, 0, 0, 0]
  }

  private func templates(_ values: [Float]) -> GalleryBuffer {
    var buffer = GalleryBuffer(version: 1)
    for value in values { buffer.append(bytes(value)) }
    return buffer
  }

  private func gallery(
    _ defines: [String: String] = [:], entryBytes: Int = 16, _ isolation: Isolation = .inProcess,
    form: String? = nil, log: CollectedLog = CollectedLog()
  ) throws -> PreparedGallery {
    try PreparedGallery(
      FixturePlugin.vectors(defines, entryBytes: entryBytes).opened(in: isolation, log: log), form: form)
  }

  // MARK: What is found

  @Test(arguments: Isolation.allCases)
  func theBestOfEachGroupIsFoundTheMostAlikeFirst(isolation: Isolation) throws {
    let gallery = try gallery([:], isolation)
    let places = try gallery.add(templates([0.5, 0.75, 0.25, 1, 0.5]), groups: [7, 8, 7, 9, 10])
    #expect(gallery.count == 5 && places.count == 5)
    let found = try gallery.search(probe(0.5), most: 10)
    // Of equals the one that was added first.
    #expect(found.map(\.group) == [7, 10, 8, 9])
    #expect(found.map(\.similarity) == [1, 1, 0.75, 0.5])
    #expect(found.map { Optional($0.place) } == [places[0], places[4], places[1], places[3]])
    #expect(try gallery.search(probe(0.5), most: 2) == Array(found[..<2]))
    #expect(try gallery.search(probe(0.5), most: 10, least: 0.75) == Array(found[..<3]))
    let matcher = try Matcher(FixturePlugin.vectors().opened(in: isolation))
    #expect(
      try found[2].similarity == matcher.compare(probe: probe(0.5), reference: probe(0.75)))
  }

  @Test(arguments: Isolation.allCases)
  func aTemplateThatCannotBeReadIsLeftOutAndTheOthersAreFound(isolation: Isolation) throws {
    let gallery = try gallery([:], isolation)
    var buffer = templates([0.25])
    buffer.append([1, 2, 3])
    buffer.append(bytes(.nan))
    buffer.append(bytes(0.5))
    let places = try gallery.add(buffer, groups: [1, 2, 3, 4])
    #expect(places.map { $0 != nil } == [true, false, false, true])
    #expect(try gallery.search(probe(0), most: 9).map(\.group) == [1, 4])
    #expect(gallery.count == 2)
  }

  @Test(arguments: Isolation.allCases)
  func whatWasRemovedIsNotFoundAndItsMemoryServesAnother(isolation: Isolation) throws {
    let gallery = try gallery([:], isolation)
    let places = try gallery.add(templates([0.1, 0.2, 0.3]), groups: [1, 2, 3]).compactMap { $0 }
    gallery.remove(places[1])
    gallery.remove(places[1])
    #expect(gallery.count == 2)
    #expect(try gallery.search(probe(0.2), most: 9).map(\.group).sorted() == [1, 3])
    let again = try #require(try gallery.add(templates([0.2]), groups: [4])[0])
    #expect(again.index == places[1].index && again != places[1])
    // Whoever was there before is not there to be removed.
    gallery.remove(places[1])
    #expect(try gallery.search(probe(0.2), most: 1).map(\.group) == [4])
  }

  @Test(arguments: Isolation.allCases)
  func theSearchCanReadItsBlockUntilItIsDestroyed(isolation: Isolation) async throws {
    let log = CollectedLog()
    let read = """
      const imp_host_log *log = search->host->ability(search->host, IMP_HOST_LOG_ID); \
      if (memory[3] == 0x3f) log->write(search->host, IMP_LOG_INFO, (imp_text){"still there", 11});
      """
    var gallery: PreparedGallery? = try gallery(["FIX_DESTROY": read], isolation, log: log)
    _ = try await gallery?.withoutBlocking { try $0.add(templates([0.5]), groups: [1]) }
    gallery = nil
    for _ in 0..<500 where !log.lines.contains(where: { $0.message == "still there" }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(log.lines.contains { $0.message == "still there" })
  }

  @Test(arguments: Isolation.allCases)
  func aGalleryOfSeveralBlocksIsSearchedAsOne(isolation: Isolation) throws {
    // Blocks with room for 1024.
    let gallery = try PreparedGallery(
      FixturePlugin.vectors().opened(in: isolation), format: nil, form: nil, threads: 1,
      blockBytes: 16 << 10...16 << 10)
    let values = (0..<1100).map { Float($0) / 1100 }
    let groups = (0..<1100).map { UInt32($0 % 550) }
    let places = try gallery.add(templates(values), groups: groups)
    #expect(Set(places.compactMap { $0?.block }) == [0, 1])
    let found = try gallery.search(probe(values[1090]), most: 5)
    #expect(found[0].group == 540 && found[0].similarity == 1 && Optional(found[0].place) == places[1090])
    #expect(Set(found.map(\.group)) == [538, 539, 540, 541, 542])
    #expect(try gallery.search(probe(0), most: 1024).count == 550)
  }

  @Test func aProbeThatCannotBeReadAndWhatCannotBeAskedAreRefused() throws {
    let gallery = try gallery()
    #expect(try gallery.search(probe(0.5), most: 1).isEmpty)
    _ = try gallery.add(templates([0.5]), groups: [1])
    func code(_ body: () throws -> Void) -> PluginCallError.Code? {
      #expect(throws: PluginCallError.self) { try body() }?.code
    }
    #expect(code { _ = try gallery.search(probe(.nan), most: 1) } == .templateDamaged)
    let foreign = TemplatePayload(bytes: bytes(0), version: 2)
    #expect(code { _ = try gallery.search(foreign, most: 1) } == .templateVersion)
    for most in [0, 1025, -1] { #expect(code { _ = try gallery.search(probe(0), most: most) } == .argument) }
    #expect(code { _ = try gallery.search(probe(0), most: 1, least: .nan) } == .argument)
    #expect(code { _ = try gallery.add(templates([0.5]), groups: []) } == .argument)
  }

  @Test func anotherGallerysPlaceTakesNobodyOut() throws {
    let (one, other) = (try gallery(), try gallery())
    let place = try #require(try one.add(templates([0.5]), groups: [1])[0])
    let same = try #require(try other.add(templates([0.5]), groups: [2])[0])
    #expect(place != same)
    other.remove(place)
    #expect(one.count == 1 && other.count == 1)
    #expect(try other.search(probe(0.5), most: 1).map(\.group) == [2])
  }

  @Test(arguments: Isolation.allCases)
  func aSmallGalleryTakesLittleAndALargeOneGrows(isolation: Isolation) throws {
    // Entries of 16 bytes: blocks of 64, 128 and then 256.
    let gallery = try PreparedGallery(
      FixturePlugin.vectors().opened(in: isolation), format: nil, form: nil, threads: 1,
      blockBytes: 1 << 10...4 << 10)
    let values = (0..<700).map { Float($0) / 700 }
    let places = try gallery.add(templates(values), groups: (0..<700).map(UInt32.init)).compactMap { $0 }
    #expect((0..<4).map { block in places.count { $0.block == block } } == [64, 128, 256, 252])
    #expect(try gallery.search(probe(values[600]), most: 1).map(\.group) == [600])
  }

  @Test(arguments: [
    // One that was taken out: its group reads 0.
    "result->hits[0] = (imp_search_hit){0, 0, 1, 0}; result->count = 1;",
    // One twice, and one person twice.
    "result->hits[1] = result->hits[0]; result->count = 2;",
    "result->hits[0].reserved = 7;",
  ])
  func aHitThatCannotBeIsMisbehaviourAndHarmsNobody(statement: String) throws {
    let gallery = try gallery(["FIX_SEARCH": statement])
    let gone = try #require(try gallery.add(templates([1]), groups: [7])[0])
    _ = try gallery.add(templates([0.5]), groups: [8])
    gallery.remove(gone)
    let error = #expect(throws: PluginCallError.self) { try gallery.search(probe(0.5), most: 5) }
    #expect(error?.code == .internalDefect, "\(String(describing: error))")
    #expect(gallery.count == 1)
  }

  @Test func aFormThatIsNotExactIsTakenByItsNameAlone() throws {
    let plugin = try FixturePlugin.vectors(["FIX_FORMS": "forms[0].exact = 0;"]).opened(in: .inProcess)
    let error = #expect(throws: PluginCallError.self) { try PreparedGallery(plugin) }
    #expect(error?.code == .unsupported)
    #expect(error?.reason.contains("example.vectors.numbers (not exact)") == true)
    let gallery = try PreparedGallery(plugin, form: "example.vectors.numbers")
    #expect(!gallery.form.isExact)
  }

  @Test func aSearchOfACancelledTaskIsCancelled() async throws {
    let gallery = try gallery()
    _ = try await gallery.withoutBlocking { try $0.add(templates([0.5]), groups: [1]) }
    let probe = probe(0.5)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await gallery.withoutBlocking { try $0.search(probe, most: 1) }
    }
    task.cancel()
    let error = await #expect(throws: PluginCallError.self) { try await task.value }
    #expect(error?.code == .cancelled && error?.remedy == "Search again.")
  }

  @Test func withoutALicenceForIdentifyingNobodyIsSearched() throws {
    var plugin = try FixturePlugin.vectors()
    plugin.manifest.features = ["IDENT", "VERIF"]
    let entitlements = TestEntitlements(granting: [.verification])
    let gallery = try PreparedGallery(plugin.opened(in: .inProcess, entitlements: entitlements))
    _ = try gallery.add(templates([0.5]), groups: [1])
    let error = #expect(throws: PluginCallError.self) { try gallery.search(probe(0.5), most: 1) }
    #expect(error?.code == .entitlement)
  }

  @Test(.timeLimit(.minutes(1)))
  func whatIsMadeAgainAfterAWorkersEndIsMadeOneAtATime() async throws {
    // Two creates at once end the process.
    let top = "static int busy;"
    let create = """
      if (__atomic_exchange_n(&busy, 1, __ATOMIC_SEQ_CST)) abort(); nanosleep(&(struct timespec){0, 20000000}, 0); \
      __atomic_store_n(&busy, 0, __ATOMIC_SEQ_CST);
      """
    var plugin = try FixturePlugin.vectors([
      "FIX_CREATE": create, "FIX_SEARCH": "if (value == 0.875f) { volatile int *nothing = 0; *nothing = 1; }",
    ])
    plugin.source = "#include <stdlib.h>\n#include <time.h>\n\(top)\n" + (plugin.source ?? "")
    let opened = try plugin.opened(in: .process)
    let galleries = try (0..<4).map { _ in try PreparedGallery(opened) }
    for gallery in galleries {
      _ = try await gallery.withoutBlocking { try $0.add(templates([0.25]), groups: [1]) }
    }
    let (deadly, harmless) = (probe(0.875), probe(0.25))
    #expect(throws: PluginCallError.self) { try galleries[0].search(deadly, most: 1) }
    try await withThrowingTaskGroup(of: Int.self) { tasks in
      for gallery in galleries {
        tasks.addTask { try await PluginWork.run { try gallery.search(harmless, most: 1).count } }
      }
      for try await count in tasks { #expect(count == 1) }
    }
  }

  @Test func aFormThatThereIsNotIsRefusedWithThoseThereAre() throws {
    let plugin = try FixturePlugin.vectors().opened(in: .inProcess)
    let error = #expect(throws: PluginCallError.self) { try PreparedGallery(plugin, form: "example.other") }
    #expect(error?.code == .unsupported)
    #expect(error?.reason.contains("example.vectors.numbers") == true)
    let none = try FixturePlugin().opened(in: .inProcess)
    #expect(#expect(throws: PluginCallError.self) { try PreparedGallery(none) }?.code == .unsupported)
  }

  // MARK: Beside adding and removing

  @Test(arguments: Isolation.allCases)
  func aSearchFindsAllThatWasThereBeforeAndNothingThatWasGone(isolation: Isolation) async throws {
    let gallery = try gallery([:], isolation)
    // Each group has a number of its own; ten live at once.
    let told = Told()
    @Sendable func value(_ group: UInt32) -> Float { Float(group % 1000) / 1000 }
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        defer { told.isOver.store(true, ordering: .releasing) }
        var living: [PreparedGallery.Place] = []
        for group in UInt32(1)...2000 {
          living.append(
            try #require(
              try await gallery.withoutBlocking { try $0.add(templates([value(group)]), groups: [group]) }[0])
          )
          told.added.store(group, ordering: .releasing)
          guard living.count > 10 else { continue }
          gallery.remove(living.removeFirst())
          told.removed.store(group - 10, ordering: .releasing)
        }
      }
      for _ in 0..<2 {
        tasks.addTask {
          while !told.isOver.load(ordering: .acquiring) {
            let gone = told.removed.load(ordering: .acquiring)
            let last = told.added.load(ordering: .acquiring)
            let found = Set(
              try await gallery.withoutBlocking { try $0.search(probe(value(last)), most: 100) }.map(\.group))
            #expect(found.allSatisfy { $0 > gone }, "\(found), and \(gone) were gone")
            // Those that went meanwhile may be missing.
            let left = told.removed.load(ordering: .acquiring)
            // One more is taken out before it is told.
            for group in stride(from: left + 2, through: last, by: 1) {
              #expect(found.contains(group), "\(group) of \(left)...\(last)")
            }
          }
        }
      }
      try await tasks.waitForAll()
    }
    // Memory was used anew: never more than what lived, and was read, at once.
    #expect(gallery.count == 10)
  }

  // MARK: A worker's end

  @Test func aWorkerThatEndsInTheMiddleOfASearchLeavesWhatWasPrepared() throws {
    let log = CollectedLog()
    let gallery = try gallery(
      ["FIX_SEARCH": "if (value == 0.875f) { volatile int *nothing = 0; *nothing = 1; }"], .process, log: log)
    let values = (0..<500).map { Float($0) / 1000 }
    _ = try gallery.add(templates(values), groups: Array(0..<500))
    let before = try gallery.search(probe(0.25), most: 10)
    func preparations() -> Int { log.lines.filter { $0.message == "prepared" }.count }
    // What a worker says is in the log when the call is answered that it ended with.
    var prepared: [Int] = []
    for _ in 0..<2 {
      let error = #expect(throws: PluginCallError.self) { try gallery.search(probe(0.875), most: 10) }
      #expect(error?.code == .workerEnded)
      prepared.append(preparations())
      #expect(try gallery.search(probe(0.25), most: 10) == before)
    }
    #expect(prepared[0] >= 1 && prepared[1] == prepared[0])
    _ = try gallery.add(templates([0.25]), groups: [900])
    #expect(try gallery.search(probe(0.25), most: 2).map(\.group) == [250, 900])
  }

  @Test func aWorkerCannotWriteToWhatItSearches() throws {
    let gallery = try gallery(["FIX_CREATE": "memory[0] = 1;"], .process)
    let error = #expect(throws: PluginCallError.self) { try gallery.add(templates([0]), groups: [1]) }
    #expect(error?.code == .workerEnded)
    #expect(gallery.count == 0)
    let mapped = try self.gallery(
      [
        "FIX_CREATE": """
        if (mprotect(memory, 4096, PROT_READ | PROT_WRITE) == 0) return IMP_E_FILE;
        """
      ], .process)
    #expect(try mapped.add(templates([0]), groups: [1])[0] != nil)
  }

  // MARK: Plugins that misbehave

  @Test(
    arguments: Isolation.allCases,
    [
      "result->count = 5000;", "result->hits[0].entry = query->used;", "result->hits[0].entry = 0xffffffff;",
      "result->hits[0].similarity = NAN;", "result->hits[0].similarity = 1.5f;",
      "result->hits[0].group++;",
      "imp_search_hit hit = result->hits[0]; result->hits[0] = result->hits[1]; result->hits[1] = hit;",
    ])
  func aHostileResultIsMisbehaviourAndTheBlockIsNotAskedAgain(
    isolation: Isolation, statement: String
  ) throws {
    let gallery = try gallery(["FIX_SEARCH": statement], isolation)
    _ = try gallery.add(templates([0.5, 0.25]), groups: [1, 2])
    func code() -> PluginCallError.Code? {
      #expect(throws: PluginCallError.self) { try gallery.search(probe(0.5), most: 5) }?.code
    }
    #expect(code() == .internalDefect)
    #expect(code() == .state)
  }

  @Test func aSimilarityThatIsNearMayLieBesideTheRangeAndIsANumber() throws {
    let near = "forms[0].exact = 0;"
    let beside = "result->hits[0].similarity = 1.0001f;"
    let gallery = try gallery(["FIX_FORMS": near, "FIX_SEARCH": beside], form: "example.vectors.numbers")
    _ = try gallery.add(templates([0.5]), groups: [1])
    #expect(try gallery.search(probe(0.5), most: 5).map(\.similarity) == [1.0001])
    let infinite = "result->hits[0].similarity = INFINITY;"
    let endless = try self.gallery(
      ["FIX_FORMS": near, "FIX_SEARCH": infinite], form: "example.vectors.numbers")
    _ = try endless.add(templates([0.5]), groups: [1])
    let error = #expect(throws: PluginCallError.self) { try endless.search(probe(0.5), most: 5) }
    #expect(error?.code == .internalDefect)
  }

  @Test(
    arguments: Isolation.allCases,
    ["entries->length--;", "entries->length = 1 << 30;", "statuses[1] = 77;", "statuses[0] = IMP_E_MEMORY;"])
  func hostileEntriesAreMisbehaviour(isolation: Isolation, statement: String) throws {
    let gallery = try gallery(["FIX_PREPARE": statement], isolation)
    let error = #expect(throws: PluginCallError.self) {
      try gallery.add(templates([0.5, 0.25]), groups: [1, 2])
    }
    #expect(error?.code == .internalDefect)
    #expect(gallery.count == 0)
  }

  @Test(
    arguments: Isolation.allCases,
    [
      "*count = 0;", "*count = 9;", "forms[0].size = 1;", "forms[0].entry_bytes = 0;",
      "forms[0].entry_bytes = 17;", "forms[0].entry_bytes = 65552;", "forms[0].exact = 2;",
      "forms[0].reserved = 1;", "forms[0].name[0] = 0;", "memset(forms[0].name, 'v', 64);",
      "forms[0].format[0] = 'f';",
    ])
  func aHostileFormIsMisbehaviour(isolation: Isolation, statement: String) throws {
    let plugin = try FixturePlugin.vectors(["FIX_FORMS": statement]).opened(in: isolation)
    let error = #expect(throws: PluginCallError.self) { try PreparedGallery(plugin) }
    #expect(error?.code == .internalDefect, "\(statement)")
  }
}
