// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintManifest
internal import ImprintThreads
internal import Synchronization

/// Group `threads`: which calls may overlap, and how many threads a plugin may have.
enum ThreadChecks {
  static let all: [ConformanceCheck] = [asDeclared, anyThread, comparesTogether, objectsTogether]

  static let asDeclared = ConformanceCheck(
    .threads, "no-more-than-declared", "An object computes on no more threads than its manifest declares.",
    rules: ["R-27"], deadline: .seconds(40), isolations: [.inProcess]
  ) { subject, _ in
    let declared = try subject.manifest.concurrency.threads
    let plugin = try subject.open()
    // Their inputs are drawn beforehand: that may take longer than the calls.
    let trials = try subject.trials(\.objects).flatMap { try $0(plugin) }
    // Some run-time libraries initialize with many threads: only the work counts. On a busy machine such
    // threads look for more of it for some time, before they sleep.
    try use(trials, threads: UInt32(declared))
    try RunningThreads.settle()
    let watch = try RunningThreads()
    let used = Result { for _ in 0..<3 { try use(trials, threads: UInt32(declared)) } }
    let counts = try watch.stop()
    try used.get()
    let more = counts.filter { $0.key > declared }.values.reduce(0, +)
    let all = counts.values.reduce(0, +)
    // Occasionally one thread is still running while it hands its work to another.
    try expect(
      more * 4 <= all,
      "it computed on \(counts.keys.max() ?? 0) threads at once (\(more) of \(all) samples found more than "
        + "declared); "
        + "the manifest declares \(declared), the caller's among them (concurrency.threads).", place: "open")
  }

  /// Uses one object after the other, each with the declared number of threads.
  private static func use(_ trials: [ObjectTrial], threads: UInt32) throws {
    for trial in trials {
      for call in try trial.make(threads) {
        // What it answers is for other checks.
        do { _ = try call() } catch is CheckSkip {} catch is CheckFailure {}
      }
    }
  }

  static let anyThread = ConformanceCheck(
    .threads, "on-any-thread", "Calls may be made from any thread, each from a different one.",
    rules: ["R-27"],
    deadline: .seconds(40)
  ) { subject, _ in
    nonisolated(unsafe) let subject = subject
    nonisolated(unsafe) var opened: ProbePlugin?
    let others = NewThreads()
    defer { others.end() }
    try others.run { opened = try subject.open() }
    guard let plugin = opened else { return }
    for make in try subject.trials(\.objects) {
      nonisolated(unsafe) var trials: [ObjectTrial] = []
      try others.run { trials = try make(plugin) }
      for trial in trials { try sameOnAll(others, trial) }
    }
    for _ in 0..<2 { try others.run { try Workload.once(plugin, subject) } }
    try others.run { plugin.close() }
  }

  /// Fails unless an object gives the same answers on each thread.
  private static func sameOnAll(_ others: NewThreads, _ trial: ObjectTrial) throws {
    nonisolated(unsafe) var calls: [@Sendable () throws -> [UInt8]] = []
    try others.run { calls = try trial.make(1) }
    var answers: [[UInt8]] = []
    for _ in 0..<3 {
      // Refusing a drawn sample does not matter here.
      do {
        try others.run { answers += try calls.prefix(1).map { try $0() } }
      } catch is CheckSkip {}
    }
    try expect(
      Set(answers).count <= 1, "the same input gave different answers on other threads (R-14, R-27).",
      place: trial.call)
    try others.run { calls = [] }
  }

  static let comparesTogether = ConformanceCheck(
    .threads, "compares-concurrently",
    "compare, compare_many and fuse, called concurrently on one matcher, return the same as alone.",
    rules: ["R-18", "R-27"], deadline: .seconds(60), scope: MatcherChecks.scope
  ) { subject, _ in
    try subject.manifest.expectParallel()
    try MatcherChecks.each(subject) { try comparesTogether($0) }
  }

  private static func comparesTogether(_ probe: MatcherProbe) throws {
    let stock = try probe.stock(4)
    let templates = stock.templates
    @Sendable func answers(_ index: Int) throws -> [UInt8] {
      try MatcherChecks.answers(probe, templates[index], templates)
    }
    let alone = try templates.indices.map(answers)
    let end = ContinuousClock.now + .milliseconds(1200)
    // Per thread: elapsed time alone may mean little on a busy machine.
    let fewestRounds = 25
    try Parallel.trying(threads: 4) { index, failure in
      var round = index
      while ContinuousClock.now < end || round < index + fewestRounds, !failure.isThere {
        let one = round % templates.count
        round += 1
        guard let place = Difference.words(alone[one], try answers(one)) else { continue }
        throw CheckFailure(
          "while 4 threads compared, searched and fused, template \(one) got different answers than alone: "
            + "\(place) "
            + "(R-27).", place: "matcher.compare")
      }
    }
    try stock.expectReal()
  }

  static let objectsTogether = ConformanceCheck(
    .threads, "objects-concurrently",
    "Objects used concurrently, one per thread, return the same as alone.",
    rules: ["R-14", "R-27"],
    deadline: .seconds(60),
    scope: .trial(\.objects)
  ) { subject, _ in
    try subject.manifest.expectParallel()
    let plugin = try subject.open()
    // Objects that refuse a drawn sample are omitted, and reported at the end.
    var skip: CheckSkip?
    let trials = try subject.trials(\.objects).flatMap { try $0(plugin) }.filter { trial in
      do {
        for call in try trial.make(1) { _ = try call() }
        return true
      } catch let thrown as CheckSkip {
        skip = skip ?? thrown
        return false
      }
    }
    // Created and destroyed one at a time, used concurrently: create and destroy are [one at a time: plugin].
    let objects = try (0..<3).map { _ in try trials.flatMap { try $0.make(1) } }
    @Sendable func answers(_ index: Int) throws -> [[UInt8]] { try objects[index].map { try $0() } }
    let place = trials.map(\.call).joined(separator: ", ")
    let alone = try answers(0)
    try Parallel.trying(threads: 3) { index, _ in
      for _ in 0..<4 where try answers(index) != alone {
        throw CheckFailure(
          "while 3 objects worked concurrently, the same input gave different answers than alone (R-14, "
            + "R-27).",
          place: place)
      }
    }
    if let skip { throw skip }
  }
}

extension PluginManifest {
  /// - Throws: ``CheckSkip`` where no two calls may overlap.
  func expectParallel() throws {
    guard concurrency.instances == .parallel else {
      throw CheckSkip("its manifest allows no concurrent calls (concurrency.instances: serial).")
    }
  }
}

/// Samples the threads of this process until it is stopped: how many are running or runnable.
final class RunningThreads: Sendable {
  private let looks = Mutex<Result<[Int: Int], any Error>>(.success([:]))
  private let isOver = Atomic(false)
  private let thread = Mutex<SystemThread?>(nil)

  init() throws {
    let started = try Parallel.start { [self] in
      while !isOver.load(ordering: .relaxed) {
        let running = Result { try Self.count() }
        looks.withLock { looks in
          looks = Result {
            var counts = try looks.get()
            // This thread runs while it samples.
            counts[try running.get() - 1, default: 0] += 1
            return counts
          }
        }
        usleep(300)
      }
    }
    thread.withLock { $0 = started }
  }

  /// A histogram of the number of threads running at once.
  /// - Throws: ``CheckSkip`` where they could not be sampled.
  func stop() throws -> [Int: Int] {
    isOver.store(true, ordering: .relaxed)
    if let thread = thread.withLock({ $0 }) { thread.join() }
    return try looks.withLock { try $0.get() }
  }

  /// Returns once no thread but the caller's is running or runnable, and after two seconds anyway: a thread
  /// that never sleeps is then found.
  static func settle() throws {
    for _ in 0..<2000 where try count() > 1 { usleep(1000) }
  }

  /// Threads in the state R: on a processor, or waiting for one.
  private static func count() throws -> Int {
    try ProcessState.now().threads.count { thread in
      // A thread that cannot be opened has ended meanwhile.
      guard let file = fopen("/proc/self/task/\(thread)/stat", "re") else { return false }
      defer { fclose(file) }
      var line = [UInt8](repeating: 0, count: 128)
      let length = fread(&line, 1, line.count, file)
      // "1234 (a name) R ...": the name may contain anything, so search for the last bracket.
      guard let bracket = line[..<length].lastIndex(of: UInt8(ascii: ")")), bracket + 2 < length else {
        return false
      }
      return line[bracket + 2] == UInt8(ascii: "R")
    }
  }
}
