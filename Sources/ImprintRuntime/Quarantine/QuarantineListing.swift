// SPDX-License-Identifier: Apache-2.0

/// All records of a quarantine.
public struct QuarantineListing: Sendable, Hashable {
  /// A record that cannot be read. Its build counts as quarantined.
  public struct Damaged: Sendable, Hashable {
    public let build: ContentHash
    public let error: QuarantineError
  }

  /// The latest death first.
  public internal(set) var records: [QuarantineRecord] = []
  /// In the order of hashes.
  public internal(set) var damaged: [Damaged] = []

  /// No records.
  public static let empty = QuarantineListing()

  init() {}

  /// The fewest digits of a hash that identify a build.
  public static let fewestDigits = 8

  /// The builds that a word identifies: all of a plugin id, or the one whose hash begins with it.
  /// - Throws: ``QuarantineError`` `unknown` or `ambiguous`.
  public func builds(named word: String) throws(QuarantineError) -> [ContentHash] {
    let ofPlugin = records.filter { $0.build.plugin == word }.map(\.build.contents)
    guard ofPlugin.isEmpty else { return ofPlugin }
    let all = records.map(\.build.contents) + damaged.map(\.build)
    let ofHash = all.filter { word.utf8.count >= Self.fewestDigits && $0.hex.hasPrefix(word.lowercased()) }
    guard !ofHash.isEmpty else {
      throw QuarantineError(
        .unknown, place: word, reason: "nothing is recorded of a plugin or build of this name.",
        remedy: "See `sdkctl plugin quarantine list`.")
    }
    guard ofHash.count == 1 else {
      throw QuarantineError(
        .ambiguous, place: word, reason: "the hashes of \(ofHash.count) builds begin with it.",
        remedy: "Give more digits.")
    }
    return ofHash
  }
}
