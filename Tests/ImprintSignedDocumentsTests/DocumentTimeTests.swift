// SPDX-License-Identifier: Apache-2.0
import ImprintSignedDocuments
import Testing

@Suite struct DocumentTimeTests {
  @Test(
    arguments: [
      (0, "1970-01-01 00:00:00 UTC"), (-1, "1969-12-31 23:59:59 UTC"),
      (951_782_400, "2000-02-29 00:00:00 UTC"),
      (1_790_000_000, "2026-09-21 14:13:20 UTC"), (4_107_542_399, "2100-02-28 23:59:59 UTC"),
      (4_107_542_400, "2100-03-01 00:00:00 UTC"), (7_258_118_399, "2199-12-31 23:59:59 UTC"),
      (.min, "-292277022657-01-27 08:29:52 UTC"), (.max, "292277026596-12-04 15:30:07 UTC"),
    ] as [(Int64, String)])
  func secondsAreWrittenAsDates(seconds: Int64, text: String) {
    #expect(DocumentTime.text(seconds) == text)
  }

  @Test func anyNumberOfSecondsHasAText() {
    for seconds in [Int64.min, .min + 86_400, .max - 1, .max] {
      #expect(DocumentTime.text(seconds).hasSuffix("UTC"))
    }
  }

  @Test func lengthsAreToldInTheirLargestUnit() {
    #expect(DocumentTime.length(1) == "1 second" && DocumentTime.length(3599) == "59 minutes")
    #expect(DocumentTime.length(86_400) == "1 day" && DocumentTime.length(200_000) == "2 days")
  }
}
