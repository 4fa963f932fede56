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

  @Test func peopleWithTheirPicturesAreComparedAllAgainstAll() throws {
    let pairs = try EvaluationPairs(
      people: [("ada", ["ada/1.jpg", "ada/2.jpg"]), ("nobody", []), ("bob", ["bob/1.jpg"])], place: "people")
    #expect(pairs.isAllAgainstAll && pairs.pairs.isEmpty)
    #expect(pairs.names == ["ada", "bob"])
    #expect(pairs.images.map(\.subject) == [0, 0, 1])
  }

  @Test func onePersonAloneIsNobodyToCompareWith() {
    let error = #expect(throws: EvaluationError.self) {
      try EvaluationPairs(people: [("ada", ["ada/1.jpg"]), ("bob", [])], place: "people")
    }
    #expect(error?.code == .tooFewPeople && error?.place == "people")
  }

  @Test func moreThanCanBeComparedIsRefusedBeforeTheWork() {
    let paths = (0..<14_200).map { "\($0)" }
    let error = #expect(throws: EvaluationError.self) {
      try EvaluationPairs(people: [("ada", paths), ("bob", ["b"])], place: "people")
    }
    #expect(error?.code == .tooManyComparisons)
  }

  private func lists(_ genuine: String, _ impostor: String) throws -> EvaluationPairs {
    try EvaluationPairs(genuine: (genuine, "g.txt"), impostor: (impostor, "i.txt"))
  }

  @Test(
    arguments: [
      ("ada/1 ada/2\n", "ada/1 bob/1\n"), ("ada/1,ada/2\n", "ada/1, bob/1\n"),
      ("ada/1\tada/2\r\n\n", "pathA,pathB\nada/1,bob/1\n"),
    ])
  func twoListsHaveTwoPathsALine(genuine: String, impostor: String) throws {
    let pairs = try lists(genuine, impostor)
    #expect(pairs.pairs.map(\.isGenuine) == [true, false])
    #expect(pairs.images.map(\.path) == ["ada/1", "ada/2", "bob/1"])
    #expect(pairs.labelling == .folders && pairs.names == ["ada", "bob"])
  }

  @Test func picturesInOneFolderAreOfThoseWhomGenuinePairsJoin() throws {
    let pairs = try lists("1_1 1_2\n1_2 1_3\n2_1 2_2\n", "1_3 2_1\n3_1 1_1\n")
    #expect(pairs.labelling == .genuinePairs)
    let subjects = Dictionary(uniqueKeysWithValues: pairs.images.map { ($0.path, $0.subject) })
    #expect(subjects["1_1"] == subjects["1_3"] && subjects["2_1"] == subjects["2_2"])
    #expect(pairs.subjects == 3)
  }

  @Test func impostorsWhomGenuinePairsJoinAreRefusedWithTheLine() {
    let error = #expect(throws: EvaluationError.self) { try lists("1 2\n2 3\n", "4 1\n3 1\n") }
    #expect(error?.code == .subjectsDisagree && error?.place == "i.txt:2")
  }

  @Test(arguments: [
    ("1 2\n", "1 2 3\n", "i.txt:1"), ("\n", "1 2\n", "g.txt:1"), ("1 2\nx\n", "1 3\n", "g.txt:2"),
  ])
  func aLineWithoutTwoPathsIsRefused(genuine: String, impostor: String, place: String) {
    let error = #expect(throws: EvaluationError.self) { try lists(genuine, impostor) }
    #expect(error?.code == .brokenPairs && error?.place == place)
  }
}
