// SPDX-License-Identifier: Apache-2.0
import Imprint

/// How long one kind of work took: its first time, in which models are loaded and memory is warmed, apart
/// from the rest.
struct DemoTiming: Sendable {
  let name: String
  private(set) var calls: [Duration] = []

  init(_ name: String) { self.name = name }

  mutating func add(_ time: Duration) { calls.append(time) }

  var first: Duration? { calls.first }
  /// Of the calls after the first; `nil` where there was no other.
  var median: Duration? {
    let rest = calls.dropFirst().sorted()
    return rest.isEmpty ? nil : rest[rest.count / 2]
  }
  var count: Int { max(0, calls.count - 1) }

  /// Runs some work and notes its time.
  mutating func measure<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    let clock = ContinuousClock()
    let start = clock.now
    let value = try await work()
    add(start.duration(to: clock.now))
    return value
  }

  /// The same for work in this thread.
  mutating func measure<Value>(_ work: () throws -> Value) rethrows -> Value {
    let clock = ContinuousClock()
    let start = clock.now
    let value = try work()
    add(start.duration(to: clock.now))
    return value
  }
}

/// All that the demo timed.
struct DemoTimes: Sendable {
  var opening = DemoTiming("plugins opened")
  var finding = DemoTiming("faces found in a photograph")
  var capturing = DemoTiming("capture of \(HandHeldStream.frames) frames")
  var extracting = DemoTiming("template made")
  var comparing = DemoTiming("one compared with one")
  var searching = DemoTiming("one searched for among all")

  var all: [DemoTiming] { [opening, finding, capturing, extracting, comparing, searching] }
}
