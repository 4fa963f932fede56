// SPDX-License-Identifier: Apache-2.0
import ImprintModel
@testable import ImprintSpeech

/// Files of letters and sounds, then with their hash set right: it would keep every mutated byte from being
/// read. What was read is written again, byte for byte, and says words.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzLetters(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  for file in [bytes, bytes + ContentHash(of: bytes).bytes] {
    guard let letters = try? LetterToSoundFile.decode(file, place: "letters") else { continue }
    precondition(LetterToSoundFile.encode(letters) == file)
    var word = ""
    word.unicodeScalars.append(contentsOf: letters.letters.prefix(12))
    for pronunciation in letters.pronunciations(of: word) {
      precondition(pronunciation.phones.allSatisfy(letters.phones.contains))
    }
  }
  return 0
}
