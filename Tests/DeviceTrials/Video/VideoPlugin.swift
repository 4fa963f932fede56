// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import Logging

/// The staged plugin for cameras, opened.
enum VideoPlugin {
  static let id = "dev.imprint.device-v4l2"

  /// - Parameter isolation: where it runs.
  static func open(
    _ isolation: PluginIsolation = TrialIsolation.chosen, workers: WorkerPolicy = WorkerPolicy()
  ) throws -> OpenPlugin {
    guard let stage = ProcessInfo.processInfo.environment["IMPRINT_STAGE"] else {
      throw TrialFailure("IMPRINT_STAGE names no stage")
    }
    let catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [PluginRoot(path: stage, origin: .explicit)]))
    guard let found = catalog.plugin(withID: id) else { throw TrialFailure("\(stage) has no \(id)") }
    var logger = Logger(label: "trial") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .error
    let runtime = PluginRuntime(
      catalog: catalog, trust: .off, logger: logger, hostName: "DeviceTrials", hostVersion: "1.0.0",
      isolation: isolation, workers: workers)
    return try runtime.openBlocking(found)
  }

  /// The node of the n-th camera that vivid makes, from 0.
  static func vivid(_ index: Int = 0) throws -> VividCamera {
    let names = try FileManager.default.contentsOfDirectory(atPath: "/sys/class/video4linux").sorted()
    for node in names where node.hasPrefix("video") {
      let name = try String(contentsOfFile: "/sys/class/video4linux/\(node)/name", encoding: .utf8)
      if name.hasPrefix("vivid-00\(index)-vid-cap") { return VividCamera(path: "/dev/\(node)") }
    }
    throw TrialFailure("vivid made no camera \(index)")
  }
}

/// Asks until the answer is one, or the time is over.
func eventually(
  within limit: Duration = .seconds(1), _ words: String, _ holds: () throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while try !holds() {
    guard ContinuousClock.now < deadline else { throw TrialFailure("not within \(limit): \(words)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Fails the trial unless `body` is refused with that code.
/// - Returns: the error, for its words.
@discardableResult
func expectRefusal(
  _ code: PluginCallError.Code, file: StaticString = #fileID, line: UInt = #line,
  _ body: () async throws -> Void
) async throws -> PluginCallError {
  do {
    try await body()
  } catch let error as PluginCallError {
    try expect(
      error.code == code, "\(error.code.rawValue) instead of \(code.rawValue): \(error)", file: file,
      line: line)
    return error
  }
  throw TrialFailure("\(file):\(line): it went well instead of \(code.rawValue)")
}

/// Something that a trial measured, for the log.
func measured(_ words: String) {
  FileHandle.standardOutput.write(Data("   \(words)\n".utf8))
}
