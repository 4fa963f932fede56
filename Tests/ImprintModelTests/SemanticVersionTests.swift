// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@Suite struct SemanticVersionTests {
  @Test(arguments: ["0.0.0", "1.2.3", "10.20.30", "999999999.0.1"])
  func threeNumbersAreReadAndWrittenTheSame(text: String) throws {
    #expect(try #require(SemanticVersion(text)).description == text)
  }

  @Test(
    arguments: [
      "", "1", "1.2", "1.2.3.4", "1.2.x", "01.2.3", "1.2.-3", "+1.2.3", "1.2.3-rc1", " 1.2.3", "1..3",
      "1.2.٣", "1234567890.0.0",
    ])
  func anythingElseIsRefused(text: String) {
    #expect(SemanticVersion(text) == nil)
  }

  @Test func versionsAreOrderedByNumbersNotByText() throws {
    let sorted = try ["1.10.0", "1.9.9", "2.0.0", "1.9.10"].map { try #require(SemanticVersion($0)) }.sorted()
    #expect(sorted.map(\.description) == ["1.9.9", "1.9.10", "1.10.0", "2.0.0"])
  }
}
