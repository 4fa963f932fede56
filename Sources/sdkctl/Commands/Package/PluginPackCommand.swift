// SPDX-License-Identifier: Apache-2.0

struct PluginPackCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Packs a plugin into a package, to install it elsewhere.",
    discussion: """
      Includes its models, signature, licence texts and run-time libraries. The same files give the same \
      bytes. Run-time libraries are looked up in the folder's own root, then in those of the search path.
      """)

  @Argument(help: ArgumentHelp("The plugin's folder, or its id.", valueName: "folder-or-id"))
  var plugin: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where to write it; default: <id>-<version>.impk in this folder.", valueName: "file"))
  var output: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let found = global.catalog().plugin(withID: plugin)
    let folder = found?.folder ?? plugin
    guard found != nil || Files.exists("\(folder)/plugin.yaml") else {
      throw CommandError.unknownPlugin(plugin, in: global.catalog())
    }
    let runtimes = ["\(folder)/../.."] + global.searchPath.roots.map(\.path)
    let source = try PluginFolder(folder, runtimes: runtimes.map { "\($0)/runtimes" })
    try source.judgeLibraryFile()
    let packed = try PackageWriter.pack(source, to: output ?? PackageWriter.fileName(of: source))
    return Report(
      text: """
        \(packed.path): \(source.manifest.id) \(source.manifest.version), \(packed.files.count) files, \
        \(packed.bytes) bytes
        SHA-256 \(packed.sha256)
        """,
      json: [
        "package": packed.path, "id": source.manifest.id, "version": "\(source.manifest.version)",
        "bytes": packed.bytes, "sha256": packed.sha256.hex,
        "files": packed.files.json { ["path": $0.path, "bytes": $0.bytes, "sha256": $0.sha256.hex] },
      ])
  }
}
