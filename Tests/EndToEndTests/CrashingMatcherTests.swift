// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A plugin that crashes on every call takes nothing down with it: a typed error, exit code 1, and the next
/// algorithm is usable; the quarantine shows why.
@Suite struct CrashingMatcherTests {
  let installation: NullInstallation
  let crashing = FixtureManifest().id
  private let crashingRoot: String

  init() throws {
    installation = try NullInstallation()
    var plugin = FixturePlugin(["FIX_EXTRACT": "*(volatile int *)8 = 1;"])
    plugin.manifest.provides = ["imprint.face-extractor/1", "imprint.matcher/2"]
    plugin.defines["FIX_ABILITIES"] = "IMP_FACE_EXTRACTOR_ID, IMP_MATCHER_ID"
    crashingRoot = try plugin.install().path
    let rows = (0..<16).map { row in (0..<16).map { UInt8(row * 16 + $0) } }
    try installation.folder.write(
      PNGBuilder(width: 16, height: 16, colourType: 0, rows: rows).file(), to: "grey.png")
  }

  private func run(_ words: [String], plugin: String? = nil) throws -> CommandRun {
    try installation.run(
      words + [
        "--variant", "null-only", "--plugin", plugin ?? crashing, "--isolation", "process", "--json",
        "--root",
        crashingRoot,
      ])
  }

  private func compare(plugin: String? = nil) throws -> CommandRun {
    try run(["compare", "grey.png", "grey.png"], plugin: plugin)
  }

  @Test func threeCrashesAreTypedAndTheFourthRunDoesNotStartIt() throws {
    for _ in 0..<3 {
      let died = try compare()
      #expect(died.exitCode == 1)
      let error = try #require(try died.error)
      #expect(error["code"] == "worker-ended", "\(error)")
      #expect(error["place"]?.contains(crashing) == true)
      #expect(error["reason"]?.contains("signal 11") == true)
    }
    // The next algorithm is usable.
    #expect(try compare(plugin: NullInstallation.id).exitCode == 0)

    let refused = try compare()
    #expect(try refused.exitCode == 1 && refused.errorCode == "quarantined")
    // In the process it would take the host down: it is not opened there either.
    let inProcess = try installation.run([
      "compare", "grey.png", "grey.png", "--variant", "null-only", "--plugin", crashing, "--isolation",
      "in-process", "--json", "--root", crashingRoot,
    ])
    #expect(try inProcess.exitCode == 1 && inProcess.errorCode == "quarantined")

    let records = try #require(
      try installation.run(["plugin", "quarantine", "list", "--json"]).json["records"] as? [[String: Any]])
    let record = try #require(records.first)
    #expect(records.count == 1 && record["plugin"] as? String == crashing)
    let strikes = try #require(record["strikes"] as? [[String: Any]])
    #expect(strikes.count == 3)
    for strike in strikes {
      #expect(strike["function"] as? String == "face-extractor.extract")
      #expect(strike["reason"] as? String == "signal" && strike["number"] as? Int == 11)
    }
    let list = try installation.run(["plugin", "quarantine", "list"]).output
    #expect(list.contains("face-extractor.extract") && list.contains("SIGSEGV"))

    #expect(try installation.run(["plugin", "quarantine", "clear", crashing]).exitCode == 0)
    #expect(try compare().errorCode == "worker-ended")
  }

  @Test func verifyingWithItIsTypedAndChangesNothing() throws {
    let enrolled = try run(
      ["enroll", "--user", "ada", "grey.png", "--store", "store"], plugin: NullInstallation.id)
    #expect(enrolled.exitCode == 0, "\(enrolled.errors)")
    let died = try run(["verify", "--user", "ada", "grey.png", "--store", "store"])
    #expect(died.exitCode == 1)
    #expect(try died.errorCode == "worker-ended", "\(died.output)")
  }

  @Test func itsCrashTravelsAsAFileAndIsReproduced() throws {
    let died = try installation.run([
      "plugin", "record", crashing, "fault.imrec", "--", "compare", "grey.png", "grey.png", "--variant",
      "null-only", "--plugin", crashing, "--isolation", "process", "--json", "--root", crashingRoot,
    ])
    #expect(died.exitCode == 1)
    #expect(try died.errorCode == "worker-ended")
    #expect(died.errors.contains("recorded: fault.imrec"))
    let again = try installation.run(["plugin", "replay", "fault.imrec", "--json", "--root", crashingRoot])
    #expect(again.exitCode == 1)
    #expect(try again.json["reproduced"] as? Bool == true)
    let shown = try installation.run(["plugin", "replay", "fault.imrec", "--show"])
    #expect(shown.exitCode == 0 && shown.output.contains("died"))
  }
}
