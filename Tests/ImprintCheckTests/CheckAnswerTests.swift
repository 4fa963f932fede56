// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintCheck

struct CheckAnswerTests {
  private func read(_ text: String) -> CheckAnswer? { CheckAnswer(Array(text.utf8)) }

  @Test(arguments: [
    CheckOutcome.passed, .warning(reason: "it is odd.", place: "here"), .skipped(reason: "no reason"),
    .failed(reason: "it \"is\"\n\u{1B}[31m bad", place: "plugin.yaml:1:2"),
  ])
  func whatIsSentIsReadAgain(_ outcome: CheckOutcome) throws {
    let answer = CheckAnswer(token: "t", check: "load.loads", outcome: outcome)
    #expect(CheckAnswer(answer.message) == answer)
  }

  @Test func longReasonsAreCutAndStayReadable() throws {
    let answer = CheckAnswer(
      token: "t", check: "load.loads",
      outcome: .failed(
        reason: String(repeating: "é", count: 20_000), place: String(repeating: "\u{1}", count: 9000)))
    #expect(answer.message.count <= CheckAnswer.longestBytes)
    #expect(CheckAnswer(answer.message)?.outcome.word == "failed")
  }

  @Test(arguments: [
    "", "{}", "passed", "[1]", "\u{0}",
    #"{"token":"t","check":"c","outcome":"passed","reason":"","place":"","more":""}"#,
    #"{"check":"c","token":"t","outcome":"passed","reason":"","place":""}"#,
    #"{"token":"t","check":"c","outcome":"passed","reason":"but","place":""}"#,
    #"{"token":"t","check":"c","outcome":"crashed","reason":"","place":""}"#,
    #"{"token":"t","check":"c","outcome":"PASSED","reason":"","place":""}"#,
    #"{"token":1,"check":"c","outcome":"passed","reason":"","place":""}"#,
    #"{"token":"t","token":"t","check":"c","outcome":"passed","reason":"","place":""}"#,
    #"{"token":"t","check":"c","outcome":"passed","reason":"","place":""} "# + "x",
  ])
  func anythingElseIsNoAnswer(_ text: String) {
    #expect(read(text) == nil)
  }
}
