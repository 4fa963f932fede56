// SPDX-License-Identifier: Apache-2.0

struct VariantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "variant", abstract: "Lists, shows, checks and bundles plugin sets.",
    subcommands: [
      VariantListCommand.self, VariantShowCommand.self, VariantLintCommand.self, VariantBundleCommand.self,
    ])
}

struct VariantListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the variants.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let variants = global.catalog().variants
    var table = Table(["NAME", "ORIGIN", "SUMMARY"])
    for variant in variants {
      table.add([variant.manifest.variant, variant.root.origin.rawValue, variant.manifest.summary])
    }
    return Report(
      text: variants.isEmpty ? "no variants found" : table.text,
      json: [
        "variants": variants.json {
          [
            "name": $0.manifest.variant, "summary": $0.manifest.summary,
            "abilities": $0.manifest.abilities.map(\.description), "plugins": $0.manifest.plugins,
            "origin": $0.root.origin.rawValue, "place": $0.place,
          ]
        }
      ])
  }
}
