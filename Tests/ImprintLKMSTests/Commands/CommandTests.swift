// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLKMS
import ImprintModel
import TestSupport
import Testing

@Suite struct CommandTests {
  @Test func aHomeIsMadeOnceAndNamesWhatDevicesGet() throws {
    let home = try ProgramHome()
    let run = try home.run("init", "--name", "Example", "--host", "localhost", "--json")
    #expect(run.exitCode == 0)
    #expect((try run.json["pins"] as? [String])?.count == 2)
    let anchor = try #require(try run.json["trustAnchor"] as? String)
    #expect(FileManager.default.fileExists(atPath: anchor))
    let again = try home.run("init", "--json")
    #expect(again.exitCode == 1)
    #expect(try again.errorCode == "not-empty")
    #expect(try home.run("check").exitCode == 0)
  }

  @Test(arguments: [
    ["init", "--token", "pkcs11:token=a;object=b"], ["init", "--module", "/m.so"],
    ["init", "--algorithm", "RS256"], ["profile", "create", "kiosk"],
    ["profile", "create", "kiosk", "--bundle", "document", "--without", "IDENT"],
    ["profile", "create", "kiosk", "--bundle", "face", "--lifetime", "30"],
    ["profile", "create", "kiosk", "--bundle", "face", "--lifetime", "-1d"],
    ["profile", "create", "kiosk", "--bundle", "face", "--limit", "registeredUsers=-1"],
    ["usage", "--since", "202613"], ["audit", "--limit", "0"], ["nonsense"],
  ])
  func wrongUsageEndsWith64(arguments: [String]) throws {
    #expect(try ProgramHome().run(arguments).exitCode == 64)
  }

  @Test(arguments: [["serve"], ["check"], ["profile", "list"], ["usage"], ["renew-certificates"]])
  func withoutAHomeItIsToldWhatToDo(command: [String]) throws {
    let run = try ProgramHome().run(command + ["--json"])
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "missing")
    #expect(run.errors.contains("imprint-lkms init"))
  }

  @Test(arguments: [
    ("biometry", "MORPHOFACS VERIF IDENT MIMA MSC_CORE MSC_LIVENESS"), ("document", "MIMA MSC_CORE"),
    ("biometry+document", "MORPHOFACS VERIF IDENT MIMA MSC_CORE MSC_LIVENESS"),
    ("face", "MSC_CORE VERIF IDENT"),
  ])
  func aBundleHasItsFeatures(bundle: String, features: String) throws {
    let home = try ProgramHome()
    try home.prepare()
    let run = try home.run("profile", "create", "kiosk", "--bundle", bundle, "--json")
    #expect(run.exitCode == 0)
    #expect(try run.json["features"] as? [String] == features.split(separator: " ").map(String.init))
  }

  @Test func aProfileIsMadeChangedAndRemoved() throws {
    let home = try ProgramHome()
    try home.prepare()
    let made = try home.run(
      "profile", "create", "kiosk", "--product", "com.example.kiosk", "--bundle", "face", "--feature",
      "MSC_DUMP",
      "--devices", "10", "--lifetime", "12h", "--limit", "registeredUsers=500", "--failure", "degrade",
      "--degraded", "VERIF", "--json")
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(try made.json["lifetimeSeconds"] as? Int == 43_200)
    #expect(try made.json["limits"] as? [String: Int] == ["registeredUsers": 500])
    #expect(
      try home.run("profile", "create", "kiosk", "--bundle", "face", "--json").errorCode == "profile-exists")
    let changed = try home.run(
      "profile", "update", "kiosk", "--without", "IDENT", "--devices", "any", "--json")
    #expect(try changed.json["features"] as? [String] == ["MSC_CORE", "VERIF", "MSC_DUMP"])
    #expect(try changed.json["lifetimeSeconds"] as? Int == 43_200)
    #expect(try home.run("profile", "list").output.contains("0 of any"))
    #expect(try home.run("profile", "remove", "kiosk").exitCode == 0)
    #expect(try home.run("profile", "show", "kiosk", "--json").errorCode == "profile-unknown")
    let audit = try home.run("audit", "--json")
    #expect(
      (try audit.json["entries"] as? [[String: Any]])?.compactMap { $0["event"] as? String }
        == ["profile-deleted", "profile-updated", "profile-created"])
  }

  @Test func forgottenEntriesAreGoneAndThatIsSaid() async throws {
    let home = try ProgramHome()
    try home.prepare()
    let database = try LicenseDatabase(path: home.path + "/lkms.sqlite") { Lab.start - 365 * 86_400 }
    try await database.createProfile(Lab.kiosk(limit: nil))
    let audit = try home.run("audit", "--forget", "30d", "--json")
    #expect(
      (try audit.json["entries"] as? [[String: Any]])?.compactMap { $0["event"] as? String } == ["pruned"])
  }

  @Test func aKeyIsShownOnceOrWrittenToAFileOfItsOwner() throws {
    let home = try ProgramHome()
    try home.prepare()
    _ = try home.run("profile", "create", "kiosk", "--bundle", "face")
    let shown = try home.run("key", "create", "kiosk", "--json")
    let key = try #require(try shown.json["key"] as? String)
    #expect(key.hasPrefix("imk_"))
    let file = home.folder.path + "/api.key"
    let written = try home.run("key", "create", "kiosk", "--label", "lab", "--output", file)
    #expect(written.exitCode == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("imk_") && !written.output.contains(text.dropLast()))
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    let again = try home.run("key", "create", "kiosk", "--output", file, "--json")
    #expect(try again.errorCode == "file")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    let listing = try home.run("key", "list")
    #expect(listing.output.split(separator: "\n").count == 3)
    #expect(!listing.output.contains(key))
    let id = try #require(try shown.json["id"] as? String)
    #expect(try home.run("key", "revoke", id).exitCode == 0)
    #expect(try home.run("key", "list").output.contains("revoked"))
    #expect(try home.run("key", "create", "nobody", "--json").errorCode == "profile-unknown")
    #expect(try home.run("key", "revoke", "nothing", "--json").errorCode == "key-unknown")
  }

  @Test func aKeyThatCannotBeWrittenIsRevoked() throws {
    let home = try ProgramHome()
    try home.prepare()
    _ = try home.run("profile", "create", "kiosk", "--bundle", "face")
    let run = try home.run("key", "create", "kiosk", "--output", "/nowhere/api.key", "--json")
    #expect(try run.errorCode == "file")
    let keys = try #require(try home.run("key", "list", "--json").json["keys"] as? [[String: Any]])
    #expect(keys.map { $0["usable"] as? Bool } == [false])
  }

  @Test func settingsThatAreMisspeltAreToldWithTheirLine() throws {
    let home = try ProgramHome()
    try home.prepare()
    let file = URL(filePath: home.path + "/server.yaml")
    let text = try String(contentsOf: file, encoding: .utf8) + "keyrate: {perSecond: 1, burst: 1}\n"
    try Data(text.utf8).write(to: file)
    let run = try home.run("check", "--json")
    #expect(try run.errorCode == "unknown-key")
    #expect(run.errors.contains("server.yaml:\(text.split(separator: "\n").count):1"))
  }

  @Test func aKeyThatOthersMayReadStopsTheServer() throws {
    let home = try ProgramHome()
    try home.prepare()
    let key = home.path + "/authority/signing.key"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    let run = try home.run("serve", "--json")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "unsafe-permissions")
    #expect(run.errors.contains("chmod 600 -- \(ShellWord.quoted(key))"))
  }

  @Test func aBackupIsRestored() throws {
    let home = try ProgramHome()
    try home.prepare()
    _ = try home.run("profile", "create", "kiosk", "--bundle", "face")
    let backup = home.folder.path + "/backup.sqlite"
    #expect(try home.run("backup", backup).exitCode == 0)
    #expect(try home.run("backup", backup, "--json").errorCode == "exists")
    _ = try home.run("profile", "create", "later", "--bundle", "face")
    let run = try home.run("restore", backup, "--json")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try run.json["changesLost"] as? Int == 1)
    #expect(try home.run("check").exitCode == 0)
    #expect(try home.run("profile", "show", "later", "--json").errorCode == "profile-unknown")
  }

  @Test func aDatabaseThatIsGoneIsRestored() throws {
    let home = try ProgramHome()
    try home.prepare()
    let backup = home.folder.path + "/backup.sqlite"
    #expect(try home.run("backup", backup).exitCode == 0)
    try FileManager.default.removeItem(atPath: home.path + "/lkms.sqlite")
    for command in ["check", "serve"] {
      let run = try home.run(command, "--json")
      #expect(try run.errorCode == "missing")
      #expect(run.errors.contains("imprint-lkms restore"))
    }
    #expect(try home.run("restore", backup).exitCode == 0)
    #expect(try home.run("check").exitCode == 0)
  }

  @Test(arguments: ["check", "serve"]) func aDamagedDatabaseStopsTheServer(command: String) throws {
    let home = try ProgramHome()
    try home.prepare()
    let file = URL(filePath: home.path + "/lkms.sqlite")
    var bytes = try Data(contentsOf: file)
    for place in 8192..<12_288 { bytes[place] = 0x5A }
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: bytes)
    try handle.close()
    let run = try home.run(command, "--json")
    #expect(try run.errorCode == "corrupt")
    #expect(run.errors.contains("imprint-lkms restore"))
  }

  @Test func aRequestThatIsNoneIsNotSigned() throws {
    let home = try ProgramHome()
    try home.prepare()
    let file = try home.folder.write("{}", to: "request.json")
    #expect(try home.run("sign", file, "--json").errorCode == "bad-request")
    #expect(try home.run("sign", "/nowhere", "--json").errorCode == "file")
  }

  @Test func whatIsNotThereCannotBeRevoked() throws {
    let home = try ProgramHome()
    try home.prepare()
    #expect(try home.run("revoke", "nothing", "--json").errorCode == "activation-unknown")
    #expect(try home.run("activation", "list").output == "no activations\n")
    #expect(try home.run("usage").output == "no usage\n")
  }

  @Test func certificatesAreRenewed() throws {
    let home = try ProgramHome()
    try home.prepare()
    let run = try home.run("renew-certificates", "--json")
    #expect(run.exitCode == 0)
    #expect(Set(try #require(try run.json["renewed"] as? [String: String]).keys) == ["signing", "tls"])
    try FileManager.default.removeItem(atPath: home.path + "/authority/root.key")
    #expect(try home.run("renew-certificates", "--only", "signing", "--json").errorCode == "key-away")
    #expect(try home.run("renew-certificates", "--only", "tls").exitCode == 0)
  }

  @Test func withoutTLSOnlyWhereItIsAskedFor() throws {
    let home = try ProgramHome()
    try home.prepare()
    let file = URL(filePath: home.path + "/server.yaml")
    let text = try String(contentsOf: file, encoding: .utf8).replacing("tls: true", with: "tls: false")
    try Data(text.utf8).write(to: file)
    #expect(try home.run("serve", "--json").errorCode == "refused")
  }

  @Test func sdkctlPassesEverythingOn() throws {
    let home = try ProgramHome()
    let direct = try home.run(["--help"])
    let passed = try home.run(["lkms", "--help"], program: "sdkctl")
    #expect(passed.exitCode == 0)
    #expect(passed.output == direct.output && !passed.output.isEmpty)
    #expect(try home.run(["lkms", "init", "--json"], program: "sdkctl").exitCode == 0)
    #expect(try home.run(["lkms", "nonsense"], program: "sdkctl").exitCode == 64)
  }

  @Test func sdkctlSaysWhenTheServerIsNotInstalled() throws {
    let folder = try TemporaryFolder()
    let program = folder.url.appending(path: "sdkctl")
    try FileManager.default.copyItem(at: BuiltProducts.folder().appending(path: "sdkctl"), to: program)
    let run = try ProgramRun(program, ["lkms", "check", "--json"], ["PATH": "/nowhere"], folder)
    run.process.waitUntilExit()
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "not-installed")
  }
}
