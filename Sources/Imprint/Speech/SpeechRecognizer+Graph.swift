// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime
public import ImprintSpeech

extension SpeechRecognizer {
  /// Makes a recogniser that listens for a graph, of the bundle that the graph was built for, as
  /// ``make(_:bundle:graph:options:)`` does. Its triggers are those of its events, by their place.
  /// - Parameter bundle: `nil`: the graph's; where it is for any, the plugin's only one.
  public static func make(
    _ plugin: OpenPlugin, bundle: String? = nil, graph: SpeechGraph,
    options: SpeechRecognizerOptions = .init()
  ) async throws(PluginCallError) -> SpeechRecognizer {
    let bundle = bundle ?? (graph.bundle.isEmpty ? nil : graph.bundle)
    return try await make(plugin, bundle: bundle, graph: graph.bytes, options: options)
  }
}

extension SpeechBundle {
  /// What its places of symbols say, as a builder of graphs takes it: ``SpeechGraphBuilder``. Of what
  /// ``SpeechRecognizer/pronunciations(of:in:_:)`` answers.
  /// - Returns: `nil` for places that are no symbol's, and for symbols that graphs cannot have.
  public func pronunciation(_ places: [UInt8]) -> Pronunciation? {
    guard let symbols = graphs?.symbols, places.allSatisfy({ Int($0) < symbols.count }) else { return nil }
    return Pronunciation(phones: places.map { symbols[Int($0)] })
  }
}
