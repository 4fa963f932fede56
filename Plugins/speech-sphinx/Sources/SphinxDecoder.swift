// SPDX-License-Identifier: Apache-2.0
import CImprint
import CSphinx
import ImprintPluginKit

/// PocketSphinx with a graph.
final class SphinxDecoder {
  private let raw: OpaquePointer

  /// Takes about 20 ms, and more with a large graph.
  /// - Throws: `.model` where the files are no model, `.graphTooLarge` where PocketSphinx cannot take the
  ///   graph, `.memory`.
  init(model: AcousticModel, graph: SphinxGraph) throws(PluginFailure) {
    let files = try model.lent()
    var made: OpaquePointer?
    let status = withUnsafePointer(to: graph.dictionary) { dictionary in
      withUnsafePointer(to: graph.text) { text in
        files.withUnsafeBufferPointer { files in
          graph.lines.withUnsafeBufferPointer { lines in
            guard let first = files.baseAddress else { return IMP_SPHINX_MODEL }
            var parts = imp_sphinx_parts(
              files: first, file_count: files.count, dictionary: dictionary, graph: text,
              phrases: lines.isEmpty ? nil : lines.baseAddress, line_count: lines.count)
            return imp_sphinx_create(&parts, &made)
          }
        }
      }
    }
    guard status == IMP_SPHINX_OK, let made else { throw Self.refusal(status) }
    raw = made
  }

  deinit { imp_sphinx_destroy(raw) }

  private static func refusal(_ status: imp_sphinx_status) -> PluginFailure {
    switch status {
    case IMP_SPHINX_MEMORY:
      PluginFailure(.memory, "There is no memory for a decoder of this graph.")
    case IMP_SPHINX_GRAPH:
      PluginFailure(.graphTooLarge, "PocketSphinx cannot listen for this graph. Build one with fewer words.")
    default:
      PluginFailure(.model, "PocketSphinx does not read the model. Install the plugin again.")
    }
  }

  /// What happened in a step, or at the end of an utterance.
  typealias Events = [imp_sphinx_event]

  /// The samples are erased.
  func hear(_ samples: UnsafeMutableBufferPointer<Int16>) throws(PluginFailure) -> Events {
    guard let first = samples.baseAddress else { return [] }
    defer { imp_sphinx_erase(first, samples.count * MemoryLayout<Int16>.stride) }
    return try events { imp_sphinx_hear(raw, first, samples.count, $0, $1) }
  }

  func end() throws(PluginFailure) -> Events { try events { imp_sphinx_end(raw, $0, $1) } }

  /// The words so far, or those of the utterance that has ended, with so many alternatives to them.
  func words(alternatives: Int = 0) throws(PluginFailure) -> [imp_sphinx_word] {
    var status = IMP_SPHINX_OK
    let words = [imp_sphinx_word](unsafeUninitializedCapacity: Int(IMP_SPEECH_WORDS_MAXIMUM)) {
      words, count in
      guard let start = words.baseAddress else { return }
      count = words.count
      status = imp_sphinx_words(raw, UInt32(alternatives), start, &count)
    }
    try Self.check(status)
    return words
  }

  /// Whether it is as a new one now; else all that follows fails.
  func reset() -> Bool { imp_sphinx_reset(raw) == IMP_SPHINX_OK }

  private func events(
    _ call: (UnsafeMutablePointer<imp_sphinx_event>, UnsafeMutablePointer<Int>) -> imp_sphinx_status
  ) throws(PluginFailure) -> Events {
    var status = IMP_SPHINX_OK
    let events = Events(unsafeUninitializedCapacity: Int(IMP_SPEECH_EVENTS_MAXIMUM)) { events, count in
      guard let start = events.baseAddress else { return }
      status = call(start, &count)
    }
    try Self.check(status)
    return events
  }

  private static func check(_ status: imp_sphinx_status) throws(PluginFailure) {
    switch status {
    case IMP_SPHINX_OK: return
    case IMP_SPHINX_MEMORY:
      throw PluginFailure(.memory, "There is too little memory to hear this. Reset the recogniser.")
    default:
      throw PluginFailure(.internal, "The decoder has failed, and hears no more. Reset the recogniser.")
    }
  }
}
