// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Where a publisher's private keys are put, and where not.
struct PluginKeyTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func create(
    _ arguments: String..., name: String = "Acme Biometrics", environment: [String: String] = [:]
  ) throws -> CommandRun {
    try CommandRun.sdkctl(
      ["plugin", "key", "create", "--name", name, "--json"] + arguments, environment: environment, home: home)
  }

  private func refusal(_ run: CommandRun) throws -> (code: String?, remedy: String?) {
    #expect(run.exitCode == 1)
    let error = try run.json["error"] as? [String: Any]
    return (error?["code"] as? String, error?["remedy"] as? String)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(home.path)/\(path)")
  }

  @Test func withoutAFolderTheyLieInOneOfTheUsersOwn() throws {
    let run = try create()
    #expect(run.exitCode == 0, "\(run.errors)")
    let folder = "\(home.path)/.local/share/imprint/keys/acme-biometrics"
    #expect(try run.json["folder"] as? String == folder)
    #expect(try mode(folder) == 0o700 && mode("\(folder)/root.key") == 0o600)
    // Never over those that are there.
    #expect(try refusal(create()).code == "file")
  }

  @Test func theDataFolderIsWhereTheUserSays() throws {
    let run = try create(environment: ["XDG_DATA_HOME": "\(home.path)/data"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(isThere("data/imprint/keys/acme-biometrics/publisher.key"))
    // A path that is not absolute counts for nothing.
    let relative = try create(name: "Other", environment: ["XDG_DATA_HOME": "data"])
    #expect(try relative.json["folder"] as? String == "\(home.path)/.local/share/imprint/keys/other")
  }

  @Test(arguments: [
    ("Ünïted / Söftware, Inc.", "n-ted-s-ftware-inc"), ("../../etc", "etc"), ("A", "a"), ("x\u{301}y", "y"),
  ])
  func aFoldersNameIsMadeOfLettersAndDigits(name: String, folder: String) throws {
    let run = try create(name: name)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(isThere(".local/share/imprint/keys/\(folder)/root.key"))
  }

  @Test func aNameWithoutAnyNeedsAFolder() throws {
    let refused = try refusal(create(name: "漢字"))
    #expect(refused.code == "refused" && refused.remedy?.contains("--output") == true)
    #expect(try create("--output", "keys", name: "漢字").exitCode == 0)
    let nowhere = try refusal(create(environment: ["HOME": "", "XDG_DATA_HOME": ""]))
    #expect(nowhere.code == "refused")
  }

  @Test(arguments: [".git", ".hg", ".svn", ".jj"], ["keys", "deep/in/keys", "./deep/../keys", "link/keys"])
  func aFolderInARepositoryIsRefused(mark: String, output: String) throws {
    try home.makeFolder("work/\(mark)")
    try home.makeFolder("work/deep/in")
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/work/link", withDestinationPath: "\(home.path)/work/deep")
    let path = "work/\(output)"
    let refused = try refusal(create("--output", path))
    #expect(refused.code == "refused" && refused.remedy?.contains("--inside-repository") == true)
    #expect(!isThere(path))
    #expect(try create("--output", path, "--inside-repository").exitCode == 0)
    #expect(isThere("\(path)/root.key"))
  }

  @Test func aLinkIntoARepositoryLeadsIntoOne() throws {
    // A second work tree and a submodule have a file of that name.
    try home.write("gitdir: elsewhere", to: "work/.git")
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/outside", withDestinationPath: "\(home.path)/work")
    #expect(try refusal(create("--output", "outside/keys")).code == "refused")
    #expect(!isThere("work/keys"))
    // And one that leads out of it is outside.
    try home.makeFolder("safe")
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/work/out", withDestinationPath: "\(home.path)/safe")
    #expect(try create("--output", "work/out/keys").exitCode == 0)
  }

  @Test func aHomeThatIsARepositoryNeedsAnotherFolder() throws {
    try home.makeFolder(".git")
    let refused = try refusal(create())
    #expect(refused.code == "refused" && refused.remedy?.contains("--output FOLDER") == true)
    #expect(!isThere(".local"))
  }

  /// The scaffold's own repository, whose author insists, or copies a key into it.
  @Test func aNewPluginsRepositoryTakesNoPrivateKey() throws {
    try home.makeFolder("kit/share/imprint")
    try FileManager.default.createSymbolicLink(
      at: home.url.appending(path: "kit/share/imprint/templates"),
      withDestinationURL: BuiltProducts.package.appending(path: "Kit/templates"))
    let new = try CommandRun.sdkctl(
      [
        "plugin", "new", "acme", "--id", "org.example.acme", "--lang", "c", "--kind", "matcher", "--root",
        "\(home.path)/kit",
      ], home: home)
    #expect(new.exitCode == 0, "\(new.errors)")
    func git(_ arguments: String...) throws -> CommandRun {
      try CommandRun.run(
        URL(filePath: "/usr/bin/git"), ["-C", "acme"] + arguments,
        environment: ["GIT_CONFIG_GLOBAL": "/dev/null"],
        home: home)
    }
    #expect(try git("init", "--quiet").exitCode == 0)
    for folder in ["keys", "secrets/of/mine"] {
      try home.makeFolder("acme/\(folder.split(separator: "/").dropLast().joined(separator: "/"))")
      let run = try create("--output", "acme/\(folder)", "--inside-repository")
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    for name in ["publisher.key", "key.pem", "signing.p12", "signing.pfx", "signing.p8", "id_ed25519"] {
      try home.write("secret", to: "acme/\(name)")
    }
    #expect(try git("add", "--all").exitCode == 0)
    let listed = try git("ls-files").output.split(separator: "\n").map(String.init)
    #expect(
      Set(listed) == [
        ".gitignore", "Makefile", "README.md", "abilities.c", "comparing.c", "comparing.h",
        "face-extractor.c", "grid-template.c", "grid-template.h", "grid.c", "grid.h", "identity.h",
        "matcher.c", "plugin.c", "plugin.h", "plugin.yaml", "search.c", "templates.c", "templates.h",
      ])
  }
}
