// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Group `life`: opening, closing, and what either leaves behind.
enum LifeChecks {
  static let all: [ConformanceCheck] = [
    openedOften, openedTogether, manyObjects, closeIsSilent, objectsApart, callsLeakNothing,
    cacheChangesNothing,
  ]

  static let openedOften = ConformanceCheck(
    .life, "opened-and-closed-often",
    "Opened and closed 100 times, it leaves no thread, descriptor or memory behind.",
    rules: ["R-09", "R-10", "R-22"], deadline: .seconds(30), isolations: [.inProcess]
  ) { subject, _ in
    let times = 100
    func once() throws { try subject.open().close() }
    for _ in 0..<3 { try once() }
    let before = try ProcessState.now()
    for _ in 0..<times { try once() }
    let after = try ProcessState.now()
    if let surplus = after.surplus(over: before) {
      throw CheckFailure(
        "opening and closing it \(times) times leaked \(surplus) (R-10, R-22).", place: "close")
    }
    // 32 KiB each time: more than an allocator's caching can explain.
    try expect(
      after.residentBytes - before.residentBytes < times * (32 << 10),
      "opening and closing it \(times) times leaked \((after.residentBytes - before.residentBytes) >> 10) "
        + "KiB "
        + "of memory (R-22).", place: "close")
  }

  static let openedTogether = ConformanceCheck(
    .life, "opened-several-times-at-once",
    "Several instances can be open at once; each is independent, and closes on its own.",
    rules: ["R-09"], deadline: .seconds(60)
  ) { subject, _ in
    var plugins = try (0..<8).map { _ in try subject.open() }
    let different = Set(plugins.map(\.plugin)).count
    guard different == plugins.count else {
      // Closing one of them twice would hide the cause.
      for plugin in plugins { _ = Unmanaged.passRetained(plugin) }
      throw CheckFailure(
        "opened 8 times at once it returned \(different) different plugins; each must be a new one (R-09).",
        place: "open")
    }
    for index in [3, 0, 5] {
      subject.note("close: instance \(index) of those that are open")
      plugins.remove(at: index).close()
      for plugin in plugins { try Workload.once(plugin, subject) }
    }
  }

  static let manyObjects = ConformanceCheck(
    .life, "thousand-objects",
    "1,000 objects can be made and destroyed, 50 of each kind that loads models each time, as speech "
      + "recognisers; descriptors, threads and memory stay bounded.",
    rules: ["R-22"], deadline: .seconds(120), isolations: [.inProcess]
  ) { subject, _ in
    let plugin = try subject.open()
    guard let make = try Workload.maker(plugin, subject) else {
      throw CheckSkip("it creates no objects.")
    }
    for time in 0..<10 { try make(time) }
    let before = try ProcessState.now()
    for time in 0..<1000 { try make(time) }
    let after = try ProcessState.now()
    if let surplus = after.surplus(over: before) {
      throw CheckFailure(
        "creating and destroying its objects again and again leaked \(surplus) (R-22).", place: "destroy")
    }
    let grown = after.residentBytes - before.residentBytes
    try expect(
      grown < 16 << 20,
      "creating and destroying its objects again and again leaked \(grown >> 10) KiB of memory (R-22).",
      place: "destroy")
  }

  static let closeIsSilent = ConformanceCheck(
    .life, "silent-after-close", "After close none of its code runs, and it does not call the host.",
    rules: ["R-04", "R-10"], isolations: [.inProcess]
  ) { subject, _ in
    // The first plugin of a process may start threads that its run-time library retains.
    let first = try subject.open()
    try Workload.once(first, subject)
    first.close()
    let before = try ProcessState.now().threads
    let plugin = try subject.open()
    try Workload.once(plugin, subject)
    plugin.close()
    let left = try ProcessState.now().threads.subtracting(before)
    try expect(
      left.isEmpty, "\(left.count) threads that it started still run after close (R-10).", place: "close")
    // Gives a plugin that still runs time to show it.
    pause(milliseconds: 150)
    for host in [first.host, plugin.host] {
      guard let call = host.record.late.first else { continue }
      throw CheckFailure(
        "it called the host's \(call) after close had returned; the host is valid only until then (R-10).",
        place: "close")
    }
  }

  static let objectsApart = ConformanceCheck(
    .life, "objects-do-not-share",
    "Objects share no state: calls on one do not change the results of another.",
    rules: ["R-14"],
    deadline: .seconds(40)
  ) { subject, _ in
    let plugin = try subject.open()
    guard let apart = try Workload.separation(plugin, subject) else {
      throw CheckSkip("none of its abilities returns results by which two objects could be compared.")
    }
    try apart()
  }

  static let cacheChangesNothing = ConformanceCheck(
    .life, "cache-changes-nothing",
    "Its results are bit-identical without a cache, with an empty one, and with what it kept there.",
    rules: ["R-45"], deadline: .seconds(120), isolations: [.inProcess]
  ) { subject, _ in
    let cache = PluginCache(folder: "\(subject.scratch)/kept")
    // What is wrong without a cache is for other checks to say.
    let without = try answersWithoutACache(subject)
    guard try answersWithoutACache(subject) == without else {
      throw CheckSkip("without a cache, too, its answers differ from one opening to the next.")
    }
    for kind in ["with an empty cache", "with what it kept"] {
      let with = try Transcript.of(subject, in: .inProcess, cache: cache)
      for (one, other) in zip(without, with) where one != other {
        throw CheckFailure("without a cache: \(one); \(kind): \(other).", place: "find")
      }
      try expect(
        with.count == without.count,
        "it gave \(without.count) answers without a cache, but \(with.count) \(kind).", place: "find")
    }
    subject.note("\(without.count) answers were compared")
  }

  private static func answersWithoutACache(_ subject: CheckSubject) throws -> [String] {
    do {
      return try Transcript.of(subject, in: .inProcess)
    } catch {
      throw CheckSkip("it gives no answers without a cache.")
    }
  }

  static let callsLeakNothing = ConformanceCheck(
    .life, "calls-leak-nothing", "Memory stays bounded over thousands of calls.", rules: ["R-22"],
    deadline: .seconds(120), isolations: [.inProcess]
  ) { subject, _ in
    let calls = try Workload.repeated(subject.open(), subject)
    if calls.isEmpty { throw CheckSkip("none of its calls can be repeated.") }
    for call in calls { try leaksNothing(call) }
  }

  private static func leaksNothing(_ call: RepeatedCall) throws {
    // As many warm-up calls as measured ones: one-time allocations are made by then.
    try call.run(call.count)
    let before = try ProcessState.now()
    try call.run(call.count)
    let after = try ProcessState.now()
    if let surplus = after.surplus(over: before) {
      throw CheckFailure(
        "\(call.count) calls of \(call.name) leaked \(surplus) (R-22).", place: call.name)
    }
    let grown = after.residentBytes - before.residentBytes
    try expect(
      grown < call.count * 256 + (1 << 20),
      "\(call.count) calls of \(call.name) leaked \(grown >> 10) KiB of memory (R-22).",
      place: call.name)
  }
}
