// SPDX-License-Identifier: Apache-2.0

struct QualityCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "quality", abstract: "Measures the quality of faces by the components of ISO/IEC 29794-5.",
    discussion: """
      Each component has the standard's name and a value of 0 to 100, and a word of advice where it is below \
      --minimum. Components that cannot be measured are listed with the reason, and have no value.

      It measures, and refuses nothing: enroll --quality refuses by the unified score alone. Several components \
      are of portraits for documents: a good selfie may have 0 there (docs/reference/quality.md).

      Of several pictures, those that cannot be measured are listed with the reason, and the others are \
      measured; exit code 1 if there was one.
      """)
  static let isInterruptible = true

  @Argument(help: "Pictures: JPEG, PNG, PGM, PPM or BMP.")
  var pictures: [String]

  @Option(help: "Which face to use if a picture shows several: only, largest or central.")
  var face: FaceChoice = .largest

  @Option(
    help: ArgumentHelp("Advise on components below this value, 0 to 100.", valueName: "value"))
  var minimum: Int = 48

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard !pictures.isEmpty else { throw ValidationError("Give at least one picture.") }
    guard (0...100).contains(minimum) else { throw ValidationError("--minimum is 0 to 100.") }
  }

  func report(to console: Console) async throws -> Report {
    let system = try await global.open(telling: console)
    let bar = ProgressBar(on: console)
    defer { bar.clear() }
    var (reports, failures): ([QualityText], [PictureFailure]) = ([], [])
    for path in pictures {
      try Task.checkCancellation()
      do {
        let image = try ImageFile.read(path)
        let found = try await system.faces.quality(of: image, choosing: face, place: path)
        reports.append(
          QualityText(path: path, image: image, face: found.face, quality: found.quality, minimum: minimum))
      } catch {
        guard let failure = PictureFailure(path, isOneOfMany: pictures.count > 1, error) else { throw error }
        failures.append(failure)
      }
      if pictures.count > 1 { bar.show("measuring", reports.count + failures.count, of: pictures.count) }
    }
    return Report(
      text: (reports.map(\.text) + failures.map { $0.text("not measured") }).joined(separator: "\n\n"),
      json: [
        "minimum": minimum, "pictures": reports.json(\.json),
        "failures": failures.json { $0.json("picture") },
      ], isSuccess: failures.isEmpty)
  }
}
