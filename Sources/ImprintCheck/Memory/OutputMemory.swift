// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

extension MemoryChecks {
  static let outputsInBounds = check(
    "outputs-stay-in-bounds", "Writes stay within the lent memory, at both ends.", rules: ["R-01"],
    scope: .trial(\.outputs)
  ) { subject, plugin, _ in
    for outputs in try subject.trials(\.outputs) { try outputs(plugin) { subject.note($0) } }
  }
}
