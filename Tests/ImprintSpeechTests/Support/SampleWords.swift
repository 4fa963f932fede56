// SPDX-License-Identifier: Apache-2.0
import ImprintSpeech

/// Words that are written here: a few of English, and many of a language that is made up.
enum SampleWords {
  static let english = """
    ;;; a comment
    turn T ER N
    on AA N
    on(2) AO N
    off AO F
    the DH AH
    the(2) DH IY
    light L AY T
    lights L AY T S
    kitchen K IH CH AH N
    to T UW
    too T UW
    two T UW
    one W AH N
    five F AY V
    point P OY N T
    twenty T W EH N T IY
    hundred HH AH N D R AH D
    zero Z IH R OW
    minus M AY N AH S
    percent P ER S EH N T
    cafe K AH F EY
    candle K AE N D AH L
    handle HH AE N D AH L
    don't D OW N T
    'cause K AH Z
    a.m. EY EH M
    e-mail IY M EY L
    computer K AH M P Y UW T ER
    hey HH EY
    stop S T AA P

    """

  static func dictionary(_ text: String = english) throws -> PronunciationDictionary {
    try PronunciationDictionary(Array(text.utf8), place: "words.dict")
  }

  /// Words that are said by rules: each letter is its phone, but `sh` is SH, `x` is K S, `ee` is IY, and an
  /// `e` at the end is silent. As CMUdict, with phones of its own alphabet.
  static let madeUp: String = {
    let onsets = ["b", "d", "k", "l", "m", "n", "p", "r", "s", "t", "sh", "x"]
    let vowels = ["a", "o", "u", "ee"]
    var lines: [String] = []
    for first in onsets {
      for vowel in vowels {
        for second in onsets {
          // Each with one ending, so that there are a few hundred.
          let end = ["a", "e", "o"][(first.utf8.count + vowel.utf8.count + lines.count) % 3]
          let word = first + vowel + second + end
          lines.append("\(word) \(said(word).joined(separator: " "))")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  /// How a word of that language is said.
  static func said(_ word: String) -> [String] {
    var phones: [String] = []
    var rest = word[...]
    while let letter = rest.first {
      if rest.hasPrefix("sh") {
        phones.append("SH")
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("ee") {
        phones.append("IY")
        rest = rest.dropFirst(2)
      } else {
        if letter == "x" { phones += ["K", "S"] } else if rest != "e" { phones.append(letter.uppercased()) }
        rest = rest.dropFirst()
      }
    }
    return phones
  }
}

/// The code of the error that something throws; `nil` where it throws none.
func code(_ work: () throws -> Void) -> SpeechErrorCode? {
  do {
    try work()
    return nil
  } catch let error as SpeechError {
    return error.code
  } catch let errors as SpeechErrors {
    return errors.code
  } catch {
    return nil
  }
}
