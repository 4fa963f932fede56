// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio
public import ImprintSpeech

/// What a ``SpeechListener`` makes recognisers of, and where its sound comes from. ``Speech`` has one of
/// a system's plugins.
public protocol SpeechListenerSource: Sendable {
  /// What listens and where, for the metadata of recordings.
  var description: SpeechListenerDescription { get }

  /// Builds a graph of phrases.
  /// - Parameter isTrigger: whether they are to be waited for.
  /// - Throws: ``ListeningError`` `graph`.
  func graph(of phrases: [String], isTrigger: Bool) async throws(ListeningError) -> SpeechGraph

  /// Makes a recogniser.
  /// - Parameter graph: `nil`: of the bundle's own words.
  /// - Throws: ``ListeningError`` `graph`, `recognizer`.
  func recognizer(
    for graph: SpeechGraph?, alternatives: Int, threads: Int
  ) async throws(ListeningError) -> any ListeningRecognizer

  /// Opens the microphone; called for each listening, and again and again after an interruption.
  /// - Parameter rate: frames a second of one channel, which it has to give.
  func sound(rate: Int) async throws -> any AudioSource
}

/// What listens, and where.
public struct SpeechListenerDescription: Sendable, Hashable {
  /// The plugin's id.
  public var plugin: String
  /// The bundle's name; `nil`: the only one.
  public var bundle: String?
  public var microphone: String

  public init(plugin: String, bundle: String?, microphone: String) {
    self.plugin = plugin
    self.bundle = bundle
    self.microphone = microphone
  }
}
