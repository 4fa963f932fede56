// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// A process that writes to a licence store: the executable that is built beside the tests.
struct LicenseWriterProcess {
  let process = Process()
  private let output = Pipe()

  /// - Parameters:
  ///   - rounds: 0 are without end.
  ///   - shell: what a shell does before it becomes the writer, such as setting a limit.
  init(_ folder: String, rounds: Int, bytes: Int = 4000, shell: String = "exec") throws {
    let program = try BuiltProducts.folder().appending(path: "LicenseWriter").path
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "\(shell) \"$@\"", "sh", program, folder, "\(rounds)", "\(bytes)"]
    process.standardOutput = output
    try process.run()
  }

  /// Waits for its end: what it printed.
  func result() throws -> String {
    let words = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: words, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
