// SPDX-License-Identifier: Apache-2.0

struct PluginReplayCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Replays the calls of a recording, and compares the answers.",
    discussion: """
      The plugin is opened like any other, in a process of its own unless --isolation says otherwise, and \
      may be a different build than the recorded one. Exit code 0 if every answer equals the recorded one, \
      except that a call in which the plugin had died may return; 1 if an answer differs, or the plugin \
      dies. For a redacted recording only statuses are compared. Calls on cameras are not replayed: their \
      frames are not recorded.
      """)
  static let isInterruptible = true

  @Argument(help: "The recording.")
  var file: String

  @Argument(help: "The id of the plugin to call; default: that of the recorded one.")
  var id: String?

  @Flag(help: "Only show the recorded calls; no plugin is opened.")
  var show = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    var reader = try RecordingReader(file)
    if show { return try RecordingDigest(&reader).report }
    let configuration = await global.configuration(renewing: true, telling: console)
    let catalog = global.catalog()
    let id = id ?? reader.header.plugin
    guard let plugin = catalog.plugin(withID: id) else {
      if let skip = catalog.skip(ofID: id) { throw skip.error }
      throw CommandError.unknownPlugin(id, in: catalog)
    }
    return try PluginReplay(plugin, configuration: configuration).run(&reader).shown
  }
}
