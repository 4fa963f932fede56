// SPDX-License-Identifier: Apache-2.0

struct FingerExplainCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explains why two fingers are as alike as the matcher says.",
    discussion: """
      Which minutiae lie on each other, by which motion, and what counted for and against, by the plugin that \
      compares them: what it explains adds up to its similarity. --json has every minutia and every share, in \
      micrometres and degrees. With --out it is drawn as SVG: green counts for, red is missing in the other \
      print, grey counts neither way. A file is a picture, or a template as 'finger capture' writes it, as a \
      record of ISO/IEC 19794-2:2005, or as imprint.finger-card; a picture becomes what the other file is.
      """)
  static let isInterruptible = true

  @Argument(help: "The file with the finger that is compared.")
  var probe: String

  @Argument(help: "The file with the finger to compare it with.")
  var reference: String

  @Option(help: ArgumentHelp("The SVG file to write; it is replaced.", valueName: "file"))
  var out: String?

  @OptionGroup var type: FingerTypeOption
  @OptionGroup var resolution: FingerResolutionOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let one = try FingerSample(reading: probe, resolution: resolution.pixelsPerMetre)
    let other = try FingerSample(reading: reference, resolution: resolution.pixelsPerMetre)
    let system = try await global.openForFingers(telling: console)
    let explained = try await system.fingers.explain(one, with: other, type: type.templateType)
    if let out {
      let drawing = FingerExplanationDrawing(
        of: explained.explanation, probe: try one.drawn(), reference: try other.drawn())
      try Files.write(Array(drawing.svg.utf8), to: out)
    }
    let why = explained.comparison.uncalibrated?.line
    return Report(
      text: ([explained.description] + [why, out.map { "drawn: \($0)" }].compactMap { $0 }).joined(
        separator: "\n"),
      json: explained.json.adding([
        "calibration": explained.comparison.calibration?.json,
        "uncalibrated": explained.comparison.uncalibrated?.json, "file": out,
      ]))
  }
}
