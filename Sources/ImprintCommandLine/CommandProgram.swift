// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
import Glibc

/// Parses and runs a command, and turns the result into text and an exit code: 0 for success, 1 for failure,
/// 64 for wrong usage.
public enum CommandProgram {
  /// The body of `main`, to be called on the main thread before there is any other.
  ///
  /// The main thread waits for signals. An asynchronous `main` would run dispatch's main loop there, which
  /// unblocks all signals.
  /// - Parameter nearest: finds the nearest of several words (spelling suggestion).
  public static func main<Root: ParsableCommand>(
    _ root: Root.Type, nearest: @escaping @Sendable (String, [String]) -> String? = { _, _ in nil }
  ) -> Never {
    MemoryArenas.limit()
    Interruption.prepare()
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Detached: a plain task of this function would wait for the main thread.
    Task.detached { await run(root, arguments, nearest) }
    Interruption.wait()
  }

  private static func run<Root: ParsableCommand>(
    _ root: Root.Type, _ arguments: [String], _ nearest: (String, [String]) -> String?
  ) async -> Never {
    do {
      var command = try root.parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      exit(EXIT_SUCCESS)
    } catch {
      end(
        root, with: error, wantsJSON: arguments.prefix { $0 != "--" }.contains("--json"),
        unknown: UnknownCommand.find(in: arguments, of: root, nearest: nearest))
    }
  }

  private static func end<Root: ParsableCommand>(
    _ root: Root.Type, with error: any Error, wantsJSON: Bool, unknown: UnknownCommand?
  ) -> Never {
    let code = root.exitCode(for: error)
    // Already reported.
    if error is ExitCode { exit(code.rawValue) }
    // ArgumentParser would print untrusted arguments, such as file names, unescaped.
    let words = root.fullMessage(for: error)
    guard code != .success else {
      // Help, version and completion scripts.
      if !words.isEmpty { Console.printLine(words) }
      exit(code.rawValue)
    }
    if wantsJSON {
      Console.printJSON(
        JSONValue.error(
          code: "usage", place: "command line", reason: unknown?.reason ?? root.message(for: error),
          remedy: unknown?.remedy ?? "Run it with --help."))
    }
    // For an unknown command ArgumentParser does not list the expected ones.
    Console.tellLines(unknown.map { "Error: \($0.reason) \($0.remedy)" } ?? words)
    exit(code.rawValue)
  }
}
