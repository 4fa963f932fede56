// SPDX-License-Identifier: Apache-2.0

struct VariantBundleCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Creates one folder with everything a variant needs, for a device; reports its size.",
    discussion: """
      Contains programs, plugins, run-time libraries, the variant and the effective trust settings. The \
      folder is a root wherever it is placed, and its programs find it. Without an output folder, only the \
      sizes are reported.
      """)

  @Argument(help: "The variant's name.")
  var name: String

  @Argument(help: "The folder to create.")
  var output: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let catalog = global.catalog()
    let set = try catalog.resolve(variant: name, choosing: global.plugins)
    let trust = global.pluginTrust
    for note in trust.notes { console.tell("warning: trust: \(note)") }
    let programs = try ["sdkctl", "imprint-worker"].map { try CompanionProgram(name: $0).path() }
    let bundle = try VariantBundle(set, from: catalog, programs: programs, trust: trust)
    if let output { try bundle.write(to: output) }
    return Report(
      text: Self.table(bundle.sizes) + (output.map { "\nwritten to \($0)" } ?? ""),
      json: [
        "variant": bundle.variant, "folder": output, "build": BuildInformation.flavour.rawValue,
        "sizes": Self.json(of: bundle.sizes),
      ])
  }

  private static func table(_ sizes: BundleSizes) -> String {
    var table = Table(["WHAT", "LIBRARY", "MODELS", "OTHER", "BYTES"])
    for plugin in sizes.plugins {
      table.add([
        "\(plugin.id) \(plugin.version)", "\(plugin.library)", "\(plugin.models)", "\(plugin.other)",
        "\(plugin.total)",
      ])
    }
    for runtime in sizes.runtimes {
      let use = runtime.isShared ? "shared by \(runtime.plugins.count) plugins" : "of \(runtime.plugins[0])"
      table.add(["\(runtime.folder), \(use)", "", "", "", "\(runtime.bytes)"])
    }
    for program in sizes.programs { table.add([program.name, "", "", "", "\(program.bytes)"]) }
    table.add(["variant and trust settings", "", "", "", "\(sizes.settings)"])
    table.add(["total", "", "", "", "\(sizes.total)"])
    return table.text
  }

  private static func json(of sizes: BundleSizes) -> JSONValue {
    [
      "plugins": sizes.plugins.json {
        [
          "id": $0.id, "version": "\($0.version)", "library": $0.library, "models": $0.models,
          "other": $0.other, "total": $0.total, "runtimes": $0.runtimes,
        ]
      },
      "runtimes": sizes.runtimes.json {
        ["folder": $0.folder, "bytes": $0.bytes, "shared": $0.isShared, "plugins": $0.plugins]
      }, "programs": sizes.programs.json { ["name": $0.name, "bytes": $0.bytes] }, "settings": sizes.settings,
      "total": sizes.total,
    ]
  }
}
