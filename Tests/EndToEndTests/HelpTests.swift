// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@Suite struct HelpTests {
  @Test(
    arguments: [
      [], ["plugin"], ["plugin", "list"], ["plugin", "inspect"], ["plugin", "lint"], ["plugin", "check"],
      ["plugin", "new"], ["plugin", "samples"],
      ["plugin", "pack"], ["plugin", "install"], ["plugin", "remove"], ["plugin", "enable"],
      ["plugin", "disable"],
      ["plugin", "quarantine"], ["plugin", "quarantine", "list"], ["plugin", "quarantine", "show"],
      ["plugin", "quarantine", "clear"], ["plugin", "record"], ["plugin", "replay"], ["variant"],
      ["variant", "list"],
      ["variant", "show"], ["variant", "lint"], ["variant", "bundle"], ["doctor"], ["capture"], ["enroll"],
      ["verify"], ["identify"],
      ["compare"],
      ["template"],
      ["template", "inspect"], ["template", "list"], ["template", "remove"], ["user"], ["user", "list"],
      ["user", "show"], ["user", "rename"], ["user", "remove"], ["evaluate"], ["plugin", "sign"],
      ["plugin", "verify"],
      ["plugin", "key", "create"], ["plugin", "allow"], ["plugin", "disallow"], ["plugin", "allow-older"],
      ["trust"], ["trust", "show"], ["trust", "root", "add"], ["trust", "signatures"],
      ["trust", "conformance"],
      ["trust", "revocations", "import"], ["trust", "revocations", "create"], ["card"], ["card", "list"],
      ["card", "watch"], ["card", "apdu"], ["card", "info"], ["device"], ["device", "list"],
      ["device", "probe"], ["device", "test"], ["device", "watch"], ["device", "record"],
      ["device", "capture"],
    ])
  func helpSaysWhatIsCommitted(command: [String]) throws {
    let run = try CommandRun.sdkctl(command + ["--help"], home: TemporaryFolder())
    #expect(run.exitCode == 0)
    #expect(run.errors.isEmpty)
    try Snapshot.check(run.output, named: "help" + command.map { "-\($0)" }.joined())
  }

  @Test func theVersionIsPrintedWithTheBuild() throws {
    let run = try CommandRun.sdkctl(["--version"], home: TemporaryFolder())
    #expect(run.exitCode == 0)
    #expect(
      run.output.contains(/^sdkctl \d+\.\d+\.\d+ \((debug|release), \w+, Swift [^)]+\); .*signatures.*\n$/))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsAreGenerated(shell: String) throws {
    let run = try CommandRun.sdkctl(["--generate-completion-script", shell], home: TemporaryFolder())
    #expect(run.exitCode == 0)
    #expect(run.output.contains("sdkctl") && run.output.contains("identify"))
  }
}
