// SPDX-License-Identifier: Apache-2.0
// What a call into a worker costs above the same call in this process, over the echo plugin.
//
//     WorkerCall <root> <imprint-worker> <calls> <ends>
//
// Prints the medians, one a line: `frame <in-process ns> <worker ns>`, `template <in-process ns> <worker
// ns>`, and of <ends> ends `death <ns> <ns>`: from the call that kills the worker to its error, and from
// there to the first answer of the next one. Calls of both kinds are interleaved.
import Glibc
import Imprint

enum Failure: Error { case usage, plugin, image }

func median(_ values: [Int64]) -> Int64 { values.sorted()[values.count / 2] }

func nanoseconds(_ duration: Duration) -> Int64 {
  duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
}

func open(_ isolation: Isolation, _ arguments: [String]) throws -> OpenPlugin {
  let catalog = PluginCatalog.discover(
    PluginSearchPath(roots: [PluginRoot(path: arguments[1], origin: .explicit)]))
  guard let found = catalog.plugin(withID: "dev.bench.echo") else { throw Failure.plugin }
  var policy = WorkerPolicy()
  policy.restarts = WorkerRestarts(unlimited: true)
  policy.program = arguments[2]
  let runtime = PluginRuntime(
    catalog: catalog, trust: .standard(named: "\(arguments[1])/etc/imprint/trust.yaml"),
    logger: ImprintConfiguration().logger,
    hostName: "bench", hostVersion: "1.0.0", isolation: PluginIsolation(isolation), workers: policy)
  return try runtime.openBlocking(found)
}

func template(_ first: UInt8) -> TemplatePayload {
  TemplatePayload(bytes: [first] + [UInt8](repeating: 7, count: 2047), version: 1)
}

func run() async throws {
  let arguments = CommandLine.arguments
  guard arguments.count == 5, let calls = Int(arguments[3]), let ends = Int(arguments[4]) else {
    throw Failure.usage
  }
  let plugins = try [open(.inProcess, arguments), open(.process, arguments)]
  let pixels = [UInt8](repeating: 9, count: 640 * 480)
  guard let frame = Image(width: 640, height: 480, format: .grey8, pixels: pixels) else {
    throw Failure.image
  }
  let clock = ContinuousClock()

  let trackers = try plugins.map { try FaceTracker($0, options: FaceTrackerOptions(maximumFaces: 1)) }
  var frames: [[Int64]] = [[], []]
  for turn in 0..<calls + 100 {
    for (kind, tracker) in trackers.enumerated() {
      let start = clock.now
      _ = try await tracker.track(frame, timestamp: UInt64(turn))
      let spent = nanoseconds(clock.now - start)
      if turn >= 100 { frames[kind].append(spent) }
    }
  }
  print("frame", median(frames[0]), median(frames[1]))

  try compare(plugins, calls: calls, ends: ends)
}

/// In this thread, as a thread of its own for each call would be measured too.
func compare(_ plugins: [OpenPlugin], calls: Int, ends: Int) throws {
  let clock = ContinuousClock()
  let matchers = try plugins.map { try Matcher($0) }
  let (probe, reference) = (template(2), template(3))
  var templates: [[Int64]] = [[], []]
  for turn in 0..<calls + 100 {
    for (kind, matcher) in matchers.enumerated() {
      let start = clock.now
      _ = try matcher.compare(probe: probe, reference: reference)
      let spent = nanoseconds(clock.now - start)
      if turn >= 100 { templates[kind].append(spent) }
    }
  }
  print("template", median(templates[0]), median(templates[1]))

  let killing = template(1)
  var deaths: [Int64] = []
  var restarts: [Int64] = []
  for _ in 0..<ends {
    let start = clock.now
    do {
      _ = try matchers[1].compare(probe: killing, reference: reference)
      throw Failure.plugin
    } catch is PluginCallError {
      let dead = clock.now
      _ = try matchers[1].compare(probe: probe, reference: reference)
      deaths.append(nanoseconds(dead - start))
      restarts.append(nanoseconds(clock.now - dead))
    }
  }
  print("death", median(deaths), median(restarts))
}

try await run()
