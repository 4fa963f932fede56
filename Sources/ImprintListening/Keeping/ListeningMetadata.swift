// SPDX-License-Identifier: Apache-2.0
internal import ImprintSpeech

/// What is written beside a recording: what was recognised, with what, by which rules.
struct ListeningMetadata: Sendable {
  let result: ListeningResult
  let rules: ListeningRules
  let rate: Int
  let graph: SpeechGraph?
  let listener: SpeechListenerDescription

  /// - Parameters:
  ///   - sound: the name of the file of sound beside it.
  ///   - time: when it was kept, in UTC.
  func json(sound: String?, time: String) -> JSONValue {
    [
      "schema": 1, "time": time, "sound": sound, "rate": rate, "result": result.json,
      "parameters": JSONValue.object(
        ListeningParameter.allCases.map { ($0.rawValue, .number(rules[$0].jsonSeconds)) }),
      "graph": graph.json {
        [
          "kind": $0.kind, "language": $0.language, "bundle": $0.bundle, "words": $0.words.count,
          "sha256": ContentHash(of: $0.bytes).hex,
        ]
      },
      "plugin": listener.plugin, "bundle": listener.bundle, "microphone": listener.microphone,
    ]
  }
}
