// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Work on many pictures shows how far it is to somebody who watches, and to nobody else.
@Suite(.serialized) struct ProgressTests {
  private let installation: CalibratedInstallation
  private let arguments = ["evaluate", "--pairs", "pairs.csv"]

  init() throws { installation = try CalibratedInstallation() }

  @Test(arguments: [false, true]) func aTerminalShowsABar(json: Bool) throws {
    let terminal = try Terminal()
    let run = try installation.run(arguments + (json ? ["--json"] : []), errors: terminal.program)
    #expect(run.exitCode == 0)
    let shown = try terminal.readToEnd()
    for done in ["33 % (1 of 3)", "66 % (2 of 3)", "100 % (3 of 3)"] {
      #expect(shown.contains("] \(done)"), "\(shown)")
    }
    // Results and progress do not mix, and the bar has gone at the end.
    #expect(!run.output.contains("(1 of 3)"))
    #expect(shown.hasSuffix("\r\u{1B}[K"), "\(shown)")
  }

  @Test func aFileGetsNone() throws {
    let run = try installation.run(arguments)
    #expect(run.exitCode == 0)
    #expect(!run.errors.contains("(1 of 3)") && !run.errors.contains("\u{1B}"), "\(run.errors)")
  }
}
