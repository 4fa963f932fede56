// SPDX-License-Identifier: Apache-2.0
import Imprint

/// How long one kind of work took: the first call, which loads models and warms caches, apart from the rest.
struct DemoTiming: Sendable {
  let name: String
  private(set) var calls: [Duration] = []

  init(_ name: String) { self.name = name }

  mutating func add(_ time: Duration) { calls.append(time) }

  var first: Duration? { calls.first }
  /// The time of later calls; `nil` where there was only one.
  var median: Duration? {
    let rest = calls.dropFirst().sorted()
    return rest.isEmpty ? nil : rest[rest.count / 2]
  }
  var count: Int { max(0, calls.count - 1) }

  /// Runs some work and records its time.
  mutating func measure<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    let clock = ContinuousClock()
    let start = clock.now
    let value = try await work()
    add(start.duration(to: clock.now))
    return value
  }

  /// The same for work on this thread.
  mutating func measure<Value>(_ work: () throws -> Value) rethrows -> Value {
    let clock = ContinuousClock()
    let start = clock.now
    let value = try work()
    add(start.duration(to: clock.now))
    return value
  }
}

/// All times of the demo.
struct DemoTimes: Sendable {
  var opening = DemoTiming("opening of plugins")
  var finding = DemoTiming("face detection in a photograph")
  var capturing = DemoTiming("capture of \(HandHeldStream.frames) frames")
  var challenging = DemoTiming("challenge of a rendered person")
  var extracting = DemoTiming("template extraction")
  var comparing = DemoTiming("comparison (1:1)")
  var searching = DemoTiming("search (1:N)")

  var all: [DemoTiming] { [opening, finding, capturing, challenging, extracting, comparing, searching] }
}
