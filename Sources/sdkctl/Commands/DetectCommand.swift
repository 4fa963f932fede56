// SPDX-License-Identifier: Apache-2.0

struct DetectCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "detect", abstract: "Finds every face of pictures, and makes a template of each.",
    discussion: """
      Nothing is stored. Faces that no template can be made of, and those of a lower quality than was asked for, \
      are listed with the reason. At most \(Faces.mostOfOnePicture) faces per picture are found: where that many \
      are found there may be more, and this is reported.

      Of several pictures, those without a face and those that cannot be read are listed with the reason, and \
      the others are searched; exit code 1 if there was one.
      """)
  static let isInterruptible = true

  @Argument(help: "Pictures: JPEG, PNG, PGM, PPM or BMP.")
  var images: [String]

  @Option(help: ArgumentHelp("The minimum quality of a face, 0 to 100.", valueName: "quality"))
  var quality = 0

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (0...100).contains(quality) else { throw ValidationError("--quality is 0 to 100.") }
  }

  func report(to console: Console) async throws -> Report {
    let system = try await global.open(telling: console)
    let handler = try await told { () throws(MatcherHandlerError) in
      try await system.matcherHandler(MatcherHandlerOptions(modalities: []))
    }
    let options = DetectionOptions(modality: .face, minimumQuality: quality)
    let bar = ProgressBar(on: console)
    defer { bar.clear() }
    var (texts, pictures, failures): ([String], [JSONValue], [PictureFailure]) = ([], [], [])
    for (index, path) in images.enumerated() {
      try Task.checkCancellation()
      do {
        let image = try ImageFile.read(path)
        let found = try await told { () throws(MatcherHandlerError) in
          try await handler.detect(options, in: image, place: path)
        }
        texts.append(text(of: found, path))
        pictures.append(json(of: found, path))
      } catch {
        guard let failure = PictureFailure(path, isOneOfMany: images.count > 1, error) else { throw error }
        failures.append(failure)
      }
      if images.count > 1 { bar.show("detecting", index + 1, of: images.count) }
    }
    return Report(
      text: (texts + failures.map { $0.text("not searched") }).joined(separator: "\n\n"),
      json: ["pictures": JSONValue.array(pictures), "failures": failures.json { $0.json("image") }],
      isSuccess: failures.isEmpty)
  }

  private func text(of found: Detection, _ path: String) -> String {
    let count = found.samples.count
    var lines = [
      "\(oneLine(path)): \(found.mayBeMore ? "at least " : "")\(count) \(count == 1 ? "template" : "templates")"
    ]
    for sample in found.samples {
      lines.append(
        (sample.face.map { "face at \($0.box.words)" } ?? "the whole picture")
          + ", quality \(sample.quality.map { "\(Int($0))" } ?? "not measured"), \(sample.template.format)")
    }
    for passed in found.passedOver {
      lines.append(
        "passed over: \(passed.face.map { "face at \($0.box.words)" } ?? "the picture"): \(passed.reason)")
    }
    return lines.joined(separator: "\n")
  }

  private func json(of found: Detection, _ path: String) -> JSONValue {
    [
      "image": path,
      "templates": found.samples.json { sample in
        [
          "box": sample.face?.box.json, "faceQuality": sample.face?.quality.components[.unified],
          "quality": sample.template.quality.map { Int($0) }, "format": "\(sample.template.format)",
          "modality": sample.template.modality.name, "site": sample.template.site.name,
          "payloadBytes": sample.template.payload.count,
        ]
      },
      "passedOver": found.passedOver.json {
        (["box": $0.face?.box.json] as JSONValue).adding($0.reason.json)
      }, "mayBeMore": found.mayBeMore,
    ]
  }
}
