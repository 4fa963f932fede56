// SPDX-License-Identifier: Apache-2.0
import ImprintTemplateCodes

struct TemplateQRMakeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "make", abstract: "Makes a QR code of a template file.",
    discussion: """
      The template is of the format imprint.face-f5: its 116 bytes are the code. Without --output the code \
      is shown on the terminal. Whoever sees it has the template: a picture of it is the person's biometric \
      data, and only its owner may read the file.
      """)

  @Argument(help: "The template file.")
  var file: String

  @Option(
    help: ArgumentHelp("The file to write, which ends in .png or .svg and is replaced.", valueName: "file"))
  var output: String?

  @Option(help: "How much of it may be spoilt: m, about 15 %; q, about 25 %, and a larger code.")
  var level: TemplateCode.Correction = .quartile

  @Option(help: ArgumentHelp("In a PNG file: pixels of a module, 1 to 64.", valueName: "pixels"))
  var module = 8

  @Flag(help: "On a terminal with dark letters on a light background.")
  var lightTerminal = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  private var isVector: Bool { output?.hasSuffix(".svg") == true }

  func validate() throws {
    if let output, !isVector, !output.hasSuffix(".png") {
      throw ValidationError("'\(output)' ends neither in .png nor in .svg.")
    }
    guard TemplateCode.moduleSizes.contains(module) else {
      throw ValidationError("--module is \(module), not 1 to 64.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let bytes = try Files.read(file, upTo: TemplateEnvelope.maximumBytes)
    let template = try TemplateEnvelope.decode(bytes, place: file)
    let code = try TemplateCode(template, correction: level, place: file)
    var text = code.text(onDark: !lightTerminal)
    if let output {
      try Files.write(isVector ? Array(code.svg.utf8) : code.png(pixelsPerModule: module), to: output)
      text = "\(console.styled("made", .green)) \(output), \(code.side) by \(code.side) modules"
    }
    return Report(
      text: text,
      json: [
        "algorithm": template.format.algorithm, "version": Int(template.format.version),
        "payloadBytes": template.payload.count, "level": level.rawValue, "modules": code.side,
        "file": output,
      ])
  }
}

extension TemplateCode.Correction: ExpressibleByArgument {}
