// SPDX-License-Identifier: Apache-2.0

// How users and templates are shown: their envelopes, never their payloads.

extension UserSummary {
  /// `2 of imprint.face-f6/1, 1 of imprint.null/1`.
  var text: String {
    templates.isEmpty ? "none" : templates.map(\.description).joined(separator: ", ")
  }

  var json: JSONValue {
    ["user": "\(user.id)", "name": user.name, "templates": JSONValue.counts(templates)]
  }
}

extension StoredTemplate {
  fileprivate var cells: [String] {
    [
      "\(id)", "\(template.format)", template.modality.name, template.quality.map { "\($0)" } ?? "-",
      Clock.text(created),
    ]
  }

  var json: JSONValue {
    [
      "id": "\(id)", "user": "\(user)", "format": "\(template.format)", "modality": template.modality.name,
      "quality": template.quality.map { Int($0) }, "stored": Clock.text(created),
      "taken": template.created.map { Clock.text($0) }, "payloadBytes": template.payload.count,
    ]
  }
}

extension [StoredTemplate] {
  var table: String {
    var table = Table(["ID", "FORMAT", "MODALITY", "QUALITY", "STORED"])
    for template in self { table.add(template.cells) }
    return table.text
  }
}

extension [GalleryEntry] {
  var table: String {
    var table = Table(["ID", "FORMAT", "MODALITY", "QUALITY", "STORED", "NAME"])
    for entry in self { table.add(entry.template.cells + [entry.user.name]) }
    return table.text
  }
}

extension JSONValue {
  /// The unreadable entries of a store.
  static func problems(_ problems: [StoreProblem]) -> JSONValue {
    problems.json { ["place": $0.place, "reason": $0.reason] }
  }
}
