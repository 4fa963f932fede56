// SPDX-License-Identifier: Apache-2.0

/// Runs another command, whose report and exit code are its own.
struct PluginRecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Runs a command, and records its calls of one plugin.",
    discussion: """
      sdkctl plugin record org.example.matcher fault.imrec -- compare a.png b.png

      The file holds what was lent to the plugin, pictures and templates, and is for its owner alone. With \
      --redact nothing of that is in it. A command that crashes leaves a file up to the crash. Output and exit \
      code are the command's own; what was recorded is told on standard error.
      """)

  @Argument(help: "The id of the plugin that is recorded.")
  var id: String

  @Argument(help: "The file that is made; there is to be nothing of that name.")
  var file: String

  @Flag(help: "Leave out what is biometric or may name somebody: pixels, faces, templates, words.")
  var redact = false

  @Option(
    help: ArgumentHelp("The longest file; calls beyond it are made and not recorded.", valueName: "MiB"))
  var limit = PluginRecorder.usualLimit >> 20

  @Argument(parsing: .postTerminator, help: "The command, behind `--`, with its options.")
  var command: [String] = []

  func validate() throws {
    guard (1...1 << 20).contains(limit) else { throw ValidationError("A limit is 1 to \(1 << 20) MiB.") }
    guard !command.isEmpty else { throw ValidationError("Give the command that is run, behind `--`.") }
    guard !command.starts(with: ["plugin", "record"]) else {
      throw ValidationError("A recording is not recorded.")
    }
  }

  func run() async throws {
    let recorder = PluginRecorder(plugin: id, to: file, limit: limit << 20, isRedacted: redact)
    let console = Console(
      wantsJSON: command.contains("--json"), allowsColor: !command.contains("--no-color"))
    do {
      try await ActiveTap.$current.withValue(recorder) {
        var inner = try Sdkctl.parseAsRoot(command)
        if var asynchronous = inner as? any AsyncParsableCommand {
          try await asynchronous.run()
        } else {
          try inner.run()
        }
      }
    } catch {
      if let summary = await recorder.finish() { tell(summary, console) }
      throw error
    }
    guard let summary = await recorder.finish() else {
      // The command's report is told already, and is its document.
      let error = RecordingError(
        .notUsed, place: id, reason: "the command has not opened it, so there is no recording.",
        remedy: "Choose it with --plugin, or record one that the command uses.")
      console.tell("error: \(error)")
      throw ExitCode.failure
    }
    tell(summary, console)
    if case .failed = summary.stop { throw ExitCode.failure }
  }

  private func tell(_ summary: RecordingSummary, _ console: Console) {
    console.tell(
      "recorded: \(summary.path): \(summary.calls) calls of \(summary.plugin), \(summary.bytes) bytes")
    switch summary.stop {
    case nil: break
    case .limit: console.tell("warning: it ends at its limit; later calls are not in it. Raise --limit.")
    case .failed(let words): console.tell("warning: it ends early, as writing it failed: \(words).")
    }
  }
}
