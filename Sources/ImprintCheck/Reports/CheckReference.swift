// SPDX-License-Identifier: Apache-2.0

/// The catalogue as a page: `docs/reference/checks.md` is made of it.
enum CheckReference {
  static var markdown: String {
    var lines = [
      "# Conformance checks",
      "",
      "Made by `scripts/checks/catalogue --write` from the checks themselves; change those, not this page.",
      "A check looks at the plugin in its own process (`in-process`), in a worker (`process`), or in either (`--isolation`).",
      "How to run them: [check a plugin](../guides/check-a-plugin.md). What they find: [faults](faults.md).",
    ]
    for group in CheckGroup.allCases {
      let checks = CheckCatalog.all.filter { $0.group == group }
      guard !checks.isEmpty else { continue }
      lines += ["", "## \(group.rawValue)", "", group.words, ""]
      lines += [
        "| check | what must hold | rules | for | isolation | deadline |", "|---|---|---|---|---|---|",
      ]
      for check in checks {
        lines.append(
          "| `\(check.id)` | \(check.title.replacing("|", with: "\\|")) | \(check.rules.joined(separator: ", ")) "
            + "| \(check.scope.words) | \(check.isolationNames.joined(separator: ", ")) | \(check.deadline.components.seconds) s |"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension CheckGroup {
  /// What the group's checks have in common.
  var words: String {
    switch self {
    case .package: "What lies in the plugin's folder; the library is read, and not loaded."
    case .load: "From the library's loading to its first answers."
    case .life: "Opening, making, using, destroying and closing, often and out of order."
    case .threads: "Which calls may overlap, and how many threads there are."
    case .memory: "What is lent, what is written to, and what is left."
    case .matcher: "Images to templates, templates to similarities."
    case .tracker: "Frames to faces."
    case .capture: "Steps to events."
    case .camera: "Devices and frames."
    case .controls: "What a camera can do, and its settings."
    case .watch: "Devices that come and go."
    case .microphone: "Devices and sound."
    case .cards: "Readers, and the cards in them."
    case .security: "Licences, what is asked of the system, and what is left behind."
    case .isolation: "The same library in a worker of its own."
    }
  }
}
