// SPDX-License-Identifier: Apache-2.0

/// What an evaluation was made of, with, and under which conditions: all that a report has to say beside its
/// figures. The first line of a file of results.
public struct AttackRun: Sendable, Hashable {
  /// Where the presentations come from.
  public struct DataSet: Sendable, Hashable {
    /// With its version.
    public let name: String
    /// Under which terms it may be used, and by whom it was given.
    public let terms: String

    public init(name: String, terms: String) {
      self.name = name
      self.terms = terms
    }
  }

  /// A program, plugin or model that took part.
  public struct Version: Sendable, Hashable {
    public let name: String
    public let version: String

    public init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  /// A species of instruments, described so that others can make them.
  public struct Species: Sendable, Hashable {
    public let name: String
    public let description: String

    public init(name: String, description: String) {
      self.name = name
      self.description = description
    }
  }

  public let dataSet: DataSet
  public let versions: [Version]
  /// Descriptions of the instruments; species without one may occur.
  public let species: [Species]
  /// Whether instruments and people were drawn by a program.
  public let isSynthetic: Bool
  /// Whether what drew the faces and what finds landmarks in them share one mesh.
  public let sharesFaceMesh: Bool
  /// The laboratory that made the evaluation; `nil`: none, whoever made the product did.
  public let laboratory: String?
  /// What an application is to do where there is no decision: one sentence.
  public let noDecisionPolicy: String
  /// The family of the processor that it ran on.
  public let processor: String
  /// The day, `2026-11-24`.
  public let date: String

  public init(
    dataSet: DataSet, versions: [Version], species: [Species] = [], isSynthetic: Bool, sharesFaceMesh: Bool,
    laboratory: String? = nil, noDecisionPolicy: String, processor: String, date: String
  ) {
    self.dataSet = dataSet
    self.versions = versions
    self.species = species
    self.isSynthetic = isSynthetic
    self.sharesFaceMesh = sharesFaceMesh
    self.laboratory = laboratory
    self.noDecisionPolicy = noDecisionPolicy
    self.processor = processor
    self.date = date
  }

  /// What differs such that results of both cannot be counted together; `nil`: they can. Processors and days
  /// may differ.
  func difference(from other: AttackRun) -> String? {
    if dataSet != other.dataSet { return "data sets" }
    if versions != other.versions { return "versions" }
    if species != other.species { return "descriptions of species" }
    if isSynthetic != other.isSynthetic || sharesFaceMesh != other.sharesFaceMesh
      || laboratory != other.laboratory
    {
      return "conditions"
    }
    if noDecisionPolicy != other.noDecisionPolicy { return "policies for no decision" }
    return nil
  }
}
