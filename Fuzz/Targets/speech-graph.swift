// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintSpeech

/// A speech graph as it is kept, then with its length and its checksum set right: they would keep every
/// mutated byte from being read. What was read is written again, byte for byte.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzSpeechGraph(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  for file in [bytes, sealed(bytes)] {
    guard let graph = try? SpeechGraph(file, place: "graph") else { continue }
    precondition(graph.bytes == file)
    if let model = graph.model {
      precondition(model.counts.count == model.order)
      for word in model.words.prefix(3) {
        let probability = model.probability(of: word, after: Array(model.words.suffix(2)))
        precondition(probability.map { !$0.isNaN } ?? false)
      }
    }
  }
  return 0
}

/// Length and checksum as they have to be.
private func sealed(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count >= 40 else { return bytes }
  var sealed = Array(bytes.dropLast(4))
  for place in 0..<4 { sealed[12 + place] = UInt8(truncatingIfNeeded: bytes.count >> (8 * place)) }
  // The checksum of everything before, as any writer makes it.
  var checksum: UInt32 = .max
  for byte in sealed {
    checksum ^= UInt32(byte)
    for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0x82F6_3B78 : checksum >> 1 }
  }
  checksum = ~checksum
  for place in 0..<4 { sealed.append(UInt8(truncatingIfNeeded: checksum >> (8 * place))) }
  return sealed
}
