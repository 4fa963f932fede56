// SPDX-License-Identifier: Apache-2.0

struct VariantLintCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Checks a variant's file, installed or not.",
    discussion: """
      Checks its syntax, that the plugins of the search path meet its needs, and that its licence set has \
      every feature that they name. Exit code 1 if one of these does not hold.
      """)

  @Argument(help: "The variant's file.")
  var file: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let reading: ManifestReading<VariantManifest>
    do {
      reading = try ManifestReader.variant(at: file)
    } catch {
      // A mistyped key is a warning, and the cause of the missing one.
      for warning in error.warnings { console.tell("warning: \(warning)") }
      throw error
    }
    let set = try Resolution.resolve(
      variant: reading.manifest, choosing: [], available: global.catalog().found.map(\.manifest))
    if set.soldFeatures != nil, !set.unsoldFeatures.isEmpty {
      throw CommandError(
        .licenseSet, place: file,
        reason: "its features lack \(set.unsoldFeatures.joined(separator: ", ")), which its plugins name.",
        remedy: "Add them to 'features', or omit that key: then the plugins' features are the set.")
    }
    let warnings = reading.warnings.map { "\(console.styled("warning", .yellow)): \($0)" }
    return Report(
      text: joinedLines(warnings + ["\(file): \(set.variant) can be used"]),
      json: [
        "variant": set.variant, "plugins": set.plugins.map(\.id), "licenceSet": set.licenseSet,
        "extraFeatures": set.extraFeatures, "warnings": reading.warnings.map(\.description),
      ])
  }
}
