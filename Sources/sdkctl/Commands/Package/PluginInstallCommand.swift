// SPDX-License-Identifier: Apache-2.0

struct PluginInstallCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Installs a plugin from a package, or another version of it.",
    discussion: """
      Installs into the first --root, otherwise into the user's own root. The package is verified completely \
      before anything is written, and the plugin's folder is replaced atomically. A plugin whose id belongs \
      to another publisher is refused: `sdkctl plugin allow PACKAGE --ids ID` assigns the id to the \
      package's publisher.
      """)

  @Argument(help: ArgumentHelp("The package.", valueName: "file.impk"))
  var package: String

  @Flag(help: "Allow a version older than the installed one, or than one used here before.")
  var allowDowngrade = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let done = try await global.installer().install(
      package, allowingDowngrade: allowDowngrade, knownTo: global.catalog())
    for warning in done.warnings { console.tell("warning: \(warning)") }
    var lines = ["\(done.sentence) in \(done.folder)"]
    if !done.addedRuntimes.isEmpty {
      lines.append("with the run-time libraries \(done.addedRuntimes.joined(separator: ", "))")
    }
    lines += done.removedRuntimes.map { "removed the run-time library \($0), which no plugin uses any more" }
    if done.isDisabled { lines.append("it is disabled: run `sdkctl plugin enable \(done.manifest.id)`") }
    return Report(
      text: joinedLines(lines),
      json: [
        "change": done.change.rawValue, "id": done.manifest.id, "version": "\(done.manifest.version)",
        "previous": done.previous.map { "\($0)" }, "folder": done.folder, "addedRuntimes": done.addedRuntimes,
        "removedRuntimes": done.removedRuntimes, "disabled": done.isDisabled, "warnings": done.warnings,
      ])
  }
}

extension Installation {
  fileprivate var sentence: String {
    let (id, version) = (manifest.id, manifest.version)
    let before = previous.map { " from \($0)" } ?? ""
    return switch change {
    case .installed: "installed \(id) \(version)"
    case .upgraded: "upgraded \(id)\(before) to \(version)"
    case .downgraded: "downgraded \(id)\(before) to \(version)"
    case .replaced: "replaced the files of \(id)\(previous == nil ? "" : " \(version)") with the package's"
    case .unchanged: "nothing to do: \(id) \(version) is installed, every file the same,"
    }
  }
}
