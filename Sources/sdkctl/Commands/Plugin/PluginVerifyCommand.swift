// SPDX-License-Identifier: Apache-2.0

struct PluginVerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Says whether a plugin may be used here, and why.",
    discussion: "Reads every file of it, and loads nothing. Exit code 1 if it may not be used.")

  @Argument(help: ArgumentHelp("The plugin's folder or package, or its id.", valueName: "plugin"))
  var plugin: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let (read, verdict) = try global.readPlugin(plugin, orPackage: true) { read in
      // Also checks for another publisher's plugin with its id, as opening does.
      (
        read,
        try global.pluginTrust.examine(read, beside: global.catalog().places(ofID: read.contents.plugin))
      )
    }
    for warning in verdict.warnings { console.tell("warning: \(warning)") }
    var pairs = [
      ("plugin", "\(read.contents.plugin) \(read.contents.version)"), ("may be used", verdict.allowance.text),
      ("signatures", verdict.mode.rawValue), ("contents", read.contents.sha256.hex),
    ]
    if let signer = verdict.signer {
      pairs += [("publisher", signer.name), ("publisher's key", signer.key.hex), ("root", signer.root)]
    }
    return Report(
      text: facts(pairs),
      json: [
        "plugin": read.contents.plugin, "version": "\(read.contents.version)",
        "allowance": verdict.allowance.rawValue, "signatures": verdict.mode.rawValue,
        "sha256": read.contents.sha256.hex,
        "publisher": verdict.signer.json { ["name": $0.name, "key": $0.key.hex, "root": $0.root] },
        "warnings": verdict.warnings,
      ])
  }
}

extension TrustVerdict.Allowance {
  fileprivate var text: String {
    switch self {
    case .publisher: "its publisher is allowed"
    case .contents: "exactly these contents are allowed"
    case .unasked: "signatures are not checked"
    }
  }
}
