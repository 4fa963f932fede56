// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Imprint
import Logging

/// What trials of sound share: the staged plugin, and what is expected of it.
enum Sound {
  static let pluginID = "dev.imprint.device-alsa"

  /// A buffer for trials where every frame is to be heard: as much as the virtual microphone keeps, so that a
  /// busy machine may call them late.
  static let ample = Duration.seconds(4)

  static func stage() throws -> String {
    guard let stage = ProcessInfo.processInfo.environment["IMPRINT_STAGE"] else {
      throw TrialFailure("IMPRINT_STAGE names no stage")
    }
    return stage
  }

  static func plugin(_ isolation: PluginIsolation = TrialIsolation.chosen) throws -> OpenPlugin {
    let catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [PluginRoot(path: try stage(), origin: .explicit)]))
    guard let found = catalog.plugin(withID: pluginID) else {
      throw TrialFailure("the stage has no \(pluginID)")
    }
    var logger = Logger(label: "trial") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .error
    // A worker is let through to the sound card by itself, and to what a virtual microphone plays by this.
    var workers = WorkerPolicy()
    workers.readablePaths = [FileManager.default.temporaryDirectory.path, "\(try stage())/lib/alsa-lib"]
    let runtime = PluginRuntime(
      catalog: catalog, trust: .off, logger: logger, hostName: "DeviceTrials", hostVersion: "1.0.0",
      isolation: isolation, workers: workers)
    return try runtime.openBlocking(found)
  }

  /// The words of a refusal with that code; fails the trial where it went well or another came.
  @discardableResult
  static func refusal(
    _ code: PluginCallError.Code, file: StaticString = #fileID, line: UInt = #line,
    _ body: () async throws -> Void
  ) async throws -> String {
    do {
      try await body()
    } catch let error as PluginCallError {
      try expect(error.code == code, "\(error.code) instead of \(code): \(error)", file: file, line: line)
      return error.reason
    }
    throw TrialFailure("\(file):\(line): it went well instead of \(code)")
  }

  /// Something that was measured, for the log.
  static func note(_ words: String) {
    FileHandle.standardOutput.write(Data("   \(words)\n".utf8))
  }

  static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// What `body` makes this process print where errors go.
  static func errorOutput(_ body: () throws -> Void) throws -> String {
    let folder = try SoundFolder()
    let path = folder.path("errors")
    let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    let before = dup(2)
    try expect(file >= 0 && before >= 0, "the error output cannot be kept")
    dup2(file, 2)
    defer {
      dup2(before, 2)
      close(before)
      close(file)
    }
    try body()
    return try String(contentsOfFile: path, encoding: .utf8)
  }
}
