// SPDX-License-Identifier: Apache-2.0

struct TemplateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "Lists and removes stored templates; inspects template files; QR codes.",
    subcommands: [
      TemplateListCommand.self, TemplateRemoveCommand.self, TemplateInspectCommand.self,
      TemplateQRCommand.self,
    ])
}

struct TemplateInspectCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Verifies a template file and shows its envelope.")

  @Argument(help: "The file.")
  var file: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let bytes = try Files.read(file, upTo: TemplateEnvelope.maximumBytes)
    let template = try TemplateEnvelope.decode(bytes, place: file)
    let hash = ContentHash(of: bytes)
    return Report(
      text: facts([
        ("format", "\(template.format)"), ("modality", template.modality.name),
        ("body site", "\(template.site)"),
        ("quality", template.quality.map { "\($0) of 100" } ?? "not measured"),
        ("created", template.created.map(Clock.text) ?? "unknown"),
        ("made by", template.maker.map { "\($0)" } ?? "unknown"), ("samples", "\(template.samples)"),
        ("payload", "\(template.payload.count) bytes"), ("file", "\(bytes.count) bytes, complete"),
        ("sha-256", hash.hex),
      ]),
      json: [
        "algorithm": template.format.algorithm, "version": Int(template.format.version),
        "modality": template.modality.name, "site": "\(template.site)",
        "quality": template.quality.map { Int($0) }, "created": template.created.map { Clock.text($0) },
        "maker": template.maker.map { "\($0)" }, "samples": template.samples,
        "payloadBytes": template.payload.count, "fileBytes": bytes.count, "sha256": hash.hex,
      ])
  }
}
