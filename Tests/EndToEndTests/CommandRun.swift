// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// One run of the built `sdkctl`: what it printed, and how it ended.
struct CommandRun {
  let output: String
  let errors: String
  let exitCode: Int32

  /// Runs it in an environment that has nothing of this machine: no user's plugins, no colours chosen.
  /// Plugins are trusted unasked, where the environment does not name other settings.
  static func sdkctl(
    _ arguments: [String], environment: [String: String] = [:], home: TemporaryFolder,
    input: FileHandle = .nullDevice, errors: FileHandle? = nil
  ) throws -> CommandRun {
    try run(
      BuiltProducts.folder().appending(path: "sdkctl"), arguments, environment: environment, home: home,
      input: input, errors: errors)
  }

  /// - Parameter terminal: gets what goes to standard error, in the place of ``errors``.
  static func run(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:], home: TemporaryFolder,
    input: FileHandle = .nullDevice, errors terminal: FileHandle? = nil
  ) throws -> CommandRun {
    let id = UUID().uuidString
    let (output, errors) = (home.url.appending(path: "\(id).out"), home.url.appending(path: "\(id).err"))
    // Files, not pipes: nothing has to be read while it runs.
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = [
      "HOME": home.url.path, "PATH": "/usr/bin:/bin", "COLUMNS": "80",
      "IMPRINT_TRUST_CONFIG": try TestTrust.offSettings(),
    ]
    .merging(environment) { $1 }
    process.currentDirectoryURL = home.url
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try terminal ?? FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return CommandRun(
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: told(String(decoding: try Data(contentsOf: errors), as: UTF8.self)),
      exitCode: process.terminationStatus)
  }

  /// What was told beside that plugins are trusted unasked, which every start says.
  private static func told(_ errors: String) -> String {
    errors.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("trust: plugins are not checked at all") }.joined(separator: "\n")
  }

  /// The one JSON document on standard output.
  var json: [String: Any] {
    get throws {
      let parsed = try JSONSerialization.jsonObject(with: Data(output.utf8))
      guard let object = parsed as? [String: Any] else { throw MissingForTest("no JSON object: \(output)") }
      return object
    }
  }
}
