// SPDX-License-Identifier: Apache-2.0

extension SessionReplay.Source: ExpressibleByArgument {}

struct SessionReplayCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Replays a recorded capture, and compares what comes out.",
    discussion: """
      The plugins of the recording are opened like any other, and may be other builds. From faces, every \
      event and the verdict have to be the same, bit for bit. From frames, which are decoded and tracked \
      again, the verdict has to be. Exit code 0 if so, also where the file was cut, up to there; 1 if something \
      differs, which is named, or nothing could be compared.
      """)
  static let isInterruptible = true

  @Argument(help: "The session.")
  var file: String

  @Option(help: "What to replay it from: faces, as the tracker found them, or frames.")
  var from: SessionReplay.Source = .faces

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let system = try await global.open(telling: console)
    return try await system.faces.replay(file, from: from).shown
  }
}
