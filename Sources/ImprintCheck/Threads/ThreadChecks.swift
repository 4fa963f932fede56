// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintManifest
internal import Synchronization

/// Group `threads`: which calls may overlap, and how many threads a plugin may have.
enum ThreadChecks {
  static let all: [ConformanceCheck] = [asDeclared, anyThread, comparesTogether, objectsTogether]

  static let asDeclared = ConformanceCheck(
    .threads, "no-more-than-declared", "It never has more threads of its own than its manifest declares.",
    rules: ["R-27"], deadline: .seconds(40)
  ) { subject, _ in
    let declared = try subject.manifest.concurrency.threads
    let before = try ProcessState.now().threads
    let watch = try ThreadWatch()
    let used = Result { try use(subject.open(), threads: UInt32(declared), subject) }
    let most = watch.stop().subtracting(before).count
    try used.get()
    try expect(
      most <= declared,
      "it had \(most) threads of its own at once, with one object; the manifest declares \(declared) "
        + "(concurrency.threads).", place: "open")
  }

  /// Uses one object after the other, each with as many threads as are declared.
  private static func use(_ plugin: ProbePlugin, threads: UInt32, _ subject: CheckSubject) throws {
    let manifest = try subject.manifest
    if manifest.provides(.matcher) {
      let probe = try MatcherProbe(plugin, threads: threads)
      for person in 0..<3 { _ = try probe.extract(.person(person)) }
      pause(milliseconds: 20)
    }
    if manifest.provides(.faceTracker) {
      let probe = try TrackerProbe(plugin, threads: threads)
      for frame in 0..<3 { _ = try probe.track(.ovals(shift: frame), time: UInt64(frame)) }
      pause(milliseconds: 20)
    }
    try Workload.once(plugin, subject)
  }

  static let anyThread = ConformanceCheck(
    .threads, "on-any-thread", "Calls may come from any thread, each from another one.", rules: ["R-27"],
    deadline: .seconds(40)
  ) { subject, _ in
    let failure = Mutex<(any Error)?>(nil)
    nonisolated(unsafe) let subject = subject
    nonisolated(unsafe) var opened: ProbePlugin?
    func onAnother(_ body: @escaping () throws -> Void) throws {
      nonisolated(unsafe) let body = body
      let thread = try Parallel.start {
        do { try body() } catch { failure.withLock { $0 = error } }
      }
      pthread_join(thread, nil)
      if let error = failure.withLock({ $0 }) { throw error }
    }
    try onAnother { opened = try subject.open() }
    guard let plugin = opened else { return }
    if try subject.manifest.provides(.matcher) {
      nonisolated(unsafe) var probe: MatcherProbe?
      nonisolated(unsafe) var templates: [[UInt8]] = []
      try onAnother { probe = try MatcherProbe(plugin) }
      for _ in 0..<3 {
        try onAnother { if let probe { templates.append(try probe.template(of: .person(0))) } }
      }
      try expect(
        Set(templates).count == 1, "the same image gave other templates on other threads (R-14, R-27).",
        place: "matcher.extract")
      try onAnother { probe = nil }
    }
    for _ in 0..<2 { try onAnother { try Workload.once(plugin, subject) } }
    try onAnother { plugin.close() }
  }

  static let comparesTogether = ConformanceCheck(
    .threads, "compares-concurrently",
    "compare and compare_many on several threads give what they give alone.",
    rules: ["R-18", "R-27"], deadline: .seconds(40), scope: MatcherChecks.scope
  ) { subject, _ in
    let probe = try MatcherProbe(subject.open())
    guard try subject.manifest.concurrency.instances == .parallel else {
      throw CheckSkip("its manifest says that no two calls overlap (concurrency.instances: serial).")
    }
    let templates = try probe.templates(4)
    let gallery = probe.gallery(templates)
    let expected = try templates.map { one in
      try templates.map { try probe.similarity(one, $0, "for two of its own templates").bitPattern }
    }
    let failure = Mutex<String?>(nil)
    let end = ContinuousClock.now + .milliseconds(1200)
    try Parallel.run(threads: 4) { index in
      var round = index
      while ContinuousClock.now < end, failure.withLock({ $0 == nil }) {
        let (one, other) = (round % 4, (round / 4 + index) % 4)
        round += 1
        do {
          let (answer, similarity) = try probe.compare(templates[one], templates[other])
          if answer.status != IMP_OK || similarity.bitPattern != expected[one][other] {
            let said = answer.status == IMP_OK ? "\(similarity)" : answer.words
            failure.withLock {
              $0 =
                "while 4 threads compared, templates \(one) and \(other) got \(said); alone they get "
                + "\(Float(bitPattern: expected[one][other])) (R-27)."
            }
          }
          let found = try probe.search(templates[one], gallery)
          if found.similarities.map(\.bitPattern) != expected[one] {
            failure.withLock {
              $0 =
                "while 4 threads searched, template \(one) got \(found.similarities); alone it gets "
                + "\(expected[one].map { Float(bitPattern: $0) }) (R-27)."
            }
          }
        } catch { failure.withLock { $0 = "\(error)" } }
      }
    }
    if let reason = failure.withLock({ $0 }) { throw CheckFailure(reason, place: "matcher.compare") }
  }

  static let objectsTogether = ConformanceCheck(
    .threads, "objects-concurrently", "Objects on threads of their own give what they give alone.",
    rules: ["R-14", "R-27"],
    deadline: .seconds(60),
    scope: CheckScope("plugins with matchers or trackers") {
      $0.provides(.matcher) || $0.provides(.faceTracker)
    }
  ) { subject, _ in
    let manifest = try subject.manifest
    guard manifest.concurrency.instances == .parallel else {
      throw CheckSkip("its manifest says that no two calls overlap (concurrency.instances: serial).")
    }
    let plugin = try subject.open()
    let pictures = (0..<3).map { CheckPicture.person($0) }
    // Made and destroyed one at a time, used at once: create and destroy are [one at a time: plugin].
    let matchers = try manifest.provides(.matcher) ? (0..<3).map { _ in try MatcherProbe(plugin) } : []
    let trackers = try manifest.provides(.faceTracker) ? (0..<3).map { _ in try TrackerProbe(plugin) } : []
    @Sendable func answers(_ index: Int) throws -> [[UInt8]] {
      var all: [[UInt8]] = []
      for (time, picture) in pictures.enumerated() {
        if !matchers.isEmpty { all.append(try matchers[index].template(of: picture)) }
        if !trackers.isEmpty { all.append(try trackers[index].faces(of: picture, time: UInt64(time)).bytes) }
      }
      for tracker in trackers[min(index, trackers.count)...].prefix(1) { tracker.reset() }
      return all
    }
    let alone = try answers(0)
    let failure = Mutex<(any Error)?>(nil)
    try Parallel.run(threads: 3) { index in
      do {
        for _ in 0..<4 where try answers(index) != alone {
          throw CheckFailure(
            "while 3 objects worked at once, the same images gave other answers than alone (R-14, R-27).",
            place: matchers.isEmpty ? "face-tracker.track" : "matcher.extract")
        }
      } catch { failure.withLock { $0 = error } }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

/// Counts the threads of this process, all the time, until it is stopped.
final class ThreadWatch: Sendable {
  private let seen = Mutex<Set<Int>>([])
  private let isOver = Atomic(false)
  private let thread = Mutex<pthread_t?>(nil)
  /// Threads from before, and the watching one.
  private let known = Mutex<Set<Int>>([])

  init() throws {
    let started = try Parallel.start { [self] in
      while !isOver.load(ordering: .relaxed) {
        // The most at one moment: threads that came one after the other are not many.
        if let now = try? ProcessState.now().threads {
          seen.withLock { if now.count > $0.count { $0 = now } }
        }
        usleep(500)
      }
    }
    thread.withLock { $0 = started }
    // It is there when pthread_create returns, and nothing else has started since.
    let now = try ProcessState.now().threads
    known.withLock { $0 = now }
  }

  /// The threads at the moment at which there were most, without the watching one.
  func stop() -> Set<Int> {
    isOver.store(true, ordering: .relaxed)
    if let thread = thread.withLock({ $0 }) { pthread_join(thread, nil) }
    return seen.withLock { $0 }.subtracting(known.withLock { $0 })
  }
}
