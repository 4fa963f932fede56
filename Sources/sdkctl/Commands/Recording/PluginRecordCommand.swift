// SPDX-License-Identifier: Apache-2.0

/// Runs another command, whose report and exit code are its own.
struct PluginRecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Runs a command, and records its calls of one plugin.",
    discussion: """
      sdkctl plugin record org.example.matcher fault.imrec -- compare a.png b.png

      The file contains the data lent to the plugin, pictures and templates, and only its owner may read it. \
      With --redact none of these is in it. If the command crashes, the file ends at the crash. Output and \
      exit code are those of the command; the recording is reported on standard error.
      """)

  @Argument(help: "The id of the plugin to record.")
  var id: String

  @Argument(help: "The file to create; it must not exist yet.")
  var file: String

  @Flag(help: "Omit biometric and personal data: pixels, faces, templates, text.")
  var redact = false

  @Option(
    help: ArgumentHelp("The maximum file size; later calls are made but not recorded.", valueName: "MiB"))
  var limit = PluginRecorder.usualLimit >> 20

  @Argument(parsing: .postTerminator, help: "The command, after `--`, with its options.")
  var command: [String] = []

  func validate() throws {
    guard (1...1 << 20).contains(limit) else { throw ValidationError("A limit is 1 to \(1 << 20) MiB.") }
    guard !command.isEmpty else { throw ValidationError("Give the command to run, after `--`.") }
    guard !command.starts(with: ["plugin", "record"]) else {
      throw ValidationError("A `plugin record` command cannot itself be recorded.")
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
    case .limit:
      console.tell("warning: it ends at its size limit; later calls are not recorded. Raise --limit.")
    case .failed(let words): console.tell("warning: it is truncated, as writing failed: \(words).")
    }
  }
}
