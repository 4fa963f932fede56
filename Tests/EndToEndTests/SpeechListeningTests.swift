// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A recogniser listens for what ImprintSpeech has built, through the library an application uses.
@Suite(.timeLimit(.minutes(2)))
struct SpeechListeningTests {
  private let dictionary: PronunciationDictionary
  private let root: TemporaryFolder

  init() throws {
    dictionary = try PronunciationDictionary(Array("one W AH N\ntwo W AH\n".utf8), place: "test")
    root = try TemporaryFolder()
  }

  /// - Parameter statements: of the fixture, beside those that refuse a graph of another bundle than en-us.
  private func plugin(_ statements: [String: String]) async throws -> OpenPlugin {
    let refusal =
      "if (options->bundle.length != 5 || graph.length < 40 || memcmp(graph.data, \"impgra\", 6) != 0)"
      + " return IMP_E_GRAPH_DAMAGED;"
    let fixture = try FixturePlugin.speech(statements.merging(["FIX_CREATE": refusal]) { $1 })
    try fixture.install(in: root)
    try root.write(
      """
      schema: "1.0"
      variant: speech
      summary: Turns sound into words.
      abilities: [imprint.speech-recognizer/1]
      plugins: [\(fixture.manifest.id)]

      """, to: "variants/speech.yaml")
    let system = try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: root.path, origin: .explicit)]),
        variant: "speech", trust: .off, entitlements: EverythingGranted(), quarantine: nil,
        logger: CollectedLog().logger()))
    return try await system.plugin(providing: .speechRecognizer)
  }

  @Test func aRecogniserHearsWordsOfTheGraphThatWasBuiltForItsBundle() async throws {
    let built = try SpeechGraphBuilder(dictionary: dictionary, bundle: "en-us").graph(
      of: PhraseList(["one two"]))
    // Of the plugin's two bundles, the graph names the one.
    let recognizer = try await SpeechRecognizer.make(
      plugin(["FIX_FINISH": "say(hearing, 0, \"two\", 0, frames, 1);"]), graph: built.graph)
    #expect(recognizer.bundle.name == "en-us")
    _ = try await recognizer.step([Float](repeating: 0, count: 800))
    #expect(try await recognizer.finish().words == [SpeechWord(text: "two", frames: 0..<800, confidence: 1)])
  }

  @Test func aWordThatTheBuiltGraphLacksIsMisbehaviour() async throws {
    let built = try SpeechGraphBuilder(dictionary: dictionary).graph(of: PhraseList(["one"]))
    let recognizer = try await SpeechRecognizer.make(
      plugin(["FIX_FINISH": "say(hearing, 0, \"two\", 0, frames, 1);"]), bundle: "en-us", graph: built.graph)
    _ = try await recognizer.step([0])
    let error = await #expect(throws: PluginCallError.self) { try await recognizer.finish() }
    #expect(error?.code == .internalDefect)
  }

  @Test func aPronunciationOfABundleIsOneThatABuilderTakes() async throws {
    let plugin = try await plugin([:])
    let bundle = try await plugin.withoutBlocking { plugin throws(PluginCallError) in
      try SpeechRecognizer.bundles(of: plugin)[0]
    }
    let said = try await plugin.withoutBlocking { plugin throws(PluginCallError) in
      try SpeechRecognizer.pronunciations(of: "one", in: bundle, plugin)
    }
    #expect(said.compactMap(bundle.pronunciation).map(\.description) == ["W AH N", "AH N"])
    #expect(bundle.pronunciation([3]) == nil)
    #expect(bundle.pronunciation([]) == nil)
  }
}
