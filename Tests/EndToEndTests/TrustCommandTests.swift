// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Plugins are signed, verified, allowed and taken back from the command line.
struct TrustCommandTests {
  private let installation: NullInstallation
  private var plugin: String { "\(installation.root)/plugins/\(NullInstallation.id)" }

  init() throws { installation = try NullInstallation() }

  /// With the settings of this home, as a user has them.
  private func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(
      arguments + ["--root", installation.root], environment: ["IMPRINT_TRUST_CONFIG": ""],
      home: installation.folder)
  }

  private func succeeding(_ arguments: String...) throws {
    let run = try run(arguments)
    #expect(run.exitCode == 0, "\(arguments): \(run.errors)")
  }

  private func refusal(_ arguments: String...) throws -> String? {
    let run = try run(arguments + ["--json"])
    #expect(run.exitCode == 1)
    return try run.errorCode
  }

  private func sign() throws {
    try succeeding("plugin", "key", "create", "--name", "Acme", "--output", "keys")
    try succeeding(
      "plugin", "sign", plugin, "--key", "keys/publisher.key", "--certificates", "keys/publisher.pem")
  }

  @Test func keysAreForTheirOwnerAlone() throws {
    try sign()
    for name in ["root", "publisher", "conformance", "revocations"] {
      for kind in ["key", "pem"] {
        let attributes = try FileManager.default.attributesOfItem(
          atPath: "\(installation.folder.path)/keys/\(name).\(kind)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
    }
    #expect(try refusal("plugin", "key", "create", "--name", "Acme", "--output", "keys") == "file")
  }

  @Test func aPluginIsUsedOnceItsRootIsTrustedAndItsPublisherAllowed() throws {
    try sign()
    try succeeding("trust", "signatures", "require")
    #expect(try refusal("plugin", "verify", NullInstallation.id) == "unknown-publisher")
    try succeeding("trust", "root", "add", "keys/root.pem")
    #expect(try refusal("plugin", "verify", NullInstallation.id) == "not-allowed")
    try succeeding("plugin", "allow", NullInstallation.id, "--publisher")
    let verified = try run(["plugin", "verify", NullInstallation.id, "--json"]).json
    #expect(verified["allowance"] as? String == "publisher")
    #expect((verified["publisher"] as? [String: String])?["name"] == "Acme")
    try Data("more".utf8).write(to: URL(filePath: "\(plugin)/more"))
    #expect(try refusal("plugin", "verify", NullInstallation.id) == "contents-differ")
  }

  @Test func aPluginUnderDevelopmentIsAllowedByOneCommand() throws {
    try writePictures()
    let compare = ["compare", "a.png", "a.png", "--variant", "null-only"]
    #expect(try run(compare + ["--json"]).errorCode == "not-allowed")
    try succeeding("plugin", "allow", plugin)
    let compared = try run(compare)
    #expect(compared.exitCode == 0, "\(compared.errors)")
    #expect(compared.errors.contains("is not signed"))
    try succeeding("plugin", "disallow", NullInstallation.id)
    #expect(try run(compare + ["--json"]).errorCode == "not-allowed")
  }

  private func writePictures() throws {
    let image = try #require(
      Image(width: 64, height: 64, format: .grey8, pixels: (0..<4096).map { UInt8($0 % 251) }))
    try installation.folder.write(try ImageEncoder.png(image), to: "a.png")
  }

  @Test func whatIsRevokedIsRefusedAndAnOlderListToo() throws {
    try sign()
    try succeeding("trust", "root", "add", "keys/root.pem")
    try succeeding("plugin", "allow", plugin, "--publisher")
    for number in ["1", "2"] {
      try succeeding(
        "trust", "revocations", "create", "--list", "acme", "--number", number, "--certificate",
        "keys/publisher.pem", "--key", "keys/revocations.key", "--certificates", "keys/revocations.pem",
        "--output",
        "list-\(number).sig")
    }
    try succeeding("trust", "revocations", "import", "list-2.sig")
    #expect(try refusal("plugin", "verify", plugin) == "publisher-revoked")
    #expect(try refusal("trust", "revocations", "import", "list-1.sig") == "revocation-list")
    try FileManager.default.removeItem(
      atPath: "\(installation.folder.path)/.config/imprint/revocations.sig")
    #expect(try refusal("plugin", "verify", plugin) == "revocation-list")
  }

  @Test func anIdIsGivenToAnotherPublisherByOneCommandAlone() throws {
    try sign()
    try succeeding("trust", "root", "add", "keys/root.pem")
    try succeeding("plugin", "allow", plugin, "--ids", "dev.imprint")
    try succeeding("plugin", "key", "create", "--name", "Evil", "--output", "evil")
    try succeeding("trust", "root", "add", "evil/root.pem")
    try succeeding(
      "plugin", "sign", plugin, "--key", "evil/publisher.key", "--certificates", "evil/publisher.pem")
    try succeeding("plugin", "allow", plugin, "--publisher")
    #expect(try refusal("plugin", "verify", plugin) == "other-publisher")
    #expect(try refusal("plugin", "allow", plugin) == "other-publisher")
    let told = try run(["plugin", "verify", plugin]).errors
    let command = "sdkctl plugin allow \(plugin) --ids \(NullInstallation.id)"
    #expect(told.contains("'Acme'") && told.contains("'Evil'") && told.contains(command), "\(told)")
    // The very command that it told.
    let given = try run(command.split(separator: " ").dropFirst().map(String.init))
    #expect(given.exitCode == 0 && given.output.contains("belonged to 'Acme'"), "\(given.output)")
    try succeeding("plugin", "verify", plugin)
    let shown = try run(["trust", "show"]).output
    #expect(shown.contains("ids dev.imprint") && shown.contains("ids \(NullInstallation.id)"), "\(shown)")
    #expect(try run(["plugin", "allow", plugin, "--ids", "dev"]).exitCode == 64)
  }

  @Test func verifyingSeesThePluginOfAnotherPublisherThatOpeningSees() throws {
    try sign()
    let other = "\(installation.folder.path)/other"
    try FileManager.default.createDirectory(atPath: "\(other)/plugins", withIntermediateDirectories: true)
    let copy = "\(other)/plugins/\(NullInstallation.id)"
    try FileManager.default.copyItem(atPath: plugin, toPath: copy)
    try succeeding("plugin", "key", "create", "--name", "Evil", "--output", "evil")
    try succeeding(
      "plugin", "sign", copy, "--key", "evil/publisher.key", "--certificates", "evil/publisher.pem")
    for (root, folder) in [("keys", plugin), ("evil", copy)] {
      try succeeding("trust", "root", "add", "\(root)/root.pem")
      try succeeding("plugin", "allow", folder, "--publisher")
    }
    // Nobody was first, and the one that is searched first is not that.
    try succeeding("plugin", "verify", NullInstallation.id)
    #expect(try refusal("plugin", "verify", NullInstallation.id, "--root", other) == "other-publisher")
    #expect(try refusal("plugin", "verify", copy) == "other-publisher")
  }

  /// The whole way of a second root, with a list of its own, and back.
  @Test func aRootThatIsRemovedLeavesThePluginsOfOthersUsable() throws {
    try sign()
    try succeeding("trust", "signatures", "require")
    try succeeding("trust", "root", "add", "keys/root.pem")
    try succeeding("plugin", "allow", plugin, "--publisher")
    try succeeding("plugin", "key", "create", "--name", "Other", "--output", "other")
    try succeeding("trust", "root", "add", "other/root.pem")
    try succeeding(
      "trust", "revocations", "create", "--list", "other", "--number", "1", "--certificate",
      "other/publisher.pem", "--key", "other/revocations.key", "--certificates", "other/revocations.pem",
      "--output", "other.sig")
    try succeeding("trust", "revocations", "import", "other.sig")
    try succeeding("plugin", "verify", plugin)
    let removed = try run(["trust", "root", "remove", "other/root.pem"])
    #expect(removed.exitCode == 0 && removed.output.contains("revocation list"), "\(removed.errors)")
    try succeeding("plugin", "verify", plugin)
    try succeeding("trust", "show")
    // Back again: with its root, the list counts as before.
    try succeeding("trust", "root", "add", "other/root.pem")
    try succeeding("trust", "revocations", "import", "other.sig")
    #expect(try run(["trust", "show"]).output.contains("other number 1"))
  }

  @Test func aListWhoseRootWasTakenOutByHandIsRemovedByTheCommandThatTheErrorNames() throws {
    try sign()
    try succeeding("trust", "root", "add", "keys/root.pem")
    try succeeding("plugin", "allow", plugin)
    try succeeding(
      "trust", "revocations", "create", "--list", "acme", "--number", "1", "--key", "keys/revocations.key",
      "--certificates", "keys/revocations.pem", "--output", "list.sig")
    try succeeding("trust", "revocations", "import", "list.sig")
    let settings = installation.folder.url.appending(path: ".config/imprint/trust.yaml")
    let text = try String(contentsOf: settings, encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.contains("root.pem") && !$0.hasPrefix("roots:") }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: settings)
    let refused = try run(["plugin", "verify", plugin, "--json"])
    #expect(try refused.errorCode == "revocation-list")
    let remedy = try #require(try refused.error?["remedy"])
    let command = try #require(remedy.components(separatedBy: "sdkctl ").last)
    try succeeding("trust", "revocations", "remove", "--trust", settings.path)
    #expect(command == "trust revocations remove --trust \(settings.path)")
    #expect(try run(["plugin", "verify", plugin, "--json"]).errorCode != "revocation-list")
  }

  @Test func anOlderVersionIsUsedOnPurposeOnly() throws {
    try writePictures()
    let manifest = "root/plugins/\(NullInstallation.id)/plugin.yaml"
    let text = try String(contentsOf: installation.folder.url.appending(path: manifest), encoding: .utf8)
    // What was used before, as a newer version leaves it.
    try succeeding("plugin", "allow", plugin)
    let compare = ["compare", "a.png", "a.png", "--variant", "null-only"]
    #expect(try run(compare).exitCode == 0)
    let memory = installation.folder.url.appending(path: ".local/state/imprint/trust/seen.json")
    let seen = try String(contentsOf: memory, encoding: .utf8)
    #expect(seen.contains("\"1.0.0\"") && text.contains("version: 1.0.0"))
    try Data(seen.replacing("\"1.0.0\"", with: "\"1.0.1\"").utf8).write(to: memory)
    #expect(try run(compare + ["--json"]).errorCode == "older-than-seen")
    try succeeding("plugin", "allow-older", NullInstallation.id)
    #expect(try run(compare).exitCode == 0)
  }

  @Test func theDoctorSaysWhatIsEnforcedAndWhatMayNotBeUsed() throws {
    try succeeding("trust", "signatures", "require")
    let run = try run(["doctor", "--variant", "null-only", "--json"])
    let findings = try #require(try run.json["findings"] as? [[String: String]])
    #expect(run.exitCode == 1)
    #expect(
      findings.contains { $0["subject"] == "trust" && $0["fact"]?.contains("signatures: require") == true })
    #expect(
      findings.contains {
        $0["subject"] == "trust" && $0["code"] == "not-signed" && $0["state"] == "doubtful"
      })
    #expect(
      findings.contains {
        $0["subject"] == "variant" && $0["code"] == "not-signed" && $0["state"] == "broken"
      })
  }

  @Test func brokenSettingsAreShownWithPlaceAndTrustNothing() throws {
    try installation.folder.write("schema: \"1.0\"\nroot: [a]\n", to: ".config/imprint/trust.yaml")
    #expect(try refusal("trust", "show") == "trust-settings")
    #expect(try refusal("plugin", "verify", plugin) == "trust-settings")
  }
}
