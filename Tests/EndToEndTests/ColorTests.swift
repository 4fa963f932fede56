// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ColorTests {
  /// What `doctor` prints on a terminal.
  private func onTerminal(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> String {
    let installation = try NullInstallation()
    let terminal = try Terminal()
    let process = Process()
    process.executableURL = try BuiltProducts.folder().appending(path: "sdkctl")
    process.arguments = ["doctor", "--variant", "null-only", "--root", installation.root] + arguments
    process.environment = [
      "HOME": installation.folder.url.path, "PATH": "/usr/bin:/bin",
      "IMPRINT_TRUST_CONFIG": try TestTrust.offSettings(),
    ]
    .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = terminal.program
    try process.run()
    return try terminal.readToEnd()
  }

  @Test func aTerminalShowsColors() throws {
    #expect(try onTerminal().contains("\u{1B}[32mok"))
  }

  @Test func noColorInTheEnvironmentTurnsThemOff() throws {
    let text = try onTerminal(environment: ["NO_COLOR": "1"])
    #expect(text.contains("ok") && !text.contains("\u{1B}"))
  }

  @Test func anEmptyNoColorChangesNothing() throws {
    #expect(try onTerminal(environment: ["NO_COLOR": ""]).contains("\u{1B}[32mok"))
  }

  @Test func theOptionTurnsThemOff() throws {
    #expect(try !onTerminal(["--no-color"]).contains("\u{1B}"))
  }

  @Test func jsonHasNone() throws {
    #expect(try !onTerminal(["--json"]).contains("\u{1B}"))
  }

  @Test func aFileGetsNone() throws {
    let run = try NullInstallation().run(["doctor"])
    #expect(run.output.contains("ok") && !run.output.contains("\u{1B}"))
  }
}
