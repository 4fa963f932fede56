// SPDX-License-Identifier: Apache-2.0
public import Imprint
public import ImprintMatching
internal import ImprintSession

/// What was measured, on what, and how: what a report states beside its rates.
public struct AccuracyConditions: Sendable, Hashable {
  /// A program or plugin, and its version.
  public struct Version: Sendable, Hashable {
    public let name: String
    public let version: String

    public init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  /// What was looked at.
  public enum Samples: String, Sendable, Hashable {
    case picture
    case sound
    case fingerprint
  }

  /// The id of the matcher's plugin.
  public let matcher: String
  public let versions: [Version]
  /// The folder or list.
  public let source: String
  public let samples: Samples
  /// What pictures show, or who recorded which sounds, with its version; `nil`: not stated.
  public let dataSet: String?
  /// Who is on them, or speaks; `nil`: not stated.
  public let population: String?
  /// Which face of several: a sentence's part; `nil` where there are none.
  public let faceChoice: String?
  public let processor: String
  /// The day, `2026-11-28`.
  public let date: String

  public init(
    matcher: String, versions: [Version], source: String, dataSet: String?, population: String?,
    faceChoice: String?, processor: String, date: String, samples: Samples = .picture
  ) {
    self.matcher = matcher
    self.versions = versions
    self.source = source
    self.dataSet = dataSet
    self.population = population
    self.faceChoice = faceChoice
    self.processor = processor
    self.date = date
    self.samples = samples
  }

  /// Of a system on this machine.
  /// - Parameters:
  ///   - source: the folder or list.
  ///   - date: the day, `2026-11-28`.
  public init(
    _ system: BiometricSystem, _ matcher: TemplateMatcher, source: String, dataSet: String?,
    population: String?, faceChoice: FaceChoice?, date: String
  ) {
    self.init(
      matcher: matcher.pluginID,
      versions: [Version(name: "imprint", version: BuildInformation.version.description)]
        + system.set.plugins.map { Version(name: $0.id, version: $0.version.description) },
      source: source, dataSet: dataSet, population: population, faceChoice: faceChoice?.rawValue,
      processor: HostProcessor.model(), date: date,
      samples: Samples(of: matcher.format.modality))
  }
}

extension AccuracyConditions.Samples {
  init(of modality: Modality) {
    self =
      switch modality {
      case .face: .picture
      case .voice: .sound
      case .finger: .fingerprint
      }
  }

  /// What the population is called at a report's head.
  var people: String {
    switch self {
    case .picture: "people shown"
    case .sound: "speakers"
    case .fingerprint: "whose fingers"
    }
  }

  var who: String {
    switch self {
    case .picture: "who is on the pictures"
    case .sound: "who speaks"
    case .fingerprint: "whose fingers they are"
    }
  }

  /// What they come from, as a sentence begins.
  var devices: String {
    switch self {
    case .picture: "Cameras"
    case .sound: "Microphones"
    case .fingerprint: "Readers"
    }
  }
}
