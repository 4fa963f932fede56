// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What is looked for in a picture.
public struct DetectionOptions: Sendable, Hashable {
  /// Faces or fingers. A picture has no voice.
  public var modality: Modality
  /// Where on the body it was taken, which templates say: of a face ``BodySite/face``, of a print one of the
  /// ten fingers or ``BodySite/unknown``.
  public var site: BodySite
  /// The name of the format of the templates; `nil`: the one that new templates are written in.
  public var format: String?
  /// Faces of a lower unified quality are passed over: 0...100, default 0. Of prints it is the templates'
  /// quality. What was not measured is taken.
  public var minimumQuality: Int

  /// - Parameter site: `nil`: the face, or an unknown finger.
  public init(modality: Modality, site: BodySite? = nil, format: String? = nil, minimumQuality: Int = 0) {
    self.modality = modality
    self.site = site ?? (modality == .face ? .face : .unknown)
    self.format = format
    self.minimumQuality = minimumQuality
  }

  /// - Throws: ``MatcherHandlerError`` `badOptions`.
  func check() throws(MatcherHandlerError) {
    guard modality != .voice else {
      throw .badOption(
        "modality", "a picture has no voice.",
        remedy: "Make a template of its sound: BiometricSystem.voices.extractor().")
    }
    guard modality == .finger ? (0...10).contains(site.rawValue) : site == .face else {
      throw .badOption(
        "site", "a \(modality.name) is never of the site \(site.name).",
        remedy: modality == .face ? "Leave it out." : "Name one of the ten fingers, or none.")
    }
    guard (0...100).contains(minimumQuality) else {
      throw .badOption("minimumQuality", "it is \(minimumQuality).", remedy: "Give 0 to 100.")
    }
  }
}

/// Everybody who was found in a picture, each with a template (F91).
public struct Detection: Sendable {
  /// One face or finger.
  public struct Sample: Sendable {
    public let template: Template
    /// The face it is of; `nil` for prints, and where the format needs no face.
    public let face: Face?

    /// The face's unified quality, or else the template's: 0...100; `nil` where it was not measured.
    public var quality: Float? { face?.quality.components[.unified] ?? template.quality.map(Float.init) }
  }

  /// What was found, and there is no template of.
  public struct PassedOver: Sendable {
    /// `nil` for prints.
    public let face: Face?
    public let reason: MatcherHandlerError
  }

  /// Of faces the largest first.
  public let samples: [Sample]
  public let passedOver: [PassedOver]
  /// Whether so many faces were found as are looked for: there may be more.
  public let mayBeMore: Bool
  /// What errors call the picture.
  let place: String

  /// A template of each.
  public var templates: [Template] { samples.map(\.template) }

  /// Each as a person of their own.
  public var candidates: [BiometricCandidate] { templates.map { BiometricCandidate(templates: [$0]) } }

  /// The only person in the picture. Whoever was passed over counts too: of two people nobody says which one
  /// is meant.
  /// - Throws: ``MatcherHandlerError`` `manySubjects`; what the only one was passed over for.
  public var onlyCandidate: BiometricCandidate {
    get throws(MatcherHandlerError) {
      let found = samples.count + passedOver.count
      guard found == 1, !mayBeMore else {
        throw MatcherHandlerError(
          .manySubjects, place: place,
          reason: "\(mayBeMore ? "at least " : "")\(found) were found in it, and one person is compared.",
          remedy: "Give a picture of one person, or choose one of the candidates.")
      }
      guard let candidate = candidates.first else { throw passedOver[0].reason }
      return candidate
    }
  }
}
