// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

/// What is wrong with a library is said by every command that looks at a plugin, and none of them runs it.
@Suite struct LibraryVerbsTests {
  private let home: TemporaryFolder
  private let witness: String
  private static let id = "org.example.fixture"

  init() throws {
    home = try TemporaryFolder()
    witness = "\(home.path)/witness"
  }

  private var folder: String { "\(home.path)/root/plugins/\(Self.id)" }

  /// A plugin that leaves a witness when any of its code runs.
  private func install(link: [String]) throws {
    var plugin = FixturePlugin([
      "FIX_TOP":
        "__attribute__((constructor)) static void ran(void){FILE*f=fopen(\"\(witness)\",\"w\");if(f)fclose(f);}"
    ])
    plugin.link = link
    let root = try plugin.install()
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/root", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: "\(root.path)/plugins", toPath: "\(home.path)/root/plugins")
    try FileManager.default.removeItem(atPath: "\(folder)/source.c")
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun.sdkctl(
      arguments + ["--json", "--root", "\(home.path)/root"],
      environment: ["IMPRINT_TRUST_CONFIG": "\(home.path)/trust.yaml"], home: home)
  }

  @Test func aRunPathToElsewhereIsRefusedByEveryCommand() throws {
    try install(link: ["-Wl,-rpath,/var/tmp"])
    try home.write("schema: \"1.0\"\nsignatures: \"off\"\n", to: "trust.yaml")
    _ = try run("plugin", "key", "create", "--name", "Acme", "--output", "keys")
    for arguments in [
      ["plugin", "lint", "\(folder)/plugin.yaml"], ["plugin", "verify", folder], ["plugin", "allow", folder],
      ["plugin", "pack", folder, "--output", "fixture.impk"],
      ["plugin", "sign", folder, "--key", "keys/publisher.key", "--certificates", "keys/publisher.pem"],
    ] {
      let run = try CommandRun.sdkctl(
        arguments + ["--json", "--root", "\(home.path)/root"],
        environment: ["IMPRINT_TRUST_CONFIG": "\(home.path)/trust.yaml"], home: home)
      let code = try run.errorCode
      #expect(run.exitCode == 1 && code == "foreign-path", "\(arguments): \(run.output)")
    }
    let doctor = try run("doctor")
    #expect(doctor.output.contains("foreign-path"), "\(doctor.output)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/plugin.sig"))
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/fixture.impk"))
    #expect(!FileManager.default.fileExists(atPath: witness))
  }

  /// What `pack` refuses somebody else may have packed, and signed: installing and allowing it refuse it too.
  @Test func aRunPathToElsewhereInASignedPackageIsRefused() throws {
    try install(link: ["-Wl,-rpath,/var/tmp"])
    try ReadPlugin.read(folder).sign(with: TestTrust.key(), at: TestTrust.time)
    _ = try PackageWriter.pack(PluginFolder(folder, runtimes: []), to: "\(home.path)/fixture.impk")
    let trust = try TestTrust.requireSignatures(in: home)
    let before = try Data(contentsOf: URL(filePath: trust))
    for arguments in [
      ["plugin", "install", "fixture.impk"], ["plugin", "allow", "fixture.impk"],
      ["plugin", "allow", "fixture.impk", "--publisher"], ["plugin", "allow", folder, "--publisher"],
      ["plugin", "allow", "fixture.impk", "--ids", "org.example"],
      ["plugin", "allow", folder, "--ids", Self.id],
    ] {
      let run = try CommandRun.sdkctl(
        arguments + ["--json", "--root", "\(home.path)/new"], environment: ["IMPRINT_TRUST_CONFIG": trust],
        home: home)
      #expect(run.exitCode == 1, "\(arguments)")
      #expect(try run.errorCode == "foreign-path", "\(arguments): \(run.output)")
    }
    #expect(try Data(contentsOf: URL(filePath: trust)) == before)
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/new/plugins/\(Self.id)"))
    #expect(!FileManager.default.fileExists(atPath: witness))
  }

  @Test func checkingInAWorkerRunsNothingOfWhatThePluginNeeds() throws {
    let trap = home.url.appending(path: "libtrap.so")
    let source = try home.write(
      "#include <stdio.h>\n__attribute__((constructor)) static void ran(void){FILE*f=fopen(\"\(witness)\",\"w\");if(f)fclose(f);}\nint trap(void){return 1;}",
      to: "trap.c")
    try CCompiler.compile(source: source, to: trap, exportsEverything: true)
    // Without a name of its own it is needed by its path.
    try install(link: ["-Wl,--no-as-needed", trap.path])
    try home.write("schema: \"1.0\"\nsignatures: \"off\"\n", to: "trust.yaml")
    let run = try run(
      "plugin", "check", folder, "--isolation", "process", "--only", "package.dependencies-resolve", "--only",
      "package.run-paths")
    #expect(run.exitCode == 1, "\(run.output)")
    #expect(run.output.contains("package.run-paths"))
    #expect(!FileManager.default.fileExists(atPath: witness), "a constructor ran outside of the worker")
  }

  @Test func aLibraryOfThreeTerabytesIsRefusedAtOnce() throws {
    try install(link: [])
    try home.write("schema: \"1.0\"\nsignatures: \"off\"\n", to: "trust.yaml")
    let file = try FileHandle(forUpdating: URL(filePath: "\(folder)/libFixture.so"))
    try file.truncate(atOffset: 3 << 40)
    try file.close()
    #expect(try run("plugin", "verify", folder).errorCode == "trust-file")
    #expect(try run("plugin", "lint", "\(folder)/plugin.yaml").errorCode == "library-missing")
    #expect(try run("plugin", "pack", folder).exitCode == 1)
    let check = try run("plugin", "check", folder, "--only", "package.architecture")
    #expect(check.exitCode == 1, "\(check.output)")
  }
}
