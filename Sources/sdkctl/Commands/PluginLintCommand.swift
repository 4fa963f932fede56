// SPDX-License-Identifier: Apache-2.0

struct PluginLintCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Checks a plugin's manifest file, installed or not.",
    discussion: """
      Reports all problems, with line and column. If the library is beside it, that is examined too: by \
      reading its bytes, without loading it. Exit code 1 if either cannot be used. If identity.h or \
      Identity.swift is beside it, as created by plugin new, the facts stated in the code are compared with \
      the manifest: id, version, vendor, ability, and a matcher's templates. No code of the plugin runs.
      """)

  @Argument(help: "The manifest.")
  var manifest: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let reading: ManifestReading<PluginManifest>
    do {
      reading = try ManifestReader.plugin(at: manifest)
    } catch {
      // A mistyped key is a warning, and the cause of the missing one.
      for warning in error.warnings { console.tell("warning: \(warning)") }
      throw error
    }
    let plugin = reading.manifest
    try judgeLibrary(of: reading)
    let compared = try compareFacts(with: plugin)
    let warnings = (reading.warnings.map(\.description) + compared.flatMap(\.unread).map(\.description)).map {
      "\(console.styled("warning", .yellow)): \($0)"
    }
    let agreements = compared.map { "\($0.file): agrees in \($0.same) places" }
    return Report(
      text: joinedLines(warnings + agreements + ["\(manifest): \(plugin.id) \(plugin.version) can be used"]),
      json: [
        "id": plugin.id, "version": "\(plugin.version)", "library": plugin.library.file,
        "models": plugin.models.json { ["file": $0.file, "sha256": $0.sha256.hex] },
        "runtimes": plugin.runtimes.map(\.folder),
        "facts": compared.json {
          ["file": $0.file, "same": $0.same, "unread": $0.unread.map(\.description)]
        }, "warnings": reading.warnings.map(\.description),
      ])
  }

  /// What the plugin's code says of itself, where its sources lie beside the manifest.
  private func compareFacts(
    with plugin: PluginManifest
  ) throws -> [(file: String, same: Int, unread: [FactProblem])] {
    let folder = manifest.lastIndex(of: "/").map { String(manifest[...$0]) } ?? ""
    return try StatedFacts.fileNames.map { folder + $0 }.filter(Files.exists).map { file in
      let facts = try StatedFacts(parsing: Files.read(file, upTo: StatedFacts.mostBytes), place: file)
      let (same, unread) = try facts.compare(with: plugin)
      return (file, same, unread)
    }
  }

  /// A manifest of a source tree has no library beside it yet.
  private func judgeLibrary(of reading: ManifestReading<PluginManifest>) throws {
    let path = Files.absolute(manifest)
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard Files.exists("\(folder)/\(reading.manifest.library.file)") else { return }
    _ = try FoundPlugin(
      manifest: reading.manifest, manifestHash: reading.sha256, folder: folder,
      root: PluginRoot(path: folder, origin: .explicit)
    ).judgeLibraryFile()
  }
}
