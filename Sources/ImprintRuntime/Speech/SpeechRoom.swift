// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Room for what a recogniser hears in one call: for the most, so that no call is made twice.
struct SpeechRoom {
  private var events = Array(repeating: sized(imp_speech_event()), count: Int(IMP_SPEECH_EVENTS_MAXIMUM))
  private var words = Array(repeating: sized(imp_speech_word()), count: Int(IMP_SPEECH_WORDS_MAXIMUM))
  private var counts = (events: 0, words: 0)

  var filledEvents: ArraySlice<imp_speech_event> { events.prefix(counts.events) }
  var filledWords: ArraySlice<imp_speech_word> { words.prefix(counts.words) }

  /// Overwrites what was heard, once it was read.
  mutating func forget() {
    for index in 0..<counts.events { events[index] = sized(imp_speech_event()) }
    for index in 0..<counts.words { words[index] = sized(imp_speech_word()) }
    counts = (0, 0)
  }

  /// Makes a call that fills it.
  mutating func fill(
    _ recognizer: PluginObject<imp_speech_recognizer_ability>, _ function: String,
    _ body: (
      imp_speech_recognizer_ability, OpaquePointer, UnsafeMutablePointer<imp_speech_hearing>
    ) -> imp_status
  ) throws(PluginCallError) {
    let (table, object) = (recognizer.table.pointee, recognizer.object)
    counts = (0, 0)
    var raw = sized(imp_speech_hearing())
    do throws(PluginCallError) {
      try recognizer.call(function) {
        events.withUnsafeMutableBufferPointer { events in
          words.withUnsafeMutableBufferPointer { words in
            // What was heard before must not be mistaken for what is now.
            events.update(repeating: sized(imp_speech_event()))
            words.update(repeating: sized(imp_speech_word()))
            (raw.event_capacity, raw.word_capacity) = (UInt32(events.count), UInt32(words.count))
            (raw.events, raw.words) = (events.baseAddress, words.baseAddress)
            return body(table, object, &raw)
          }
        }
      }
    } catch {
      guard error.code == .shortBuffer else { throw error }
      throw recognizer.misbehaved(function, "it asks for more room than there can be need of (R-01).")
    }
    guard raw.event_count <= events.count, raw.word_count <= words.count else {
      throw recognizer.misbehaved(
        function,
        "it reports \(raw.event_count) events and \(raw.word_count) words, but the capacities are "
          + "\(events.count) and \(words.count).")
    }
    counts = (Int(raw.event_count), Int(raw.word_count))
  }
}
