// SPDX-License-Identifier: Apache-2.0

struct SpeechRecognizeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "recognize", abstract: "Recognises what is said in sound files.",
    discussion: """
      WAV, FLAC and AIFF, of any rate and number of channels. A file may have several utterances: each ends by a rule, \
      and silence before one has no end. With --json each event is a document of one line as it comes, and the last \
      one has all results. Exit code 1 if nothing was recognised in one of the files.
      """)
  static let isInterruptible = true

  @Argument(help: ArgumentHelp("The files.", valueName: "file"))
  var files: [String]

  @OptionGroup var listening: ListeningOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let listener = try await listening.listener(global, telling: console)
    var lines: [String] = []
    var documents: [JSONValue] = []
    var isWhole = true
    for file in files {
      let clip = try AudioFile.read(file)
      let results = try await listener.recognize(clip) { event in
        guard console.wantsJSON else { return }
        Console.printJSON((["file": file] as JSONValue).adding(event.document))
      }
      if results.isEmpty {
        isWhole = false
        lines.append("\(VisibleText.line(file)): nothing recognised")
      }
      lines += results.map { VisibleText.line("\(file): \($0.line)") }
      documents.append(["file": file, "results": results.json(\.document)])
    }
    return Report(
      text: lines.joined(separator: "\n"), json: ["files": JSONValue.array(documents)], isSuccess: isWhole)
  }
}
