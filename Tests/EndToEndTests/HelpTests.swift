// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite struct HelpTests {
  /// A snapshot for each, and no snapshot of a command that is gone.
  @Test func everyCommandsHelpIsWhatIsCommitted() throws {
    let commands = try commands()
    #expect(commands.contains(["license", "status"]) && commands.contains([]))
    for command in commands {
      let run = try CommandRun.sdkctl(command + ["--help"], home: TemporaryFolder())
      #expect(run.exitCode == 0, "\(command)")
      #expect(run.errors.isEmpty, "\(command)")
      try Snapshot.check(run.output, named: name(command))
    }
    let folder = BuiltProducts.package.appending(path: "Tests/EndToEndTests/Snapshots").path
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("help") }
    #expect(Set(kept) == Set(commands.map { name($0) + ".txt" }))
  }

  private func name(_ command: [String]) -> String { "help" + command.map { "-\($0)" }.joined() }

  /// As the program itself lists them.
  private func commands() throws -> [[String]] {
    struct Dump: Decodable {
      struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
      }
      let command: Command
    }
    func paths(_ command: Dump.Command, _ path: [String]) -> [[String]] {
      [path] + (command.subcommands ?? []).flatMap { paths($0, path + [$0.commandName]) }
    }
    let run = try CommandRun.sdkctl(["--experimental-dump-help"], home: TemporaryFolder())
    let dump = try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8))
    // `help` has no text of its own.
    return paths(dump.command, []).filter { $0 != ["help"] }
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
