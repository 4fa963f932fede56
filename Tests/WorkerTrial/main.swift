// SPDX-License-Identifier: Apache-2.0
// A host of its own for tests that count what it has, or end it: WorkerTrial hold|crash|close ROOT [COUNT]
import Foundation
import ImprintManifest
import ImprintRuntime
import ImprintTrust
import Logging

/// What this process has of what may leak.
func count() throws -> String {
  let files = FileManager.default
  let own = ProcessInfo.processInfo.processIdentifier
  let threads = try files.contentsOfDirectory(atPath: "/proc/self/task")
  let children = threads.flatMap { thread -> [Substring] in
    guard let list = files.contents(atPath: "/proc/\(own)/task/\(thread)/children") else { return [] }
    return String(decoding: list, as: UTF8.self).split(separator: " ").map { Substring($0) }
  }
  let memory = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
  let descriptors = try files.contentsOfDirectory(atPath: "/proc/self/fd").count
  return
    "\(descriptors) \(threads.count) \(children.count) \((Int(memory) ?? 0) * 4) \(children.joined(separator: ","))"
}

/// Waits until nothing changes any more: workers go on their own.
func settled() throws -> String {
  var last = try count()
  for _ in 0..<200 {
    usleep(30_000)
    let now = try count()
    if now == last { return now }
    last = now
  }
  return last
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(64) }
let catalog = PluginCatalog.discover(
  PluginSearchPath(roots: [PluginRoot(path: arguments[2], origin: .explicit)]))
guard let found = catalog.found.first else { exit(65) }

@MainActor func open() throws -> OpenPlugin {
  var policy = WorkerPolicy()
  policy.restarts = WorkerRestarts(unlimited: true)
  var logger = Logger(label: "trial") { StreamLogHandler.standardError(label: $0) }
  logger.logLevel = .error
  let runtime = PluginRuntime(
    catalog: catalog, trust: .off, logger: logger, hostName: "trial", hostVersion: "1.0.0",
    isolation: .process,
    workers: policy)
  return try runtime.openBlocking(found)
}

func compare(_ matcher: Matcher, _ first: UInt8) -> Bool {
  let probe = TemplatePayload(bytes: [first, 2, 3, 4], version: 1)
  do {
    _ = try matcher.compare(probe: probe, reference: probe)
    return true
  } catch {
    return false
  }
}

func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

let times = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
switch arguments[1] {
case "hold":
  // Whoever started this may ignore or block them, which is inherited; then they would end nothing.
  // Swift's own handler of SIGSEGV returns, as the crash comes again; one that was sent does not.
  var all = sigset_t()
  sigfillset(&all)
  sigprocmask(SIG_UNBLOCK, &all, nil)
  for number in [SIGTERM, SIGINT, SIGSEGV] { signal(number, SIG_DFL) }
  let plugin = try open()
  say(try count())
  withExtendedLifetime(plugin) { while true { pause() } }
case "crash":
  let matcher = try Matcher(try open())
  for _ in 0..<20 where compare(matcher, 1) { exit(1) }
  guard compare(matcher, 2) else { exit(2) }
  say(try settled())
  for _ in 0..<times where compare(matcher, 1) { exit(3) }
  guard compare(matcher, 2) else { exit(4) }
  say(try settled())
case "close":
  for _ in 0..<3 { _ = try Matcher(try open()) }
  say(try settled())
  for _ in 0..<times { guard compare(try Matcher(try open()), 2) else { exit(5) } }
  say(try settled())
default: exit(64)
}
