// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint
import ImprintCommandLine

struct PluginLintCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Checks a plugin's manifest where it lies, installed or not.",
    discussion:
      "Tells everything that is wrong with it, with line and column. Exit code 1 where it cannot be used.")

  @Argument(help: "The manifest.")
  var manifest: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let reading: ManifestReading<PluginManifest>
    do {
      reading = try ManifestReader.plugin(at: manifest)
    } catch {
      // A mistyped key is a warning, and the reason why another is missing.
      for warning in error.warnings { console.tell("warning: \(warning)") }
      throw error
    }
    let plugin = reading.manifest
    let warnings = reading.warnings.map { "\(console.styled("warning", .yellow)): \($0)" }
    return Report(
      text: (warnings + ["\(manifest): \(plugin.id) \(plugin.version) can be used"]).joined(separator: "\n"),
      json: .object([
        ("id", .string(plugin.id)), ("version", .string("\(plugin.version)")),
        ("library", .string(plugin.library.file)),
        (
          "models",
          .array(
            plugin.models.map {
              .object([("file", .string($0.file)), ("sha256", .string($0.sha256.hex))])
            })
        ),
        ("runtimes", .strings(plugin.runtimes.map(\.folder))),
        ("warnings", .strings(reading.warnings.map(\.description))),
      ]))
  }
}
