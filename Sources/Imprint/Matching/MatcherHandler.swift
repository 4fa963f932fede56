// SPDX-License-Identifier: Apache-2.0
public import ImprintMatching
public import ImprintModel
internal import ImprintRuntime
public import Logging

/// What a ``MatcherHandler`` is made with.
public struct MatcherHandlerOptions: Sendable, Hashable {
  /// What it is for: their matchers are opened when it is made, so that what is missing is told then. Others
  /// are opened when they are first asked for.
  public var modalities: [Modality]
  /// From which level on it logs; `nil`, the default: as ``ImprintConfiguration/logger`` says. It logs no
  /// identity, no template and no picture.
  public var logLevel: Logger.Level?

  public init(modalities: [Modality] = [.face], logLevel: Logger.Level? = nil) {
    self.modalities = modalities
    self.logLevel = logLevel
  }
}

/// Makes templates of pictures, verifies (1:1) and searches (1:N), by the plugins of a set.
///
/// ```
/// let matcher = try await system.matcherHandler()
/// let found = try await matcher.detect(DetectionOptions(modality: .face), in: image)
/// let result = try await matcher.authenticate(
///   AuthenticationOptions(modality: .face), candidate: found.onlyCandidate, reference: reference)
/// print(result.isMatch, result.explanation)
/// ```
///
/// Any task may call any function, and as many at once as it likes: comparing and searching run beside each
/// other, detecting in one picture after the other. Nothing blocks the caller's thread. A task that is
/// cancelled gets the error `cancelled`, and no result; a search of a ``LiveGallery`` ends within
/// milliseconds, other work when its call into the plugin returns.
public actor MatcherHandler {
  public nonisolated let options: MatcherHandlerOptions

  /// `nil` once it is destroyed.
  private var system: BiometricSystem?
  private var matchers: [Key: TemplateMatcher] = [:]
  private var faceExtractors: [String?: FaceExtractor] = [:]
  private var fingerExtractors: [String?: FingerExtractor] = [:]
  private let logger: Logger

  private struct Key: Hashable {
    let modality: Modality
    let format: String?
  }

  init(_ system: BiometricSystem, _ options: MatcherHandlerOptions) async throws(MatcherHandlerError) {
    self.options = options
    self.system = system
    var logger = system.configuration.logger
    if let level = options.logLevel { logger.logLevel = level }
    self.logger = logger
    for modality in options.modalities { _ = try await matcher(of: modality) }
  }

  /// Releases what it has opened. Calls that run go on to their end; later ones are refused with `destroyed`.
  public func destroy() {
    system = nil
    matchers = [:]
    faceExtractors = [:]
    fingerExtractors = [:]
  }

  // MARK: Detecting

  /// Finds everybody in a picture, and makes a template of each (F91).
  /// - Parameter place: what an error calls the picture, such as its path.
  /// - Throws: ``MatcherHandlerError`` `noSubject`, `sample`, `badOptions`, and where a plugin cannot be
  ///   opened or fails. One face of several that no template can be made of is no error:
  ///   ``Detection/passedOver``.
  /// - Complexity: one detection, and one extraction for each face.
  public func detect(
    _ options: DetectionOptions, in image: Image, place: String = "image"
  ) async throws(MatcherHandlerError) -> Detection {
    try options.check()
    let system = try opened()
    do {
      let detection =
        switch options.modality {
        case .face: try await faces(options, in: image, of: system, place)
        case .finger: try await finger(options, in: image, of: system, place)
        // Refused by the check.
        case .voice: throw MatcherHandlerError.badOption("modality", "a picture has no voice.", remedy: "")
        }
      try Task.checkCancellation()
      logger.debug(
        "detected",
        metadata: [
          "modality": "\(options.modality.name)", "templates": "\(detection.samples.count)",
          "passedOver": "\(detection.passedOver.count)",
        ])
      return detection
    } catch {
      throw MatcherHandlerError(error)
    }
  }

  /// One person of a picture, as a candidate.
  /// - Parameter choice: which face, where there are several. By default there must be exactly one.
  /// - Throws: ``MatcherHandlerError`` as ``detect(_:in:place:)``, and `manySubjects`, `lowQuality`.
  public func candidate(
    of image: Image, _ options: DetectionOptions, choosing choice: FaceChoice = .only, place: String = "image"
  ) async throws(MatcherHandlerError) -> BiometricCandidate {
    try options.check()
    guard options.modality == .face else {
      return try await detect(options, in: image, place: place).onlyCandidate
    }
    let system = try opened()
    do {
      let sample = try await system.faces.sample(
        of: image, choosing: choice, with: faceExtractor(options.format, of: system),
        minimumQuality: Float(options.minimumQuality), place: place)
      try Task.checkCancellation()
      return BiometricCandidate(templates: [sample.template])
    } catch {
      throw MatcherHandlerError(error)
    }
  }

  private func faces(
    _ options: DetectionOptions, in image: Image, of system: BiometricSystem, _ place: String
  ) async throws -> Detection {
    let all = try await system.faces.samples(
      of: image, with: faceExtractor(options.format, of: system),
      minimumQuality: Float(options.minimumQuality),
      place: place)
    return Detection(
      samples: all.samples.map { Detection.Sample(template: $0.template, face: $0.face) },
      passedOver: all.refused.map { .init(face: $0.face, reason: MatcherHandlerError($0.reason)) }
        + all.poor.map { .init(face: $0.face, reason: MatcherHandlerError($0.reason)) },
      mayBeMore: all.mayBeMore, place: place)
  }

  /// An extractor of prints says itself where it sees several.
  private func finger(
    _ options: DetectionOptions, in image: Image, of system: BiometricSystem, _ place: String
  ) async throws -> Detection {
    let template = try await fingerExtractor(options.format, of: system).template(
      of: image, finger: Finger(position: options.site))
    guard let quality = template.quality, Int(quality) < options.minimumQuality else {
      return Detection(
        samples: [.init(template: template, face: nil)], passedOver: [], mayBeMore: false, place: place)
    }
    let reason = MatcherHandlerError(TemplateError.lowQuality(Int(quality), minimum: options.minimumQuality))
    return Detection(
      samples: [], passedOver: [.init(face: nil, reason: reason)], mayBeMore: false, place: place)
  }

  // MARK: Comparing

  /// Verifies that a person is the one they claim to be (F89): compares the candidate's templates with the
  /// reference's; the best score decides, and matches where it is strictly above the threshold.
  ///
  /// What the options do not take, and what cannot be compared, is passed over:
  /// ``AuthenticationResult/explanation`` says what, and why.
  /// - Throws: ``MatcherHandlerError``: `badOptions`, `noTemplates`, `template` and `lowQuality` where every
  ///   template of the candidate is passed over, `nothingComparable` where every one of the reference is,
  ///   `notCalibrated`, `extrapolatedThreshold`, `otherUse`, `license`, `notAvailable`, `cancelled`; and
  ///   where a plugin fails.
  /// - Complexity: O(candidate · reference) comparisons.
  public func authenticate<ID>(
    _ options: AuthenticationOptions, candidate: BiometricCandidate, reference: BiometricReference<ID>
  ) async throws(MatcherHandlerError) -> AuthenticationResult {
    do {
      let matcher = try await matcher(for: options, candidate)
      let began = ContinuousClock.now
      let result = try await matcher.authenticate(options, candidate: candidate, reference: reference)
      try Task.checkCancellation()
      tell("authenticated", result.explanation, since: began)
      return result
    } catch {
      throw MatcherHandlerError(error)
    }
  }

  /// Searches references for a person (F90). They are laid out for this one search: for many searches give a
  /// ``Gallery`` or a ``LiveGallery`` of ``matcher(of:format:)``.
  ///
  /// The candidate list has the best people, whether they match or not; each says whether it does.
  /// - Returns: nobody where there is no reference, or none that can be compared.
  /// - Throws: as ``authenticate(_:candidate:reference:)``, but never `nothingComparable`.
  /// - Complexity: O(candidate · references).
  public func identify<ID>(
    _ options: IdentificationOptions, candidate: BiometricCandidate, references: [BiometricReference<ID>]
  ) async throws(MatcherHandlerError) -> IdentificationResult<ID> {
    try await search(options, candidate) {
      try await $0.identify(options, candidate: candidate, references: references)
    }
  }

  /// Searches a gallery that was laid out before, for the matcher of that format.
  public func identify<ID>(
    _ options: IdentificationOptions, candidate: BiometricCandidate, in gallery: Gallery<ID>
  ) async throws(MatcherHandlerError) -> IdentificationResult<ID> {
    try await search(options, candidate) {
      try await $0.identify(options, candidate: candidate, in: gallery)
    }
  }

  /// Searches a gallery that lives, of the matcher of that format. At most ``PreparedGallery/mostHits``
  /// people are returned.
  /// - Throws: as ``identify(_:candidate:references:)``; `badOptions` too for a gallery of another matcher.
  public func identify<ID>(
    _ options: IdentificationOptions, candidate: BiometricCandidate, in gallery: LiveGallery<ID>
  ) async throws(MatcherHandlerError) -> IdentificationResult<ID> {
    try await search(options, candidate) {
      try await $0.identify(options, candidate: candidate, in: gallery)
    }
  }

  private func search<ID>(
    _ options: IdentificationOptions, _ candidate: BiometricCandidate,
    _ work: (TemplateMatcher) async throws -> IdentificationResult<ID>
  ) async throws(MatcherHandlerError) -> IdentificationResult<ID> {
    do {
      let matcher = try await matcher(for: options, candidate)
      let began = ContinuousClock.now
      let result = try await work(matcher)
      try Task.checkCancellation()
      tell("identified", result.explanation, since: began)
      return result
    } catch {
      throw MatcherHandlerError(error)
    }
  }

  /// What was asked, how long it took, and how it came out: nothing of who it was.
  private func tell(_ what: Logger.Message, _ told: MatchExplanation, since began: ContinuousClock.Instant) {
    let took = began.duration(to: .now)
    logger.debug(
      what,
      metadata: [
        "plugin": "\(told.plugin)", "format": "\(told.format)", "threshold": "\(told.threshold.score)",
        "comparisons": "\(told.threshold.comparisons)", "match": "\(told.isMatch)",
        "score": "\(told.compared.map(\.score).max().map { "\($0)" } ?? "none")", "duration": "\(took)",
      ])
  }

  // MARK: What it opens

  /// What compares templates of a modality, to make galleries with.
  /// - Parameter format: the name of the format; `nil`: the one that new templates are written in.
  /// - Throws: ``MatcherHandlerError`` `destroyed`, `notAvailable`, and where it cannot be opened.
  public func matcher(
    of modality: Modality, format: String? = nil
  ) async throws(MatcherHandlerError) -> TemplateMatcher {
    let system = try opened()
    let key = Key(modality: modality, format: format)
    if let known = matchers[key] { return known }
    do {
      let made = try await system.matcher(of: modality, format: format)
      // It may have been destroyed meanwhile.
      if self.system != nil { matchers[key] = made }
      return made
    } catch {
      throw MatcherHandlerError(error)
    }
  }

  private func matcher(
    for options: some MatchingOptions, _ candidate: BiometricCandidate
  ) async throws(MatcherHandlerError) -> TemplateMatcher {
    // Templates of a format that is no longer written are compared too, by the matcher that reads them.
    let formats = Set(
      candidate.templates.filter { $0.modality == options.modality }.map(\.format.algorithm))
    let only = formats.count == 1 ? formats.first : nil
    return try await matcher(of: options.modality, format: options.format ?? only)
  }

  private func faceExtractor(
    _ format: String?, of system: BiometricSystem
  ) async throws -> FaceExtractor {
    if let known = faceExtractors[format] { return known }
    let made = try await system.faces.extractor(format: format)
    if self.system != nil { faceExtractors[format] = made }
    return made
  }

  private func fingerExtractor(
    _ format: String?, of system: BiometricSystem
  ) async throws -> FingerExtractor {
    if let known = fingerExtractors[format] { return known }
    let made = try await system.fingers.extractor(format: format)
    if self.system != nil { fingerExtractors[format] = made }
    return made
  }

  private func opened() throws(MatcherHandlerError) -> BiometricSystem {
    guard let system else { throw .destroyed }
    return system
  }
}

extension BiometricSystem {
  /// What detects, verifies and searches, with its matchers opened.
  /// - Throws: ``MatcherHandlerError`` `notAvailable` where the set compares no templates of a modality that
  ///   the options name, `license`, `incompatible`, `initialization`, `memory`, `plugin`.
  public func matcherHandler(
    _ options: MatcherHandlerOptions = MatcherHandlerOptions()
  ) async throws(MatcherHandlerError) -> MatcherHandler {
    try await MatcherHandler(self, options)
  }
}
