// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One open watch of devices, called through its C table with guarded memory. Closed when released.
///
/// ``cancel()`` may be called from any thread; all other calls must be serialized.
final class WatchProbe: @unchecked Sendable {
  // Sendable: nothing changes after init; the contract says which calls overlap.
  let plugin: ProbePlugin
  let table: imp_device_watch_ability
  private let watch: OpaquePointer

  /// - Throws: ``CheckSkip`` where the system's service, or the right to it, is missing.
  init(_ plugin: ProbePlugin) throws {
    self.plugin = plugin
    table = try plugin.table(IMP_DEVICE_WATCH_ID, as: imp_device_watch_ability.self)
    let table = table
    var made = Creation<Void>.canary
    let status = table.open(plugin.plugin, &made)
    let opening = Creation(status, plugin, made: made, said: (), end: { table.close($0) })
    if status == IMP_E_SERVICE || status == IMP_E_DEVICE_DENIED {
      try opening.expectUntouched("device-watch.open", "for a watch")
      throw CheckSkip("devices cannot be watched here: \(opening.answer.words).")
    }
    watch = try opening.made("device-watch.open", "for a watch")
  }

  deinit { table.close(watch) }

  /// The result of one next, with its duration.
  struct Answer: TimedAnswer {
    let answer: CallAnswer
    let duration: Duration
    let event: imp_device_event
    /// Whether the borrowed event is unchanged.
    let isUntouched: Bool
  }

  func next(
    timeout: Duration?, change: (inout imp_device_event) -> Void = { _ in }
  ) throws -> Answer {
    var empty = imp_device_event.toBeFilled
    change(&empty)
    let event = try GuardedMemory(copyOf: empty)
    let before = event.content
    let start = ContinuousClock.now
    let status = table.next(watch, WaitingCall.nanoseconds(timeout), event.mutablePointer())
    return Answer(
      answer: CallAnswer(status, plugin.host), duration: ContinuousClock.now - start,
      event: event.pointer(as: imp_device_event.self).pointee,
      isUntouched: status != IMP_OK && event.content == before)
  }

  func cancel() { table.cancel(watch) }

  /// Its next, as a blocking call.
  var waiting: WaitingCall {
    WaitingCall(
      call: "device-watch.next", cancelCall: "device-watch.cancel", goingOn: [IMP_OK, IMP_E_SERVICE],
      wait: { [self] in try next(timeout: $0).waited }, cancel: { [self] in cancel() })
  }

  /// All events within the given duration.
  func events(for time: Duration) throws -> [imp_device_event] {
    var events: [imp_device_event] = []
    let limit = ContinuousClock.now + time
    while ContinuousClock.now < limit, events.count < 1000 {
      let answer = try next(timeout: .milliseconds(50))
      if answer.answer.status == IMP_OK { events.append(answer.event) }
      try expect(
        answer.answer, isOneOf: [IMP_OK, IMP_RETRY_TIMEOUT, IMP_E_SERVICE], "device-watch.next",
        "with a time-out of 50 ms")
    }
    return events
  }
}
