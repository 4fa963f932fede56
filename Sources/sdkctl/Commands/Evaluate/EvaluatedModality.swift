// SPDX-License-Identifier: Apache-2.0

/// What an evaluation is of.
enum EvaluatedModality: String, ExpressibleByArgument, CaseIterable {
  case face
  case voice
  case finger

  /// The ends of names of files that are taken from people's folders.
  var endings: [String] {
    switch self {
    case .face, .finger: EvaluationPairs.pictureNames
    case .voice: EvaluationPairs.soundNames
    }
  }

  /// What lies in people's folders: the word for one of them.
  var sample: String {
    switch self {
    case .face, .finger: "picture"
    case .voice: "sound"
    }
  }

  static let option: ArgumentHelp = "What is measured: face, voice or finger."
  static let formatOption = ArgumentHelp(
    "The format of templates that is measured; default: the one that new templates are written in.",
    valueName: "name")
}

/// What makes and compares the templates that are measured.
struct EvaluatedMatcher {
  let system: BiometricSystem
  let matcher: TemplateMatcher
  /// Of the templates.
  let origin: TemplateOrigin
  private let extractor: Extractor

  private enum Extractor {
    case face(FaceExtractor)
    case voice(VoiceExtractor)
    case finger(FingerExtractor)
  }

  /// - Parameter format: the name of the templates' format; `nil`: the variant's.
  init(
    _ modality: EvaluatedModality, format: String?, _ options: GlobalOptions, telling console: Console
  ) async throws {
    system = try await options.starting(from: modality.rawValue).open(telling: console)
    switch modality {
    case .face:
      let made = try await system.faces.extractor(format: format)
      (extractor, origin) = (.face(made), made.origin)
      matcher = try await system.faces.matcher(format: format)
    case .voice:
      let made = try await system.voices.extractor(format: format)
      (extractor, origin) = (.voice(made), made.origin)
      matcher = try await system.voices.matcher(format: format)
    case .finger:
      let made = try await system.fingers.extractor(format: format)
      (extractor, origin) = (.finger(made), made.origin)
      matcher = try await system.fingers.matcher(format: format)
    }
  }

  /// Makes templates of all samples, and compares them.
  /// - Parameters:
  ///   - resolution: of pictures of fingers that state none, in pixels a metre.
  ///   - measuresMore: components of a face's quality, or facts of a sound; of fingers there are none.
  func evaluate(
    _ pairs: EvaluationPairs, in folder: String, choosing face: FaceChoice, resolution: Int,
    width: Int, measuresMore: Bool = false, progress: (Evaluator.Progress) -> Void
  ) async throws -> EvaluationRun {
    switch extractor {
    case .face(let extractor):
      try await system.faces.evaluate(
        pairs, imagesIn: folder, choosing: face, with: extractor, matcher, width: width,
        measuresComponents: measuresMore, progress: progress)
    case .voice(let extractor):
      try await system.voices.evaluate(
        pairs, soundsIn: folder, with: extractor, matcher, width: width, measuresFacts: measuresMore,
        progress: progress)
    case .finger(let extractor):
      try await system.fingers.evaluate(
        pairs, imagesIn: folder, resolution: resolution, with: extractor, matcher, width: width,
        progress: progress)
    }
  }

  /// The choice, where it is of faces.
  func faceChoice(_ choice: FaceChoice) -> FaceChoice? {
    switch extractor {
    case .face: choice
    case .voice, .finger: nil
    }
  }
}

/// How much of a finger a pixel shows, where pictures do not say it.
struct FingerResolutionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Of pictures of fingers that state no resolution: dots per inch, 100 to 5000.", valueName: "dpi"))
  var resolution = 500

  func validate() throws {
    guard (100...5000).contains(resolution) else { throw ValidationError("--resolution is 100 to 5000.") }
  }

  var pixelsPerMetre: Int { (resolution * 10_000 + 127) / 254 }
}
