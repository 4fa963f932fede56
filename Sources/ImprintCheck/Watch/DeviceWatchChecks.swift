// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintManifest
internal import ImprintRuntime
internal import ImprintThreads

/// Checks of plugins with `imprint.device-watch/1`.
enum DeviceWatchChecks: WaitingCheckGroup {
  static let ability = AbilityID.deviceWatch
  static let group = CheckGroup("watch", "Hot-plug events of devices.")
  static let name = "device-watch"

  static let all: [ConformanceCheck] = [
    presentAreNoEvents, inOrder, watchesApart, sizeFields, timeouts, unlimitedWait, cancelWakes, cancelLasts,
  ]

  /// The locators in the plugin's own lists now; `nil` where it has no list.
  private static func present(_ subject: CheckSubject, _ plugin: ProbePlugin) throws -> Set<String>? {
    let manifest = try subject.manifest
    let abilities = [AbilityID.camera, .microphone, .cardReader, .fingerReader]
    guard abilities.contains(where: manifest.provides) else { return nil }
    var locators: [String] = []
    if manifest.provides(.camera) { locators += try CameraChecks.locators(plugin) }
    if manifest.provides(.microphone) { locators += try MicrophoneChecks.locators(plugin) }
    if manifest.provides(.cardReader) { locators += try CardReaderChecks.locators(plugin) }
    if manifest.provides(.fingerReader) { locators += try FingerReaderChecks.locators(plugin) }
    return Set(locators)
  }

  static let presentAreNoEvents = check(
    "present-are-no-events", "Devices present when a watch starts are not reported as events.",
    rules: ["R-33"]
  ) { subject, plugin, _ in
    for _ in 0..<4 {
      let before = try present(subject, plugin)
      let watch = try WatchProbe(plugin)
      var gone: Set<String> = []
      while true {
        let answer = try watch.next(timeout: .zero)
        guard answer.answer.status == IMP_OK else { break }
        let event = answer.event
        let locator = try WatchedEvents.locator(of: event)
        if event.change == UInt32(IMP_DEVICE_REMOVED) { gone.insert(locator) }
        try expect(
          event.change != UInt32(IMP_DEVICE_ADDED) || before?.contains(locator) != true
            || gone.contains(locator),
          "it reports \(locator) as added, which was listed before the watch started (R-33).",
          place: "device-watch.next")
      }
    }
  }

  static let inOrder = check(
    "events-in-order", "Each change is one event, and events are in the order of the changes.",
    rules: ["R-20", "R-21", "R-33"]
  ) { subject, plugin, _ in
    let before = try present(subject, plugin)
    let watch = try WatchProbe(plugin)
    let present = try present(subject, plugin)
    var events = WatchedEvents(before: before, after: present ?? [], kinds: try kinds(subject))
    let told = try watch.events(for: .milliseconds(1200))
    for event in told { try events.take(event) }
    guard !told.isEmpty else { throw CheckSkip("no event occurred during the check.") }
  }

  /// The kinds of devices that a plugin has.
  private static func kinds(_ subject: CheckSubject) throws -> Set<UInt32> {
    let manifest = try subject.manifest
    var kinds: Set<Int32> = []
    if manifest.provides(.camera) { kinds.insert(IMP_DEVICE_CAMERA) }
    if manifest.provides(.microphone) { kinds.insert(IMP_DEVICE_MICROPHONE) }
    if manifest.provides(.cardReader) { kinds.insert(IMP_DEVICE_CARD_READER) }
    if manifest.provides(.fingerReader) { kinds.insert(IMP_DEVICE_FINGER_READER) }
    if kinds.isEmpty { kinds = Set(IMP_DEVICE_CAMERA...IMP_DEVICE_FINGER_READER) }
    return Set(kinds.map { UInt32($0) })
  }

  static let watchesApart = check(
    "watches-do-not-share",
    "Every change is reported to each of several watches; one that is cancelled does not affect the others.",
    rules: ["R-14", "R-33"]
  ) { _, plugin, _ in
    let (one, other) = (try WatchProbe(plugin), try WatchProbe(plugin))
    _ = try WatchProbe(plugin)
    // Events from before one of them was open are not for both.
    let begin = WaitingCall.nanoseconds(monotonicTime())
    let mine = try one.events(for: .milliseconds(900)).filter { $0.timestamp_ns >= begin }
    let end = mine.last?.timestamp_ns ?? 0
    var theirs: [imp_device_event] = []
    // An event is late for one of them where the machine is busy. Later ones take no missing one's place.
    while theirs.count < mine.count {
      let answer = try other.next(timeout: .seconds(1))
      guard answer.answer.status == IMP_OK, answer.event.timestamp_ns <= end else { break }
      if answer.event.timestamp_ns >= begin { theirs.append(answer.event) }
    }
    try expect(
      theirs.count == mine.count,
      "one watch reported \(mine.count) changes, but another one \(theirs.count) in the same time (R-33).",
      place: "device-watch.next")
    try zip(mine, theirs).forEach { first, second in
      let (a, b) = (try WatchedEvents.words(first), try WatchedEvents.words(second))
      try expect(
        a == b, "one watch reported \(a), but another one at the same position \(b) (R-33).",
        place: "device-watch.next")
    }
    one.cancel()
    let answer = try other.next(timeout: .zero).answer
    try expect(
      answer, isOneOf: [IMP_OK, IMP_RETRY_TIMEOUT, IMP_E_SERVICE], "device-watch.next",
      "after another watch was cancelled")
    // Two without events were not compared.
    guard !mine.isEmpty else { throw CheckSkip("no event occurred during the check.") }
  }

  static func expectListedSizesLookedAt(_ plugin: ProbePlugin) {}

  static func wrongSizes(
    _ subject: CheckSubject, _ plugin: ProbePlugin, by change: Int
  ) throws -> [WrongSize] {
    let event = try WatchProbe(plugin).next(timeout: .zero, change: imp_device_event.wrong(by: change))
    return [WrongSize("\(name).next", "imp_device_event", event.answer)]
  }

  static let waits = WaitingWords(
    function: "next", absence: "without an event", limits: [0, 20, 0, 30, 120, 0, 30, 300, 10])

  static func waiting(
    _ subject: CheckSubject, _ plugin: ProbePlugin, for purpose: WaitingPurpose
  ) throws -> ReadyWait {
    ReadyWait(call: try WatchProbe(plugin).waiting)
  }

  static let unlimitedWait = check(
    "waits-without-limit", "A time-out of UINT64_MAX waits for the next event.", rules: ["R-26"]
  ) { _, plugin, _ in
    let watch = try WatchProbe(plugin)
    let call = watch.waiting
    // Whether an event comes is irrelevant: cancel or an event ends the wait.
    let thread = try Parallel.start {
      usleep(400_000)
      watch.cancel()
    }
    defer { thread.join() }
    let start = ContinuousClock.now
    let answer = try call.wait(nil).answer
    try expect(
      answer, isOneOf: [IMP_OK, IMP_OUTCOME_CANCELLED], "device-watch.next",
      "without a time-out (R-26), after \(ContinuousClock.now - start),")
  }

  /// The clock of events' timestamps.
  private static func monotonicTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) -> [AbilityWork] {
    [.ofDevice("device-watch.next", make: { try WatchProbe(plugin) }) { _ = try $0.next(timeout: .zero) }]
  }
  static let trials = AbilityTrials.ofDevices

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      await transcript.note("watch") {
        let watch = try await DeviceWatch.open(plugin)
        watch.cancel()
        return "\(try await watch.next(timeout: .seconds(5)).change)"
      }
    }
  }
}
