// SPDX-License-Identifier: Apache-2.0
import ImprintEvaluation
import ImprintMatching
import Testing

@Suite struct SubjectGroupsTests {
  @Test func peopleHaveAValueForEachAttribute() throws {
    let groups = try SubjectGroups(csv: "person,sex,age\r\nada,f,30-39\nbob,m,\n\n", place: "g.csv")
    #expect(groups.attributes == ["sex", "age"])
    #expect(groups.values == ["ada": ["f", "30-39"], "bob": ["m", ""]])
  }

  @Test(
    arguments: [
      ("", 1), ("person\nada\n", 1), ("name,sex\nada,f\n", 1), ("person,sex,sex\nada,f,f\n", 1),
      ("person,sex\nada,f,3\n", 2), ("person,sex\nada,f\nada,m\n", 3),
    ])
  func aBrokenTableIsRefusedWithTheLine(csv: String, line: Int) {
    let error = #expect(throws: EvaluationError.self) { try SubjectGroups(csv: csv, place: "g.csv") }
    #expect(error?.code == .brokenGroups)
    #expect(error?.place == "g.csv:\(line)")
  }

  @Test func anAttributeWithAValueForEverybodyIsRefused() {
    let lines = (0..<65).map { "p\($0),\($0)" }.joined(separator: "\n")
    let error = #expect(throws: EvaluationError.self) {
      try SubjectGroups(csv: "person,id\n" + lines, place: "g.csv")
    }
    #expect(error?.code == .brokenGroups)
  }

  @Test func aTableOfOtherPeopleIsRefused() throws {
    let groups = try SubjectGroups(csv: "person,sex\nada,f\n", place: "g.csv")
    try groups.check(names: ["eve", "ada"], place: "g.csv")
    let error = #expect(throws: EvaluationError.self) { try groups.check(names: ["x/ada"], place: "g.csv") }
    #expect(error?.code == .brokenGroups && error?.reason.contains("x/ada") == true)
  }
}
