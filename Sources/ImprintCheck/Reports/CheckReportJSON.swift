// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest

extension CheckReport {
  /// The whole report; keys are stable, and only added.
  public var json: JSONValue {
    [
      "plugin": plugin, "version": version.map { "\($0)" }, "folder": folder,
      "librarySHA256": librarySHA256?.hex, "contentsSHA256": contentsSHA256?.hex,
      "isolation": isolation.rawValue,
      // As text: many JSON parsers limit numbers to 53 bits.
      "seed": "\(seed)", "success": isSuccess, "milliseconds": duration.milliseconds,
      "counts": JSONValue.object(counts.map { ($0.word, .integer($0.count)) }), "checks": results.map(\.json),
      "waiverProblems": waiverProblems,
    ]
  }

  /// The number of results for each word that occurs, in the order of first occurrence.
  public var counts: [(word: String, count: Int)] {
    var words: [String] = []
    for result in results where !words.contains(result.word) { words.append(result.word) }
    return words.map { word in (word, results.count { $0.word == word }) }
  }
}

extension CheckResult {
  fileprivate var json: JSONValue {
    .present([
      "id": check, "outcome": outcome.word, "failure": isFailure, "isolation": isolation.rawValue,
      "milliseconds": duration.milliseconds, "reason": outcome.reason.isEmpty ? nil : outcome.reason,
      "place": outcome.place.isEmpty ? nil : outcome.place, "waiver": waiver?.reason, "waivedBy": waiver?.by,
      "output": outcome.isFailure && !output.isEmpty ? output : nil,
    ])
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
