// SPDX-License-Identifier: Apache-2.0
import ImprintLockout
import Testing

@Suite struct LockoutSettingsTests {
  @Test func defaultsAreFiveAttemptsAndFourDelays() throws {
    let settings = try LockoutSettings()
    #expect(settings == .standard && settings.maxCapturesBeforeDelay == 5)
    #expect(settings.delays == [60, 300, 900, 3600])
    #expect(try LockoutSettings(maxCapturesBeforeDelay: -1) == .off)
  }

  @Test(arguments: [-1, 1, 5, 100]) func maximumInItsRangeIsTaken(maximum: Int) throws {
    #expect(try LockoutSettings(maxCapturesBeforeDelay: maximum).maxCapturesBeforeDelay == maximum)
  }

  @Test(arguments: [Int.min, -2, 0, 101, .max]) func maximumOutOfItsRangeIsRefused(maximum: Int) {
    let error = #expect(throws: LockoutError.self) {
      try LockoutSettings(maxCapturesBeforeDelay: maximum)
    }
    #expect(error?.code == .badSettings && error?.place == "maxCapturesBeforeDelay")
  }

  @Test(arguments: [
    ([], "delays"), ([Int](repeating: 1, count: 33), "delays"), ([0], "delays[0]"), ([60, -1], "delays[1]"),
    ([60, 2_592_001], "delays[1]"), ([.max], "delays[0]"), ([.min], "delays[0]"),
  ]) func delaysOutOfTheirRangesAreRefused(delays: [Int], place: String) {
    let error = #expect(throws: LockoutError.self) { try LockoutSettings(delays: delays) }
    #expect(error?.code == .badSettings && error?.place == place)
  }

  @Test func unlockTimeIsWrittenByISO8601() {
    let times: [(Int64, String)] = [
      (0, "1970-01-01T00:00:00.000Z"), (1_795_302_000_250, "2026-11-21T23:00:00.250Z"),
      (1_709_251_199_999, "2024-02-29T23:59:59.999Z"), (-1, "1969-12-31T23:59:59.999Z"),
    ]
    for (time, text) in times { #expect("\(UnlockTime(utcMilliseconds: time))" == text) }
    #expect(UnlockTime(utcMilliseconds: 1) < UnlockTime(utcMilliseconds: 2))
    #expect(!"\(UnlockTime(utcMilliseconds: .max))\(UnlockTime(utcMilliseconds: .min))".isEmpty)
  }
}
