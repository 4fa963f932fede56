// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
public import ImprintModel

extension CheckReport {
  /// All of it; keys are stable, and only added.
  public var json: JSONValue {
    .object([
      ("plugin", .optional(plugin) { .string($0) }), ("version", .optional(version) { .string("\($0)") }),
      ("folder", .string(folder)), ("librarySHA256", .optional(librarySHA256) { .string($0.hex) }),
      ("contentsSHA256", .optional(contentsSHA256) { .string($0.hex) }),
      ("isolation", .string(isolation.rawValue)),
      // As text: many readers of JSON keep numbers to 53 bits.
      ("seed", .string("\(seed)")), ("success", .bool(isSuccess)),
      ("milliseconds", .integer(duration.milliseconds)),
      ("counts", .object(counts.map { ($0.word, .integer($0.count)) })),
      ("checks", .array(results.map(\.json))), ("waiverProblems", .strings(waiverProblems)),
    ])
  }

  /// How many results have each word that occurs, in the order of their first.
  public var counts: [(word: String, count: Int)] {
    var words: [String] = []
    for result in results where !words.contains(result.word) { words.append(result.word) }
    return words.map { word in (word, results.count { $0.word == word }) }
  }
}

extension CheckResult {
  fileprivate var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("id", .string(check)), ("outcome", .string(outcome.word)), ("failure", .bool(isFailure)),
      ("isolation", .string(isolation.rawValue)), ("milliseconds", .integer(duration.milliseconds)),
    ]
    if !outcome.reason.isEmpty { members.append(("reason", .string(outcome.reason))) }
    if !outcome.place.isEmpty { members.append(("place", .string(outcome.place))) }
    if let waiver {
      members += [("waiver", .string(waiver.reason)), ("waivedBy", .string(waiver.by))]
    }
    if outcome.isFailure, !output.isEmpty { members.append(("output", .string(output))) }
    return .object(members)
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
