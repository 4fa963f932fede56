// SPDX-License-Identifier: Apache-2.0
import ImprintCommandLine
import Testing

@Suite struct TimeLeftTests {
  private let began = ContinuousClock.now

  private func words(_ done: Int, of total: Int, after seconds: Int) -> String {
    TimeLeft(at: began).words(done, of: total, at: began.advanced(by: .seconds(seconds)))
  }

  @Test func whatIsLeftFollowsFromWhatIsDone() {
    #expect(words(10, of: 50, after: 10) == ", 40 s left")
    #expect(words(10, of: 51, after: 10) == ", 45 s left")
    #expect(words(1, of: 11, after: 12) == ", 2 min left")
    #expect(words(1, of: 101, after: 90) == ", 3 h left")
  }

  @Test func nothingIsSaidBeforeItIsKnownOrWhenNothingIsLeft() {
    #expect(words(10, of: 50, after: 2) == "")
    #expect(words(0, of: 50, after: 10) == "")
    #expect(words(50, of: 50, after: 10) == "")
  }
}
