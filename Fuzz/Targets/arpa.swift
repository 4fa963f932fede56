// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintSpeech

/// Language models as ARPA files. What was read is written, and read again as the same.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzArpa(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let read = try? NgramModel.readingARPA(bytes, place: "model.arpa") else { return 0 }
  let again = try? NgramModel.readingARPA(read.model.arpa, place: "again.arpa")
  precondition(again?.model == read.model && again?.hadUnknown == false)
  for word in read.model.words.prefix(3) {
    let probability = read.model.probability(of: word, after: [word])
    precondition(probability.map { !$0.isNaN } ?? false)
  }
  return 0
}
