// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// The results of a run of checks on one plugin.
public struct CheckReport: Sendable, Hashable {
  /// The plugin's id; `nil` where its manifest cannot be read.
  public let plugin: String?
  /// Its version; `nil` likewise.
  public let version: SemanticVersion?
  /// The folder it lies in.
  public let folder: String
  /// The hash of its library before the first check; `nil` where it cannot be read.
  public let librarySHA256: ContentHash?
  /// The hash of the whole folder, likewise; `nil` where a file of it cannot be read.
  public let contentsSHA256: ContentHash?
  /// Where the plugin's code ran.
  public let isolation: Isolation
  public let seed: UInt64
  /// In the order of the catalogue.
  public let results: [CheckResult]
  /// Problems of the waivers, in sentences.
  public let waiverProblems: [String]
  /// The total duration.
  public let duration: Duration
  /// Whether it was run to be signed (``CheckSettings/isExamination``).
  public let isExamination: Bool

  /// Whether no check failed except waived ones.
  public var isSuccess: Bool { !results.contains { $0.isFailure } }

  /// How many results have this word (``CheckResult/word``).
  public func count(_ word: String) -> Int { results.count { $0.word == word } }
}
