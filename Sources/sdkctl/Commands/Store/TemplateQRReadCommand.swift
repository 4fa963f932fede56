// SPDX-License-Identifier: Apache-2.0
import ImprintTemplateCodes

struct TemplateQRReadCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Reads a template from a picture of its QR code.",
    discussion: """
      The code may be turned, and beside others. What it does not say is unknown in the template file: when \
      the face was captured, and which plugin extracted it.
      """)

  @Argument(help: "The picture: JPEG, PNG, PGM, PPM or BMP.")
  var picture: String

  @Option(help: ArgumentHelp("The template file to write; it is replaced.", valueName: "file"))
  var output: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let template = try TemplateCodeReader.template(in: ImageFile.read(picture), place: picture)
    try Files.write(TemplateEnvelope.encode(template), to: output)
    return Report(
      text: facts([
        ("format", "\(template.format)"), ("modality", template.modality.name),
        ("quality", template.quality.map { "\($0) of 100" } ?? "not measured"),
        ("created", template.created.map(Clock.text) ?? "unknown"),
        ("made by", template.maker.map { "\($0)" } ?? "unknown"),
        ("payload", "\(template.payload.count) bytes, its check is right"),
        ("written", output),
      ]),
      json: [
        "algorithm": template.format.algorithm, "version": Int(template.format.version),
        "modality": template.modality.name, "quality": template.quality.map { Int($0) },
        "created": template.created.map { Clock.text($0) }, "maker": template.maker.map { "\($0)" },
        "payloadBytes": template.payload.count, "file": output,
      ])
  }
}
