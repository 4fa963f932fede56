// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The program of the stage.
enum Sdkctl {
  static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    guard let stage = ProcessInfo.processInfo.environment["IMPRINT_STAGE"] else {
      throw TrialFailure("IMPRINT_STAGE names no stage")
    }
    // Plugins of the stage are trusted as the stage says.
    let program = try RunningProgram("\(stage)/bin/sdkctl", arguments + ["--root", stage])
    let output = program.output()
    return (program.status, output)
  }

  /// Runs it with `--json`.
  /// - Returns: what it printed; fails the trial where it ended with another exit code.
  static func json(_ arguments: String..., exit status: Int32 = 0) throws -> [String: Any] {
    let run = try run(arguments + ["--json"])
    try expect(run.status == status, "\(arguments) ended with \(run.status): \(run.output)")
    return try document(run.output)
  }

  static func document(_ text: String) throws -> [String: Any] {
    guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
      throw TrialFailure("no JSON object: \(text)")
    }
    return object
  }

  /// What `doctor` finds of devices and services: the code of each place.
  static func deviceFindings() throws -> [String: String] {
    // Its exit code is that of all it looks at, and a stage has no licences.
    let found = try document(try run(["doctor", "--json"]).output)["findings"] as? [[String: Any]] ?? []
    return found.filter { $0["subject"] as? String == "device" }.reduce(into: [:]) { codes, finding in
      codes[finding["place"] as? String ?? ""] = finding["code"] as? String
    }
  }
}
