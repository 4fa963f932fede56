// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint
import ImprintCommandLine

struct VariantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "variant", abstract: "Which plugin sets there are, and what they are made of.",
    subcommands: [VariantListCommand.self, VariantShowCommand.self])
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
      json: .object([
        (
          "variants",
          .array(
            variants.map {
              .object([
                ("name", .string($0.manifest.variant)), ("summary", .string($0.manifest.summary)),
                ("abilities", .strings($0.manifest.abilities.map(\.description))),
                ("plugins", .strings($0.manifest.plugins)), ("origin", .string($0.root.origin.rawValue)),
                ("place", .string($0.place)),
              ])
            })
        )
      ]))
  }
}

struct VariantShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows the plugin set that a variant and --plugin resolve to.")

  @Argument(help: "The variant's name.")
  var name: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let set = try global.catalog().resolve(variant: name, choosing: global.plugins)
    var table = Table(["ABILITY", "PLUGIN", "VERSION"])
    let providers = set.providers.sorted { $0.key < $1.key }
    for (ability, id) in providers {
      table.add(["\(ability)", id, set.provider(of: ability).map { "\($0.version)" } ?? ""])
    }
    return Report(
      text: "\(set.variant), opened in this order: \(set.plugins.map(\.id).joined(separator: ", "))\n"
        + table.text,
      json: .object([
        ("variant", .string(set.variant)), ("plugins", .strings(set.plugins.map(\.id))),
        (
          "providers",
          .array(
            providers.map { .object([("ability", .string("\($0.key)")), ("plugin", .string($0.value))]) })
        ), ("features", .strings(set.features)),
      ]))
  }
}
