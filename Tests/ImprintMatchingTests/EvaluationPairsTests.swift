// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import Testing

@Suite struct EvaluationPairsTests {
  @Test func foldersNameThePeople() throws {
    let pairs = try EvaluationPairs(
      csv: "pathA,pathB,same\nx/ada/1.jpg,x/ada/2.jpg,1\nx/ada/1.jpg,x/bob/1.jpg,0\n", place: "p.csv")
    #expect(pairs.images.map(\.path) == ["x/ada/1.jpg", "x/ada/2.jpg", "x/bob/1.jpg"])
    #expect(pairs.images.map(\.subject) == [0, 0, 1])
    #expect(pairs.subjects == 2)
    #expect(pairs.pairs.map(\.isGenuine) == [true, false])
  }

  @Test func furtherColumnsAndWindowsLineEndsArePassedOver() throws {
    let pairs = try EvaluationPairs(
      csv: "fold,pathB,same,pathA\r\n1,a/2.jpg,1,a/1.jpg\r\n", place: "p.csv")
    #expect(pairs.images.map(\.path) == ["a/1.jpg", "a/2.jpg"])
  }

  @Test func subjectColumnsCountMoreThanFolders() throws {
    let pairs = try EvaluationPairs(
      csv: "pathA,pathB,same,subjectA,subjectB\n1.jpg,2.jpg,1,ada,ada\n1.jpg,3.jpg,0,ada,bob\n",
      place: "p.csv")
    #expect(pairs.images.map(\.subject) == [0, 0, 1])
  }

  @Test func labelsThatContradictTheListAreRefusedWithTheLine() {
    let error = #expect(throws: EvaluationError.self) {
      try EvaluationPairs(csv: "pathA,pathB,same\na/1.jpg,a/2.jpg,1\na/1.jpg,a/3.jpg,0\n", place: "p.csv")
    }
    #expect(error?.code == .subjectsDisagree)
    #expect(error?.place == "p.csv:3")
  }

  @Test func onePictureOfTwoPeopleIsRefused() {
    let error = #expect(throws: EvaluationError.self) {
      try EvaluationPairs(
        csv: "pathA,pathB,same,subjectA,subjectB\n1.jpg,2.jpg,0,ada,bob\n2.jpg,3.jpg,1,ada,ada\n",
        place: "p.csv")
    }
    #expect(error?.code == .subjectsDisagree)
  }

  @Test(
    arguments: [
      ("", 1), ("pathA,pathB\n", 1), ("pathA,pathB,same\n", 2), ("pathA,pathB,same\na,b\n", 2),
      ("pathA,pathB,same\na/1,b/1,0\na/1,b/1,maybe\n", 3), ("pathA,pathB,same\n,b/1,0\n", 2),
    ])
  func aBrokenListIsRefusedWithTheLine(csv: String, line: Int) {
    let error = #expect(throws: EvaluationError.self) { try EvaluationPairs(csv: csv, place: "p.csv") }
    #expect(error?.code == .brokenPairs)
    #expect(error?.place == "p.csv:\(line)")
  }
}
