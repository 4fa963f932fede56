// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What an operator sees of a quarantine.
@Suite struct QuarantineTests {
  let installation: NullInstallation
  let store: QuarantineStore
  let build: PluginBuild

  init() throws {
    installation = try NullInstallation()
    store = QuarantineStore(folder: "\(installation.folder.path)/.local/state/imprint/quarantine")
    let library = "\(installation.root)/plugins/\(NullInstallation.id)/libNullMatcher.so"
    let catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [PluginRoot(path: installation.root, origin: .explicit)]))
    build = PluginBuild(
      try #require(catalog.found.first),
      library: ContentHash(of: Array(try Data(contentsOf: URL(filePath: library)))))
  }

  private func die(_ times: Int) throws {
    for _ in 0..<times {
      try store.add(PluginDeath(build, in: "matcher.extract", reason: .signal(11)))
    }
  }

  private func compare() throws -> CommandRun {
    let rows = (0..<16).map { row in (0..<16).map { UInt8(row * 16 + $0) } }
    let grey = PNGBuilder(width: 16, height: 16, colourType: 0, rows: rows)
    let picture = try installation.folder.write(grey.file(), to: "grey.png")
    return try installation.run(["compare", picture, picture, "--variant", "null-only", "--json"])
  }

  @Test func anEmptyQuarantineSaysSo() throws {
    let list = try installation.run(["plugin", "quarantine", "list"])
    #expect(list.exitCode == 0 && list.output == "no plugin died\n")
    let doctor = try installation.run(["doctor", "--variant", "null-only"])
    #expect(doctor.exitCode == 0 && doctor.output.contains("quarantine: no installed plugin is in it"))
    #expect(try installation.run(["plugin", "quarantine", "clear", "--all"]).output == "0 builds cleared\n")
  }

  @Test func aQuarantinedPluginIsRefusedAndEveryReportSaysWhy() throws {
    #expect(try compare().exitCode == 0)
    try die(3)
    let refused = try compare()
    #expect(refused.exitCode == 1)
    let error = try #require(try refused.error)
    #expect(error["code"] == "quarantined" && error["place"] == NullInstallation.id)
    #expect(error["reason"]?.contains("matcher.extract: SIGSEGV") == true)
    #expect(error["remedy"]?.contains("sdkctl plugin quarantine clear \(NullInstallation.id)") == true)

    let list = try installation.run(["plugin", "quarantine", "list"]).output
    #expect(list.contains(NullInstallation.id) && list.contains("quarantined"))
    #expect(list.contains("SIGSEGV") && list.contains("matcher.extract"))
    let show = try installation.run(["plugin", "quarantine", "show", String(build.contents.hex.prefix(8))])
    #expect(show.exitCode == 0 && show.output.contains(build.contents.hex))
    #expect(
      try installation.run(["plugin", "list"]).output.contains("quarantined and not opened: 1 of them"))
    #expect(try installation.run(["plugin", "list", "--all"]).output.contains("matcher.extract: SIGSEGV"))
    #expect(
      try installation.run(["plugin", "inspect", NullInstallation.id]).output.contains(
        "quarantined: 3 deaths"))
    let doctor = try installation.run(["doctor", "--variant", "null-only", "--json"])
    #expect(doctor.exitCode == 1)
    let findings = try #require(try doctor.json["findings"] as? [[String: String]])
    #expect(findings.filter { $0["state"] == "broken" }.map { $0["code"] } == ["quarantined"])
  }

  @Test func whatWasClearedIsOpenedAgain() throws {
    try die(3)
    #expect(try compare().exitCode == 1)
    let clear = try installation.run(["plugin", "quarantine", "clear", NullInstallation.id, "--json"])
    #expect(clear.exitCode == 0)
    #expect(try clear.json["builds"] as? [String] == [build.contents.hex])
    #expect(try compare().exitCode == 0)
  }

  @Test func theKeysOfTheReportsStay() throws {
    try die(3)
    let json = try installation.run(["plugin", "quarantine", "list", "--json"]).json
    #expect(Set(json.keys) == ["folder", "records", "damaged"])
    let record = try #require((json["records"] as? [[String: Any]])?.first)
    #expect(
      Set(record.keys) == [
        "build", "library", "plugin", "version", "folder", "state", "quarantined", "strikes",
      ])
    let strike = try #require((record["strikes"] as? [[String: Any]])?.first)
    #expect(Set(strike.keys) == ["time", "function", "reason", "number", "text", "imprint"])
    let plugin = try #require(
      (try installation.run(["plugin", "list", "--json"]).json["plugins"] as? [[String: Any]])?.first)
    #expect((plugin["quarantine"] as? [String: Any])?["state"] as? String == "quarantined")
  }

  @Test func strikesAreDoubtfulAndKeepNothingFromBeingOpened() throws {
    try die(2)
    #expect(try compare().exitCode == 0)
    let doctor = try installation.run(["doctor", "--variant", "null-only", "--json"])
    #expect(doctor.exitCode == 0)
    let findings = try #require(try doctor.json["findings"] as? [[String: String]])
    #expect(findings.contains { $0["code"] == "struck" && $0["state"] == "doubtful" })
  }

  @Test func aDamagedRecordQuarantinesAndIsClearedByItsHash() throws {
    try die(1)
    try installation.folder.write("{}", to: ".local/state/imprint/quarantine/\(build.contents.hex).json")
    let refused = try compare()
    #expect(try refused.errorCode == "quarantined")
    let digits = String(build.contents.hex.prefix(16))
    #expect(try refused.error?["remedy"]?.contains("clear \(digits)") == true)
    #expect(try installation.run(["plugin", "quarantine", "list"]).output.contains("damaged"))
    #expect(try installation.run(["plugin", "quarantine", "show", digits, "--json"]).errorCode == "damaged")
    #expect(try installation.run(["plugin", "quarantine", "clear", digits]).exitCode == 0)
    #expect(try compare().exitCode == 0)
  }

  @Test func anUnknownNameIsAnErrorAndNoNameIsWrongUsage() throws {
    let unknown = try installation.run(["plugin", "quarantine", "clear", "org.example.none", "--json"])
    #expect(try unknown.exitCode == 1 && unknown.errorCode == "unknown")
    #expect(try installation.run(["plugin", "quarantine", "clear"]).exitCode == 64)
    #expect(try installation.run(["plugin", "quarantine", "clear", "x", "--all"]).exitCode == 64)
  }
}
