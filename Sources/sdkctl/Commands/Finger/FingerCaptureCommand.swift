// SPDX-License-Identifier: Apache-2.0

struct FingerCaptureCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Captures presses of a finger, and neither enrols nor verifies.",
    discussion: """
      Pictures are written as 1.png, 2.png and so on, as the reader gave them, with capture.json beside them; \
      with --enhanced also as 1-enhanced.png, for people; with --template-type a template each, as 1.template. \
      The folder must not exist yet, or be empty. A hand takes its five fingers one after the other; nobody \
      says whether one is pressed twice.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Where to write them.", valueName: "dir"))
  var out: String

  @Option(help: "Which finger or hand.")
  var site = FingerSite(.unknown)

  @Option(help: ArgumentHelp("Presses of each finger, 1 to 10.", valueName: "n"))
  var presses = 1

  @Option(help: ArgumentHelp("How many of them are kept, the best; default: all.", valueName: "n"))
  var kept: Int?

  @Option(
    help: ArgumentHelp(
      "Make templates of this type: imprint.finger-card, iso-19794-2-2005, imprint.finger-edges or another "
        + "plugin's.", valueName: "type"))
  var templateType: FingerTemplateType?

  @Flag(help: "Write pictures with raised contrast too.")
  var enhanced = false

  @OptionGroup var reader: FingerReaderChoice
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (1...10).contains(presses) else { throw ValidationError("--presses is 1 to 10.") }
    guard (1...presses).contains(kept ?? presses) else {
      throw ValidationError("--kept is 1 to as many as there are --presses.")
    }
    guard reader.press.pressQuality == 0 || templateType != nil else {
      throw ValidationError("--press-quality is measured by what makes templates: give --template-type too.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let folder = try NewFolder(at: out)
    let system = try await global.openForFingers(telling: console)
    var demand = reader.demand
    demand.enhances = enhanced
    let operation = try await system.fingers.flows.capture(
      FingerCaptureSettings(
        demand: demand, site: site.site, presses: presses, kept: kept, templateType: templateType))
    let captured = try await operation.value(telling: console)
    try Task.checkCancellation()
    for (index, press) in captured.enumerated() {
      try folder.add("\(index + 1).png", try ImageEncoder.png(press.picture.raw.image))
      if let picture = press.picture.enhanced {
        try folder.add("\(index + 1)-enhanced.png", try ImageEncoder.png(picture))
      }
      if let template = press.template {
        try folder.add("\(index + 1).template", TemplateEnvelope.encode(template))
      }
    }
    let json: JSONValue = ["presses": captured.json(\.json), "out": out]
    try folder.add("capture.json", Array((json.text + "\n").utf8))
    try folder.finish()
    return Report(
      text: "\(console.styled("captured", .green)): "
        + (captured.count == 1 ? "1 press" : "\(captured.count) presses") + " in \(out)", json: json)
  }
}
