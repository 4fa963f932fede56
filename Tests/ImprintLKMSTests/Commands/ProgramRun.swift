// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// A home of one test's own, and runs of the built `imprint-lkms` on it.
struct ProgramHome {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.path + "/home" }

  /// Makes the home.
  func prepare(_ arguments: String...) throws {
    let run = try run(["init", "--name", "Example", "--host", "localhost", "--port", "0"] + arguments)
    guard run.exitCode == 0 else { throw MissingForTest("a home: \(run.errors)") }
  }

  func run(_ arguments: String...) throws -> ProgramRun { try run(arguments) }

  func run(
    _ arguments: [String], program: String = "imprint-lkms", environment: [String: String] = [:]
  ) throws -> ProgramRun {
    let run = try ProgramRun(
      BuiltProducts.folder().appending(path: program), arguments + ["--home", path], environment, folder)
    run.process.waitUntilExit()
    return run
  }

  /// Starts it and does not wait for its end.
  func start(_ arguments: String...) throws -> ProgramRun { try start(arguments) }

  func start(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun(
      BuiltProducts.folder().appending(path: "imprint-lkms"), arguments + ["--home", path], [:], folder)
  }
}

/// One run of a program: what it printed, and how it ended.
struct ProgramRun {
  let process = Process()
  private let files: (output: URL, errors: URL)

  init(
    _ program: URL, _ arguments: [String], _ environment: [String: String], _ folder: TemporaryFolder
  ) throws {
    let id = UUID().uuidString
    // Files, not pipes: nothing has to be read while it runs.
    files = (folder.url.appending(path: "\(id).out"), folder.url.appending(path: "\(id).err"))
    for file in [files.output, files.errors] { try Data().write(to: file) }
    process.executableURL = program
    process.arguments = arguments
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "COLUMNS": "80"]
      .merging(environment) { $1 }
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files.output)
    process.standardError = try FileHandle(forWritingTo: files.errors)
    try process.run()
  }

  var exitCode: Int32 { process.terminationStatus }
  var output: String { (try? String(contentsOf: files.output, encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOf: files.errors, encoding: .utf8)) ?? "" }

  /// The one JSON document on standard output.
  var json: [String: Any] {
    get throws {
      let parsed = try JSONSerialization.jsonObject(with: Data(output.utf8))
      guard let object = parsed as? [String: Any] else { throw MissingForTest("no JSON object: \(output)") }
      return object
    }
  }

  /// The code of the error that it told as JSON.
  var errorCode: String? {
    get throws { (try json["error"] as? [String: Any])?["code"] as? String }
  }
}
