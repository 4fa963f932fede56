// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// What `imprint.speech-recognizer/1` of a ``TestPlugin`` does.
struct TestSpeech {
  var onBundles: (UnsafeMutablePointer<imp_speech_bundle>?, UnsafeMutablePointer<Int>) -> imp_status = {
    _, _ in IMP_OK
  }
  var onPronunciations:
    (imp_text, imp_text, UnsafeMutablePointer<imp_speech_pronunciation>?, UnsafeMutablePointer<Int>) ->
      imp_status = { _, _, _, _ in IMP_OK }
  var onCreate: (imp_speech_recognizer_options, imp_bytes) -> imp_status = { _, _ in IMP_OK }
  var onStep: (UnsafePointer<imp_sound>, UnsafeMutablePointer<imp_speech_hearing>) -> imp_status = { _, _ in
    IMP_OK
  }
  var onFinish: (UnsafeMutablePointer<imp_speech_hearing>) -> imp_status = { _ in IMP_OK }
  var onReset: () -> Void = {}
}

extension TestPlugin {
  nonisolated(unsafe) static let speechRecognizer = table(
    imp_speech_recognizer_ability(
      size: structSize(imp_speech_recognizer_ability.self), reserved: 0,
      bundles: { TestPlugin.of($0).speech.onBundles($1, $2) },
      pronunciations: { TestPlugin.of($0).speech.onPronunciations($1, $2, $3, $4) },
      create: {
        let plugin = TestPlugin.of($0)
        return plugin.make(plugin.speech.onCreate($1.pointee, $2), $3)
      },
      step: { TestPlugin.of($0).speech.onStep($1, $2) }, finish: { TestPlugin.of($0).speech.onFinish($1) },
      reset: { TestPlugin.of($0).speech.onReset() }, destroy: { TestPlugin.release($0) }))
}

extension imp_speech_recognizer_options {
  static var test: Self {
    Self(size: structSize(Self.self), threads: 1, alternatives: 0, reserved: 0, bundle: imp_text())
  }
}

/// Lends lists for so many events and words, with counts that nobody has set.
func lendHearing<R>(
  events: Int, words: Int, change: (inout imp_speech_hearing) -> Void = { _ in },
  _ body: (UnsafeMutablePointer<imp_speech_hearing>) -> R
) -> (answer: R, events: [imp_speech_event], words: [imp_speech_word], hearing: imp_speech_hearing) {
  var (eventRoom, wordRoom) = (room(imp_speech_event(), \.size, 4), room(imp_speech_word(), \.size, 4))
  var hearing = room(imp_speech_hearing(), \.size, 1)[0]
  let answer = eventRoom.withUnsafeMutableBufferPointer { eventRoom in
    wordRoom.withUnsafeMutableBufferPointer { wordRoom in
      (hearing.event_capacity, hearing.event_count) = (UInt32(events), 8)
      (hearing.word_capacity, hearing.word_count) = (UInt32(words), 9)
      hearing.events = events == 0 ? nil : eventRoom.baseAddress
      hearing.words = words == 0 ? nil : wordRoom.baseAddress
      change(&hearing)
      return body(&hearing)
    }
  }
  return (answer, eventRoom, wordRoom, hearing)
}
