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

  /// The id of the matcher's plugin.
  public let matcher: String
  public let versions: [Version]
  /// The folder or list.
  public let source: String
  /// What pictures show, with its version; `nil`: not stated.
  public let dataSet: String?
  /// Who is on them; `nil`: not stated.
  public let population: String?
  /// Which face of several: a sentence's part.
  public let faceChoice: String
  public let processor: String
  /// The day, `2026-11-28`.
  public let date: String

  public init(
    matcher: String, versions: [Version], source: String, dataSet: String?, population: String?,
    faceChoice: String, processor: String, date: String
  ) {
    self.matcher = matcher
    self.versions = versions
    self.source = source
    self.dataSet = dataSet
    self.population = population
    self.faceChoice = faceChoice
    self.processor = processor
    self.date = date
  }

  /// Of a system on this machine.
  /// - Parameters:
  ///   - source: the folder or list.
  ///   - date: the day, `2026-11-28`.
  public init(
    _ system: BiometricSystem, _ matcher: TemplateMatcher, source: String, dataSet: String?,
    population: String?, faceChoice: FaceChoice, date: String
  ) {
    self.init(
      matcher: matcher.pluginID,
      versions: [Version(name: "imprint", version: BuildInformation.version.description)]
        + system.set.plugins.map { Version(name: $0.id, version: $0.version.description) },
      source: source, dataSet: dataSet, population: population, faceChoice: faceChoice.rawValue,
      processor: HostProcessor.model(), date: date)
  }
}
