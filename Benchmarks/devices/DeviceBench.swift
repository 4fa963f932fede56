// SPDX-License-Identifier: Apache-2.0
// What the benchmarks of devices share: the staged plugin, opened, and the client with nothing between.
import Foundation
import Glibc
public import Imprint

public enum DeviceBench {
  public enum Failure: Error { case usage, plugin, bare, end, card }

  /// A device plugin of a stage, in this process or in a worker.
  public static func open(
    _ id: String, stage: String, _ isolation: Isolation, readable: [String] = []
  ) throws -> OpenPlugin {
    let catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [PluginRoot(path: stage, origin: .explicit)]))
    guard let found = catalog.plugin(withID: id) else { throw Failure.plugin }
    var policy = WorkerPolicy()
    policy.program = "\(stage)/bin/imprint-worker"
    policy.readablePaths = readable
    return try PluginRuntime(
      catalog: catalog, trust: .standard(named: "\(stage)/etc/imprint/trust.yaml"),
      logger: ImprintConfiguration().logger, hostName: "bench", hostVersion: "1.0.0",
      isolation: PluginIsolation(isolation), workers: policy
    ).openBlocking(found)
  }

  /// Starts a program.
  /// - Returns: waits for its end, and gives the numbers that it printed.
  public static func start(_ program: String, _ arguments: [String]) throws -> () throws -> [Double] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    return {
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failure.bare }
      return text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }
  }

  public static func median<Value: Comparable>(_ values: [Value]) -> Value {
    values.sorted()[values.count / 2]
  }

  /// The monotonic clock, in nanoseconds.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Runs a program's work: its errors end it with 1.
  public static func run(_ body: () async throws -> Void) async {
    do { try await body() } catch {
      FileHandle.standardError.write(Data("\(CommandLine.arguments[0]): \(error)\n".utf8))
      exit(1)
    }
  }
}
