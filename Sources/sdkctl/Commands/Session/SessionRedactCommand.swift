// SPDX-License-Identifier: Apache-2.0

struct SessionRedactCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "redact", abstract: "Copies a recorded capture without what shows or names a person.",
    discussion: """
      Left out are pixels, landmarks, exact places of eyes, the subject, names and places of cameras, and \
      texts. Boxes, poses, quality, scores, times, events and verdict stay. The copy can be shown, and not \
      be replayed.
      """)

  @Argument(help: "The session.")
  var file: String

  @Argument(help: "The copy to create; it must not exist yet.")
  var copy: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let summary = try SessionRedaction.copy(file, to: copy)
    let wasCut = summary.end.reason == .copyOfCut
    return Report(
      text: "redacted: \(summary.path): \(summary.counts.steps) steps, \(summary.bytes) bytes"
        + (wasCut ? "; the session was cut, and so is the copy" : ""),
      json: [
        "path": summary.path, "bytes": summary.bytes, "steps": Int(clamping: summary.counts.steps),
        "cut": wasCut,
      ])
  }
}
