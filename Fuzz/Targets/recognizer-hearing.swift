// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintCalls

@testable import ImprintRuntime

/// What a speech recogniser says it heard, read by the host. The first byte says what its bundle tells; then
/// comes for each call a byte of counts, and its events and words as the contract has them.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzRecognizerHearing(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var bytes = UnsafeRawBufferPointer(start: data, count: count)[...]
  guard let choice = bytes.popFirst() else { return 0 }
  let spots = choice & 8 != 0
  let bundle = SpeechBundle(
    name: "fuzz", language: "en", rate: 8000, longest: .seconds(1),
    graphs: SpeechBundle.Graphs(symbols: ["A"], words: 9, model: nil, phrases: 3), dictionaryWords: nil,
    hasOwnWords: false, tellsConfidence: choice & 1 != 0, tellsAlternatives: choice & 2 != 0,
    tellsActivity: choice & 4 != 0)
  // Without a graph, words of the bundle's own.
  let hasGraph = spots || choice & 16 != 0
  var reader = SpeechHearingReader(
    bundle, alternatives: 2, names: hasGraph ? SpeechGraphNames(graph(ofPhrases: spots)) : nil)
  var latest: UInt64 = 0
  while let head = bytes.popFirst() {
    let events: [imp_speech_event] = take(Int(head & 7), from: &bytes)
    let words: [imp_speech_word] = take(Int(head >> 3 & 7), from: &bytes)
    if head & 0x40 == 0 {
      guard reader.hasRoom(for: 100), let heard = try? reader.step(100, events[...], words[...]) else {
        return 0
      }
      check(heard.events, till: reader.heard, spots)
      check(heard.partial ?? [], till: reader.heard, isTold: false)
      precondition(!spots || heard.partial?.isEmpty ?? true)
      latest = reader.heard
    } else {
      guard let result = try? reader.finish(events[...], words[...]) else { return 0 }
      check(result.events, till: latest, spots)
      precondition(result.alternatives.count <= (choice & 2 == 0 ? 0 : 2) && reader.heard == 0)
      check(result.words, till: latest, isTold: bundle.tellsConfidence)
      for reading in result.alternatives {
        check(reading, till: latest, isTold: bundle.tellsConfidence ? nil : false)
      }
      latest = 0
    }
  }
  return 0
}

/// Of the words one, two and won, without a model; or of the phrases one and two, with the thresholds −20
/// and 0.
private func graph(ofPhrases: Bool) -> [UInt8] {
  var bytes = Array("impgra\r\n".utf8) + [1, 0, ofPhrases ? 2 : 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0]
  bytes += [ofPhrases ? 2 : 0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 0, 0] + Array("en".utf8) + [1, UInt8(ascii: "N")]
  for word in ["one", "two", "won"] { bytes += [3] + Array(word.utf8) + [1, 1, 0] }
  guard ofPhrases else { return bytes }
  return bytes + [0, 0, 0xA0, 0xC1, 1, 2, 0, 0, 0] + [0, 0, 0, 0, 1, 3, 0, 0, 0]
}

/// So many structs, their sizes set right half of the time; what is missing is zero.
private func take<Value: BitwiseCopyable>(
  _ count: Int, from bytes: inout Slice<UnsafeRawBufferPointer>
) -> [Value] {
  (0..<count).map { index in
    withUnsafeTemporaryAllocation(byteCount: MemoryLayout<Value>.size, alignment: 16) { memory in
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      memory.copyBytes(from: bytes.prefix(memory.count))
      bytes = bytes.dropFirst(memory.count)
      if index % 2 == 0 || memory[0] & 1 == 0 {
        memory.storeBytes(of: UInt32(MemoryLayout<Value>.size), as: UInt32.self)
      }
      return memory.load(as: Value.self)
    }
  }
}

private func check(_ events: [SpeechEvent], till heard: UInt64, _ spots: Bool) {
  for event in events {
    switch event {
    case .speech(let at), .silence(let at): precondition(at <= heard)
    case .trigger(let phrase, let score, let frames):
      precondition(spots && phrase < 2 && frames.upperBound <= heard)
      precondition(((phrase == 0 ? -20 : 0)...100).contains(score))
    }
  }
}

private func check(_ words: [SpeechWord], till heard: UInt64, isTold: Bool?) {
  var end: UInt64 = 0
  for word in words {
    precondition((1...95).contains(word.text.utf8.count) && !word.text.contains(where: \.isWhitespace))
    precondition(word.frames.lowerBound >= end && word.frames.upperBound <= heard)
    precondition(
      (isTold.map { (word.confidence != nil) == $0 } ?? true) && (0...1).contains(word.confidence ?? 0))
    end = word.frames.upperBound
  }
}
