// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What a ``ListeningSession`` listens with: a ``SpeechRecognizer``, or what stands in for one.
public protocol ListeningRecognizer: Sendable {
  /// Frames a second of one channel: 8000 to 48000.
  var rate: Int { get }
  /// The longest utterance; one that waits for phrases has no end.
  var longest: Duration { get }
  /// Whether it tells when speech begins and ends.
  var tellsActivity: Bool { get }

  /// Listens to the next piece of an utterance: 1 frame to a second.
  func step(_ samples: [Float]) async throws(PluginCallError) -> SpeechHearing
  /// Ends the utterance.
  func finish() async throws(PluginCallError) -> SpeechResult
  /// Gives the utterance up, and what was learned of the speaker.
  func reset() async
}

extension SpeechRecognizer: ListeningRecognizer {
  public nonisolated var rate: Int { bundle.rate }
  public nonisolated var longest: Duration { bundle.longest }
  public nonisolated var tellsActivity: Bool { bundle.tellsActivity }
}
