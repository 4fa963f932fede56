// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// What a run of checks found out about one plugin.
public struct CheckReport: Sendable, Hashable {
  /// The plugin's id; `nil` where its manifest cannot be read.
  public let plugin: String?
  /// Its version; `nil` likewise.
  public let version: SemanticVersion?
  /// The folder it lies in.
  public let folder: String
  /// Of its library, as it was before the first check; `nil` where it cannot be read.
  public let librarySHA256: ContentHash?
  /// Of the whole folder, likewise; `nil` where a file of it cannot be read.
  public let contentsSHA256: ContentHash?
  /// Where the plugin's code ran.
  public let isolation: Isolation
  public let seed: UInt64
  /// In the order of the catalogue.
  public let results: [CheckResult]
  /// What is wrong with the waivers: sentences.
  public let waiverProblems: [String]
  /// From start to end.
  public let duration: Duration
  /// Whether it was made to be signed (``CheckSettings/isExamination``).
  public let isExamination: Bool

  /// Whether no check failed but those with a waiver.
  public var isSuccess: Bool { !results.contains { $0.isFailure } }

  /// How many results have this word (``CheckResult/word``).
  public func count(_ word: String) -> Int { results.count { $0.word == word } }
}
