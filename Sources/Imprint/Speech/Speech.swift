// SPDX-License-Identifier: Apache-2.0
public import ImprintListening
public import ImprintRuntime
public import ImprintSpeech

/// A system's operations on what somebody says: graphs of phrases, and listening. Thread-safe.
public struct Speech: Sendable {
  let system: BiometricSystem

  /// The bundles of the recogniser: languages, and what their graphs may be like.
  /// - Throws: ``PluginError``, ``PluginCallError``.
  public func bundles() async throws -> [SpeechBundle] {
    try await system.plugin(providing: .speechRecognizer).withoutBlocking { plugin throws(PluginCallError) in
      try SpeechRecognizer.bundles(of: plugin)
    }
  }

  /// What listens to a microphone. No recogniser is made and no microphone opened until
  /// ``SpeechListener/prepareForListening(_:trigger:)`` and ``SpeechListener/startListening()``.
  ///
  /// ```swift
  /// let listener = try await system.speech.listener()
  /// try await listener.prepareForListening(.phrases(["turn on the light", "turn off the light"]))
  /// for await event in try await listener.startListening() {
  ///   if case .finished(let result) = event { print(result.text) }
  /// }
  /// ```
  /// - Parameters:
  ///   - bundle: the name of one; `nil`: that of the graph, or the only one.
  ///   - microphone: its locator or id, or the path of a recording; `nil`: the first that is found when
  ///     listening begins.
  ///   - delegate: is told what the events say; kept until the listener is destroyed.
  /// - Throws: ``PluginError``: no plugin recognises speech, or it cannot be opened.
  public func listener(
    bundle: String? = nil, microphone: String? = nil,
    options: SpeechListenerOptions = SpeechListenerOptions(),
    delegate: (any SpeechListenerDelegate)? = nil
  ) async throws(PluginError) -> SpeechListener {
    let plugin = try await system.plugin(providing: .speechRecognizer)
    return SpeechListener(
      source: PluginListenerSource(
        plugin: plugin, bundle: bundle, devices: system.devices, microphone: microphone),
      options: options, delegate: delegate)
  }

  /// Builds a graph of phrases with the pronunciations of the bundle's own dictionary, of which it asks only
  /// for the words that are needed.
  /// - Parameters:
  ///   - bundle: the name of one; `nil`: the only one.
  ///   - isTrigger: whether the phrases are to be waited for, with the usual threshold.
  /// - Throws: ``SpeechErrors``: all that is wrong with the phrases; ``PluginError``, ``PluginCallError``.
  public func graph(
    of phrases: [String], bundle: String? = nil, isTrigger: Bool = false
  ) async throws -> BuiltSpeechGraph {
    let plugin = try await system.plugin(providing: .speechRecognizer)
    return try await plugin.withoutBlocking { plugin in
      try BundlePhrases(plugin: plugin, bundle: bundle).graph(of: phrases, isTrigger: isTrigger)
    }
  }
}
