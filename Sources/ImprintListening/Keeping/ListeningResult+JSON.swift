// SPDX-License-Identifier: Apache-2.0

extension ListenedWord {
  /// Times are seconds.
  public var json: JSONValue {
    [
      "text": text, "begin": begin.jsonSeconds, "end": end.jsonSeconds,
      "confidence": confidence.json { .number(Double($0)) },
    ]
  }
}

extension ListenedTrigger {
  public var json: JSONValue {
    [
      "phrase": phrase, "score": Double(score), "begin": begin.jsonSeconds, "end": end.jsonSeconds,
    ]
  }
}

extension ListeningResult {
  /// What was said, as metadata and `sdkctl` have it. Keys are stable: new ones may be added.
  public var json: JSONValue {
    [
      "ending": ending.rawValue, "text": text, "words": words.json(\.json),
      "alternatives": alternatives.json { $0.json(\.json) }, "trigger": trigger.json(\.json),
      "begin": begin.jsonSeconds, "end": end.jsonSeconds, "lost": lost,
    ]
  }
}

extension Duration {
  /// Seconds, to a tenth of a millisecond.
  var jsonSeconds: Double { (self / .seconds(1) * 10_000).rounded() / 10_000 }
}
