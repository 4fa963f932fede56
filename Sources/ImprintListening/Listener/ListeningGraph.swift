// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime
public import ImprintSpeech

/// What is listened for, as an application names it.
public enum ListeningGraph: Sendable, Hashable {
  /// A graph of the shelf, by its name.
  case named(String)
  /// A graph's file.
  case path(String)
  /// Phrases, with the pronunciations of the bundle's own dictionary.
  case phrases([String])
  case graph(SpeechGraph)
  /// The bundle's own words: without a graph.
  case ownWords

  /// By its name, or by its path, which has a slash.
  public init(_ nameOrPath: String) {
    self = nameOrPath.utf8.contains(UInt8(ascii: "/")) ? .path(nameOrPath) : .named(nameOrPath)
  }

  /// Opens it, or has it built.
  /// - Parameter isTrigger: whether its phrases are to be waited for.
  /// - Returns: `nil` for the bundle's own words.
  func opened(
    isTrigger: Bool, _ source: any SpeechListenerSource, shelf: SpeechGraphStore?
  ) async throws(ListeningError) -> SpeechGraph? {
    let graph: SpeechGraph
    switch self {
    case .ownWords: return nil
    case .graph(let given): graph = given
    case .phrases(let phrases): graph = try await source.graph(of: phrases, isTrigger: isTrigger)
    case .named(let name):
      graph = try await Self.reading { () throws(SpeechError) in
        guard let shelf else { return try SpeechGraphStore.standard().open(name) }
        return try shelf.open(name)
      }
    case .path(let path):
      graph = try await Self.reading { () throws(SpeechError) in try SpeechGraphStore.open(path: path) }
    }
    guard graph.triggers.isEmpty != isTrigger else {
      throw ListeningError(
        .graph, place: isTrigger ? "trigger" : "graph",
        reason: isTrigger
          ? "it is a graph of what is said, and has no phrases to wait for."
          : "it is a graph of trigger phrases, after which nothing is listened for.",
        remedy: isTrigger
          ? "Build one with sdkctl speech graph build --triggers."
          : "Give it as the trigger, and another graph.")
    }
    return graph
  }

  /// A graph may have 64 MiB: not on a thread that all tasks share.
  private static func reading(
    _ read: @escaping @Sendable () throws(SpeechError) -> SpeechGraph
  ) async throws(ListeningError) -> SpeechGraph {
    do throws(SpeechError) { return try await PluginWork.run(read) } catch {
      throw ListeningError(.graph, error)
    }
  }
}
