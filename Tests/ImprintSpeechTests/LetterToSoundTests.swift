// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintModel
import TestSupport
import Testing

@testable import ImprintSpeech

@Suite struct LetterToSoundTests {
  private static let learned = try? LetterToSound(learningFrom: SampleWords.dictionary(SampleWords.madeUp))

  private func letters() throws -> LetterToSound { try #require(Self.learned) }

  @Test func aWordThatWasNeverSeenIsSaidByTheRulesOfTheOthers() throws {
    let letters = try letters()
    var right = 0
    let words = ["shooba", "mashoxa", "lokeeshe", "tapumo", "beexudo", "nosheete", "ruxaxa", "dadadada"]
    for word in words {
      let best = letters.pronunciations(of: word).first?.phones
      if best == SampleWords.said(word) { right += 1 }
    }
    // `oo` never occurs in the words that were learned.
    #expect(right >= words.count - 1)
  }

  @Test func proposalsDifferAndAreAsManyAsAskedFor() throws {
    let letters = try letters()
    let proposals = letters.pronunciations(of: "shaxe", most: 3)
    #expect(proposals.count == Set(proposals).count && (1...3).contains(proposals.count))
    #expect(letters.pronunciations(of: "shaxe", most: 1).count == 1)
    #expect(letters.pronunciations(of: "shaxe", most: -4).count == 1)
  }

  @Test(arguments: ["", "zq", "a.b", "привет", "sha x", String(repeating: "sha", count: 40)])
  func aWordOfLettersThatWereNotLearnedHasNone(_ word: String) throws {
    #expect(try letters().pronunciations(of: word).isEmpty)
  }

  @Test func theSameDictionaryGivesTheSameBytes() throws {
    let again = try LetterToSound(learningFrom: SampleWords.dictionary(SampleWords.madeUp))
    #expect(LetterToSoundFile.encode(again) == LetterToSoundFile.encode(try letters()))
  }

  @Test func whatWasHeldOutIsSaidWithFewErrors() throws {
    let found = try LetterToSoundAccuracy.measured(on: SampleWords.dictionary(SampleWords.madeUp))
    // A language of rules without exception: what errs are the endings, which no rule says.
    #expect(found.words > 20 && found.phones > 100)
    #expect(found.phoneErrorRate < 0.05 && found.wordErrorRate < 0.2)
  }

  @Test func aDictionaryThatWasCutIsTooFewWords() throws {
    let words = try SampleWords.dictionary()
    #expect(code { _ = try LetterToSound(learningFrom: words) } == .tooFewWords)
    #expect(code { _ = try LetterToSoundAccuracy.measured(on: words) } == .tooFewWords)
  }

  /// Each has more than two phones a letter: nothing is learned of them, and no file could be read.
  @Test func aDictionaryOfAbbreviationsIsTooFewWords() throws {
    let letters = "abcdefghijkl"
    let words = letters.flatMap { first in letters.map { "\(first)\($0) EY B IY S IY\n" } }.joined()
    #expect(code { _ = try LetterToSound(learningFrom: SampleWords.dictionary(words)) } == .tooFewWords)
  }

  @Test func learningEndsWhereItsTaskIsCancelled() async {
    let examples = [LetterExample(letters: [0], phones: [0])]
    let found = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return [
        code { _ = try LetterAlignment(examples, letters: 1, phones: 1) },
        code { _ = try LetterTreeTraining([[1]], unitCount: 2, order: 3, pruned: 4) },
      ]
    }.value
    #expect(found == [.cancelled, .cancelled])
  }

  @Test func ofTooManyUnitsTheMostFrequentStay() {
    let units = (0..<4 as Range<UInt8>).map { LetterUnit(letter: $0, first: $0, second: LetterUnit.none) }
    let times = [units[0]: 5, units[1]: 2, units[2]: 9, units[3]: 7]
    #expect(LetterToSound.units(times, least: 1, most: 2) == [units[2], units[3]])
    #expect(LetterToSound.units(times, least: 6) == [units[2], units[3]])
    #expect(LetterToSound.units([units[3]: 1, units[1]: 1], least: 1, most: 1) == [units[1]])
  }

  @Test func rulesThatCouldNotBeReadAgainAreNotWritten() {
    typealias File = LetterToSoundFile
    #expect(code { try File.judge(nodes: File.mostNodes, bytes: File.mostBytes, place: "l") } == nil)
    #expect(code { try File.judge(nodes: File.mostNodes + 1, bytes: 1, place: "l") } == .tooLarge)
    #expect(code { try File.judge(nodes: 1, bytes: File.mostBytes + 1, place: "l") } == .tooLarge)
  }

  @Test func theTreesProbabilitiesAddUpToOne() throws {
    let words = [[1, 2, 3], [1, 2], [2, 3, 3], [1, 3, 2, 1], [1, 2, 3]] as [[UInt16]]
    // Nothing left out, then what was seen once.
    let trees = try [4, 2].map { try LetterTreeTraining(words, unitCount: 4, order: 3, pruned: $0).tree }
    #expect(trees[1].count < trees[0].count)
    for tree in trees {
      func cost(_ unit: UInt16, _ context: Int) -> Double {
        if let child = tree.child(unit, of: context) { return Double(tree.costs[child]) }
        return Double(tree.backoffs[context]) + cost(unit, Int(tree.suffixes[context]))
      }
      for context in 0..<Int(tree.levels[3]) where !tree.children(of: context).isEmpty {
        let sum = (0..<4 as Range<UInt16>).reduce(0.0) { $0 + exp(-cost($1, context) / LetterTree.scale) }
        #expect(abs(sum - 1) < 0.01, "context \(context): \(sum)")
      }
    }
  }

  @Test func aFileIsReadAsItWasWritten() throws {
    let folder = try TemporaryFolder()
    let letters = try letters()
    let path = folder.path + "/letters.implts"
    try letters.write(to: path)
    let read = try LetterToSound(path: path)
    #expect(LetterToSoundFile.encode(read) == LetterToSoundFile.encode(letters))
    #expect(read.tree == letters.tree && read.dictionary == letters.dictionary)
    #expect(read.pronunciations(of: "nosheete") == letters.pronunciations(of: "nosheete"))
  }

  @Test func aFileThatIsCutOrChangedIsRefused() throws {
    let bytes = LetterToSoundFile.encode(try letters())
    func found(_ bytes: [UInt8]) -> SpeechErrorCode? {
      code { _ = try LetterToSoundFile.decode(bytes, place: "letters") }
    }
    for length in stride(from: 0, to: bytes.count, by: 97) {
      #expect(found(Array(bytes[..<length])) == .badLetters)
    }
    for index in stride(from: 0, to: bytes.count, by: 101) {
      var changed = bytes
      changed[index] ^= 0x41
      #expect(found(changed) == .badLetters)
    }
  }

  /// Whoever can write the file can write its hash.
  @Test func contentThatIsNoneIsRefusedEvenWithItsHash() throws {
    let content = Array(LetterToSoundFile.encode(try letters()).dropLast(32))
    func sealed(_ content: [UInt8]) -> [UInt8] { content + ContentHash(of: content).bytes }
    func found(_ content: [UInt8]) -> SpeechErrorCode? {
      code {
        // It is another model, or refused: never a trap.
        let letters = try LetterToSoundFile.decode(sealed(content), place: "letters")
        _ = letters.pronunciations(of: "shaxe")
      }
    }
    for length in stride(from: 10, to: content.count, by: 499) {
      #expect(found(Array(content[..<length])) == .badLetters)
    }
    #expect(found(content + [0]) == .badLetters)
    // All of the lists before the tree, and some of its nodes.
    for index in Array(8..<400) + stride(from: 400, to: content.count, by: 499) {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var changed = content
        changed[index] = value
        _ = found(changed)
      }
    }
    var newer = content
    newer[8] = 2
    #expect(found(newer) == .newer)
  }
}
