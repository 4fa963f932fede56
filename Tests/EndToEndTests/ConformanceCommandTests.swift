// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A machine that asks for conformance results, from the keys to the refusal, by commands alone.
struct ConformanceCommandTests {
  private let installation: NullInstallation
  private var plugin: String { "\(installation.root)/plugins/\(NullInstallation.id)" }
  private let compare = ["compare", "a.png", "a.png", "--variant", "null-only"]

  /// Signed by its publisher, whom the settings allow; the settings require results, and there is none yet.
  init() throws {
    installation = try NullInstallation()
    let image = try #require(
      Image(width: 64, height: 64, format: .grey8, pixels: (0..<4096).map { UInt8($0 % 251) }))
    try installation.folder.write(try ImageEncoder.png(image), to: "a.png")
    try succeeding("plugin", "key", "create", "--name", "Acme", "--output", "keys")
    try sign()
    try succeeding("trust", "root", "add", "keys/root.pem")
    try succeeding("trust", "signatures", "require")
    try succeeding("plugin", "allow", plugin, "--publisher")
    try succeeding(compare)
    try succeeding("trust", "conformance", "required")
  }

  private func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(
      arguments + ["--root", installation.root], environment: ["IMPRINT_TRUST_CONFIG": ""],
      home: installation.folder)
  }

  private func succeeding(_ arguments: String...) throws { try succeeding(arguments) }

  private func succeeding(_ arguments: [String]) throws {
    let run = try run(arguments)
    #expect(run.exitCode == 0, "\(arguments): \(run.output)\(run.errors)")
  }

  private func sign() throws {
    try succeeding(
      "plugin", "sign", plugin, "--key", "keys/publisher.key", "--certificates", "keys/publisher.pem")
  }

  private func check(_ key: String = "conformance") throws -> CommandRun {
    try run(["plugin", "check", plugin, "--sign-key", "keys/\(key).key", "--certificates", "keys/\(key).pem"])
  }

  /// What opening it is refused with: code, and all that is told.
  private func refusal() throws -> (code: String?, told: String) {
    let json = try run(compare + ["--json"])
    #expect(json.exitCode == 1)
    return (try json.errorCode, try run(compare).errors)
  }

  private func flip(_ name: String, at place: (Int) -> Int) throws {
    let file = URL(filePath: "\(plugin)/\(name)")
    var bytes = try Data(contentsOf: file)
    bytes[place(bytes.count)] ^= 1
    try bytes.write(to: file)
  }

  @Test(arguments: [["--deadline-factor", "0.5"], ["--deadline-factor", "101"]])
  func aDeadlineThatIsNoneIsRefused(arguments: [String]) throws {
    let run = try run(["plugin", "check", plugin] + arguments)
    #expect(run.exitCode == 64 && run.errors.contains("1 to 100"), "\(run.errors)")
  }

  @Test func aResultOfLongerDeadlinesIsNotSigned() throws {
    let run = try run([
      "plugin", "check", plugin, "--deadline-factor", "2", "--sign-key", "keys/conformance.key",
      "--certificates", "keys/conformance.pem",
    ])
    #expect(run.exitCode == 64 && run.errors.contains("--sign-key"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(plugin)/conformance.sig"))
  }

  @Test func aPluginIsOpenedOnceItIsExaminedBySomebodyWhoIsAllowed() throws {
    var refused = try refusal()
    #expect(refused.code == "not-conforming")
    #expect(refused.told.contains("sdkctl plugin check --sign-key"), "\(refused.told)")
    let checked = try check()
    #expect(checked.exitCode == 0, "\(checked.output)\(checked.errors)")
    // That a root stands for the examiner allows nothing yet.
    refused = try refusal()
    #expect(refused.code == "not-conforming")
    #expect(refused.told.contains("'Acme conformance'") && refused.told.contains("--examiner"))
    try succeeding("plugin", "allow", plugin, "--examiner")
    try succeeding(compare)
    // Neither signature is of the other: signing again leaves the result as it is.
    try sign()
    try succeeding(compare)
    let result = try Data(contentsOf: URL(filePath: "\(plugin)/conformance.sig"))

    // One byte of the result: refused, and used again once it is right.
    try flip("conformance.sig") { $0 / 2 }
    #expect(try refusal().code == "not-conforming")
    try result.write(to: URL(filePath: "\(plugin)/conformance.sig"))
    try succeeding(compare)

    // One byte of the library, signed anew by its publisher: the result is of another one.
    try flip("libNullMatcher.so") { $0 - 1 }
    #expect(try refusal().code == "contents-differ")
    try sign()
    refused = try refusal()
    #expect(refused.code == "not-conforming" && refused.told.contains("of another library"))

    try succeeding("trust", "conformance", "optional")
    try succeeding("plugin", "verify", plugin)
  }

  @Test func aResultThatIsSignedIsNotOfChecksInThePluginsOwnProcess() throws {
    let run = try run([
      "plugin", "check", plugin, "--isolation", "in-process", "--sign-key", "keys/conformance.key",
      "--certificates", "keys/conformance.pem",
    ])
    #expect(run.exitCode == 64 && run.errors.contains("worker"), "\(run.errors)")
  }

  @Test func aKeyInThePluginsFolderSignsNothing() throws {
    try FileManager.default.copyItem(
      atPath: "\(installation.folder.path)/keys", toPath: "\(plugin)/keys")
    let run = try run([
      "plugin", "check", plugin, "--json", "--sign-key", "\(plugin)/keys/conformance.key", "--certificates",
      "\(plugin)/keys/conformance.pem",
    ])
    #expect(try run.exitCode == 1 && run.errorCode == "unsafe-signing", "\(run.output)\(run.errors)")
  }

  @Test func waiversOfThePluginAreNotTaken() throws {
    let waivers =
      "schema: \"1.0\"\nwaivers: [{check: security.undeclared-access, reason: mine, by: the plugin}]\n"
    try Data(waivers.utf8).write(to: URL(filePath: "\(plugin)/conformance-waivers.yaml"))
    let told = try run(["plugin", "check", plugin, "--only", "package.schema"])
    #expect(told.exitCode == 0 && told.errors.contains("is not read"), "\(told.errors)")
    let file = "\(plugin)/conformance-waivers.yaml"
    let named = try run(["plugin", "check", plugin, "--only", "package.schema", "--waivers", file, "--json"])
    #expect(try named.errorCode == "waivers-of-the-plugin")
    try installation.folder.write(waivers, to: "waivers.yaml")
    let examiners = try run([
      "plugin", "check", plugin, "--only", "package.schema", "--waivers", "waivers.yaml", "--json",
    ])
    #expect(try examiners.errorCode == "not-waivable")
    let accepted = try run(["trust", "conformance", "required", "--waived", "package.one-export", "--json"])
    #expect(try accepted.errorCode == "trust-settings")
  }

  @Test func aPublishersKeyDoesNotSignWhatItsChecksFind() throws {
    let checked = try check("publisher")
    #expect(checked.exitCode == 1 && checked.errors.contains("plugin conformance"), "\(checked.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(plugin)/conformance.sig"))
    let allowed = try run(["plugin", "allow", plugin, "--examiner", "--json"])
    #expect(try allowed.errorCode == "not-conforming")
  }
}
