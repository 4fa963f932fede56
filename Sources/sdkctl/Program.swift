// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import Imprint

/// Parses, runs, and turns whatever comes back into text and an exit code: 0 for success, 1 for failure,
/// 64 for wrong usage.
@main
enum Program {
  /// The main thread waits for signals. An asynchronous `main` would leave it to the dispatch library, which
  /// unblocks them all.
  static func main() {
    Interruption.prepare()
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Detached: a plain task of this function would wait for the main thread.
    Task.detached { await run(arguments) }
    Interruption.wait()
  }

  private static func run(_ arguments: [String]) async -> Never {
    do {
      var command = try Sdkctl.parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      exit(EXIT_SUCCESS)
    } catch {
      end(with: error, wantsJSON: arguments.prefix { $0 != "--" }.contains("--json"))
    }
  }

  private static func end(with error: any Error, wantsJSON: Bool) -> Never {
    let code = Sdkctl.exitCode(for: error)
    // Help, version, completion scripts and a failure that was told already are ArgumentParser's to end.
    if code == .success || error is ExitCode { Sdkctl.exit(withError: error) }
    if wantsJSON {
      let reason = Sdkctl.message(for: error)
      Console.printLine(
        JSONValue.error(
          code: "usage", place: "command line", reason: reason, remedy: "Run it with --help."
        ).text)
    }
    Sdkctl.exit(withError: error)
  }
}
