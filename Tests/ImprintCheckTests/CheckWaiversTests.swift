// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintSettings
import TestSupport
import Testing

@testable import ImprintCheck

/// Waivers are an examiner's: none of the plugin's, and none for what is forbidden.
struct CheckWaiversTests {
  private let home: TemporaryFolder
  private let place: PluginPlace

  init() throws {
    home = try TemporaryFolder()
    try home.write("", to: "plugin/plugin.yaml")
    place = PluginPlace(folder: "\(home.path)/plugin")
  }

  private func waivers(_ check: String = "load.describe-in-time") -> String {
    "schema: \"1.0\"\nwaivers:\n  - {check: \(check), reason: slow, by: Laboratory}\n"
  }

  private func code(_ name: String) -> CheckRunError.Code? {
    do {
      _ = try CheckWaivers.read("\(home.path)/\(name)", for: place)
      return nil
    } catch {
      return (error as? CheckRunError)?.code
    }
  }

  @Test func anExaminersFileIsReadWithWhoWaived() throws {
    try home.write(waivers(), to: "examiner/waivers.yaml")
    let read = try CheckWaivers.read("\(home.path)/examiner/waivers.yaml", for: place)
    #expect(read == [CheckWaiver(check: "load.describe-in-time", reason: "slow", by: "Laboratory")])
  }

  @Test func aFileOfThePluginsIsRefusedHoweverItIsNamed() throws {
    try home.write(waivers(), to: "plugin/conformance-waivers.yaml")
    try home.write(waivers(), to: "plugin/deep/er/waivers.yaml")
    #expect(code("plugin/conformance-waivers.yaml") == .waiversOfThePlugin)
    #expect(code("plugin/deep/er/waivers.yaml") == .waiversOfThePlugin)
    #expect(code("plugin/../plugin/./conformance-waivers.yaml") == .waiversOfThePlugin)
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/link.yaml", withDestinationPath: "plugin/conformance-waivers.yaml")
    #expect(code("link.yaml") == .waiversOfThePlugin)
    try FileManager.default.createSymbolicLink(atPath: "\(home.path)/other", withDestinationPath: "plugin")
    #expect(code("other/conformance-waivers.yaml") == .waiversOfThePlugin)
    // A folder whose name begins as the plugin's is another one.
    try home.write(waivers(), to: "plugin-examined/waivers.yaml")
    #expect(code("plugin-examined/waivers.yaml") == nil)
  }

  @Test func aFileThatOthersMayWriteIsRefused() throws {
    try home.write(waivers(), to: "waivers.yaml")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: "\(home.path)/waivers.yaml")
    #expect(code("waivers.yaml") == .file)
  }

  @Test(arguments: [
    "security.undeclared-access", "package.one-export", "load.starts-nothing", "security.anything",
  ])
  func whatForbidsIsNotWaived(check: String) throws {
    try home.write(waivers(check), to: "waivers.yaml")
    #expect(code("waivers.yaml") == .notWaivable)
  }

  @Test func aWaiverWithoutItsAuthorIsRefused() throws {
    try home.write(
      "schema: \"1.0\"\nwaivers:\n  - {check: load.loads, reason: slow}\n", to: "waivers.yaml")
    #expect(throws: ManifestError.self) {
      _ = try CheckWaivers.read("\(home.path)/waivers.yaml", for: place)
    }
  }

  @Test func whatForbidsIsSomethingThatIsChecked() {
    let forbidding = CheckCatalog.all.filter { !CheckWaivability.isWaivable($0.id) }.map(\.id)
    #expect(forbidding.contains("load.starts-nothing") && forbidding.contains("security.undeclared-access"))
    #expect(CheckCatalog.check("package.imports") != nil && CheckWaivability.isWaivable("package.imports"))
  }

  @Test func settingsThatWaiveWhatForbidsAreNotHeeded() async throws {
    // As an application could make them, past the reading of a file.
    let report = try await FixturePlugin(["FIX_OPEN": "fork();"]).withHeader("unistd.h").checked(
      ["security.undeclared-access"]
    ) { $0.waivers = [CheckWaiver(check: "security.undeclared-access", reason: "known", by: "me")] }
    #expect(report.results.map(\.word) == ["failed"], "\(report.results)")
  }

  @Test func aWaiverInThePluginsFolderWaivesNothing() async throws {
    let plugin = FixturePlugin(["FIX_DESCRIBE": "usleep(300000);", "FIX_OPEN": "exit(7);"])
    let root = try plugin.install()
    let folder = "plugins/\(plugin.manifest.id)"
    try root.write(waivers("load.opens-and-closes"), to: "\(folder)/conformance-waivers.yaml")
    var settings = CheckSettings(seed: 1)
    settings.only = ["load.opens-and-closes"]
    let report = try await CheckRunner(program: FixturePlugin.program, settings: settings).run(
      PluginPlace(folder: "\(root.path)/\(folder)"))
    #expect(report.results.map(\.word) == ["exited"] && !report.isSuccess)
  }
}
