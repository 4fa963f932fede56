// SPDX-License-Identifier: Apache-2.0

struct SpeechCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "speech", abstract: "Recognises speech, and prepares what is listened for.",
    subcommands: [
      SpeechListenCommand.self, SpeechRecognizeCommand.self, SpeechGraphCommand.self,
      SpeechLettersCommand.self,
    ])
}

struct SpeechGraphCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Builds, lists, shows and removes graphs: words and what is said of them.",
    subcommands: [
      SpeechGraphBuildCommand.self, SpeechGraphListCommand.self, SpeechGraphShowCommand.self,
      SpeechGraphRemoveCommand.self,
    ])
}

/// Where graphs are kept.
struct SpeechGraphPlace: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of graphs; default: imprint/speech-graphs below $XDG_DATA_HOME or ~/.local/share.",
      valueName: "dir"))
  var folder: String?

  func open() throws -> SpeechGraphStore {
    guard let folder else { return try .standard() }
    return try SpeechGraphStore(folder: Files.absolute(folder))
  }
}
