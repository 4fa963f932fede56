// SPDX-License-Identifier: Apache-2.0
@testable import ImprintPluginKit

/// Graphs as recognisers are given them, read by the author's kit. The first byte says whether length and
/// checksum are set right before.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzRecognizerGraph(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let choice = bytes.first else { return 0 }
  bytes.removeFirst()
  if choice % 2 == 1, bytes.count >= 40 {
    set(UInt32(bytes.count), at: 12, in: &bytes)
    set(
      bytes.withUnsafeBytes { CRC32C.sum(of: .init(rebasing: $0.dropLast(4))) }, at: bytes.count - 4,
      in: &bytes)
  }
  let bundle = SpeechBundle(
    name: "fuzz", language: "en-US", rate: 16_000, longestMilliseconds: 1000,
    models: SpeechBundle.Models(ngrams: 500, order: 3), phrases: 10, words: 100,
    symbols: ["W", "AH", "N", "T", "UW", "HH"])
  guard let graph = try? bytes.withUnsafeBytes({ try SpeechGraphReader.read($0, for: bundle) }) else {
    return 0
  }
  precondition((1...100).contains(graph.words.count))
  for word in graph.words {
    precondition((1...95).contains(word.text.utf8.count) && (1...16).contains(word.pronunciations.count))
    precondition(word.pronunciations.allSatisfy { $0.allSatisfy { $0 < 6 } && (1...64).contains($0.count) })
  }
  switch graph.content {
  case .model(let orders):
    precondition((1...3).contains(orders.count) && orders[0].count == graph.words.count + 2)
    for (index, grams) in orders.enumerated() {
      precondition(grams.order == index + 1 && grams.words.count == grams.count * grams.order)
      precondition(grams.words.allSatisfy { $0 < graph.words.count + 2 })
      precondition(grams.backoffs.count == (index + 1 < orders.count ? grams.count : 0))
    }
  case .phrases(let phrases):
    precondition((1...10).contains(phrases.count))
    precondition(phrases.allSatisfy { $0.words.allSatisfy(graph.words.indices.contains) })
  }
  return 0
}

private func set(_ value: UInt32, at place: Int, in bytes: inout [UInt8]) {
  withUnsafeBytes(of: value.littleEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
}
