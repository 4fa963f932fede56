// SPDX-License-Identifier: Apache-2.0

/// The catalogue as a page: `docs/reference/checks.md` is generated from it.
enum CheckReference {
  static var markdown: String {
    var lines = [
      "# Conformance checks",
      "",
      "Made by `scripts/checks/catalogue --write` from the checks themselves; change those, not this page.",
      "A check examines the plugin in its own process (`in-process`), in a worker (`process`), or in "
        + "either (`--isolation`).",
      "How to run them: [check a plugin](../guides/check-a-plugin.md). What they find: [faults](faults.md).",
    ]
    for group in CheckCatalog.groups {
      let checks = CheckCatalog.all.filter { $0.group == group }
      lines += ["", "## \(group.rawValue)", "", group.words, ""]
      lines += [
        "| check | what must hold | rules | for | isolation | deadline |", "|---|---|---|---|---|---|",
      ]
      for check in checks {
        lines.append(
          "| `\(check.id)` | \(check.title.replacing("|", with: "\\|")) | "
            + "\(check.rules.joined(separator: ", ")) "
            + "| \(check.scope.words) | \(check.isolationNames.joined(separator: ", ")) | "
            + "\(check.deadline.components.seconds) s |"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
