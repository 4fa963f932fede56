// SPDX-License-Identifier: Apache-2.0
internal import ImprintSpeech

/// Graphs that were opened, and recognisers that were made of them.
struct PreparedListening: Sendable {
  let graph: SpeechGraph?
  let recognizer: any ListeningRecognizer
  private let triggerGraph: SpeechGraph?
  private let trigger: ListeningSession.Trigger?
  /// Whether a recogniser was lost: they are made again.
  var isLost = false

  var hasTrigger: Bool { trigger != nil }

  init(
    _ graph: ListeningGraph, trigger: ListeningGraph?, _ source: any SpeechListenerSource,
    _ options: SpeechListenerOptions
  ) async throws(ListeningError) {
    let opened = try await graph.opened(isTrigger: false, source, shelf: options.shelf)
    var spotted: SpeechGraph?
    if let trigger { spotted = try await trigger.opened(isTrigger: true, source, shelf: options.shelf) }
    try await self.init(opened, trigger: spotted, source, options)
  }

  private init(
    _ graph: SpeechGraph?, trigger: SpeechGraph?, _ source: any SpeechListenerSource,
    _ options: SpeechListenerOptions
  ) async throws(ListeningError) {
    self.graph = graph
    triggerGraph = trigger
    recognizer = try await source.recognizer(
      for: graph, alternatives: options.alternatives, threads: options.threads)
    guard let trigger else {
      self.trigger = nil
      return
    }
    let spotter = try await source.recognizer(for: trigger, alternatives: 0, threads: options.threads)
    guard spotter.rate == recognizer.rate else {
      throw ListeningError(
        .graph, place: "trigger",
        reason:
          "it is for a bundle of \(spotter.rate) frames a second, and the other graph of \(recognizer.rate).",
        remedy: "Build both for the same bundle.")
    }
    self.trigger = ListeningSession.Trigger(
      spotter, phrases: trigger.triggers.map { $0.words.joined(separator: " ") })
  }

  /// The same with new recognisers.
  func again(
    _ source: any SpeechListenerSource, _ options: SpeechListenerOptions
  ) async throws(ListeningError) -> PreparedListening {
    try await PreparedListening(graph, trigger: triggerGraph, source, options)
  }

  func session(
    _ rules: ListeningRules, _ options: SpeechListenerOptions, origin: UInt64
  ) -> ListeningSession {
    ListeningSession(
      recognizer, model: graph?.model, rules: rules, trigger: trigger, silence: options.silence,
      origin: origin)
  }
}
