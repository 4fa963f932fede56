// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintCommandLine

// What is told of users and templates: their envelopes, never what is in them.

extension UserSummary {
  /// `2 of imprint.face-f6/1, 1 of imprint.null/1`.
  var text: String {
    templates.isEmpty ? "none" : templates.map(\.description).joined(separator: ", ")
  }

  var json: JSONValue {
    .object([
      ("user", .string("\(user.id)")), ("name", .string(user.name)), ("templates", .counts(templates)),
    ])
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
    .object([
      ("id", .string("\(id)")), ("user", .string("\(user)")), ("format", .string("\(template.format)")),
      ("modality", .string(template.modality.name)),
      ("quality", .optional(template.quality) { .integer(Int($0)) }),
      ("stored", .string(Clock.text(created))),
      ("taken", .optional(template.created) { .string(Clock.text($0)) }),
      ("payloadBytes", .integer(template.payload.count)),
    ])
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
  /// What in a store cannot be read.
  static func problems(_ problems: [StoreProblem]) -> JSONValue {
    .array(problems.map { .object([("place", .string($0.place)), ("reason", .string($0.reason))]) })
  }
}
