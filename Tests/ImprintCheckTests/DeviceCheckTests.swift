// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ImprintCheck

/// Checks of devices where there is little to look at, or what is seldom seen.
struct DeviceCheckTests {
  @Test func watchesThatWereToldOfNothingAreNotCompared() async throws {
    let result = try await FixturePlugin.devices().checked("watch.watches-do-not-share")
    #expect(result.outcome == .skipped(reason: "no event occurred during the check."))
  }

  @Test func aValueOutsideItsRangeIsDoubtfulAndNoFailure() async throws {
    // The header lets a driver say so.
    let fixture = try FixturePlugin.devices(["FIX_CONTROLS": "controls[0].value = 999;"])
    let result = try await fixture.checked("controls.controls-make-sense")
    #expect(result.outcome.word == "warning", "\(result.outcome)")
    #expect(result.outcome.reason.contains("999"))
  }

  @Test func aRangeOfAllNumbersIsTriedInItsMiddle() async throws {
    let fixture = try FixturePlugin.devices([
      "FIX_CONTROLS":
        "controls[0].minimum = INT64_MIN; controls[0].maximum = INT64_MAX; controls[0].step = 1;",
      "FIX_SET": "if (control == IMP_CAMERA_GAIN) { gain = *value; return IMP_OK; }",
    ])
    #expect(try await fixture.checked("controls.granted-is-read-back").outcome == .passed)
  }

  @Test func aRangeThatIsUpsideDownEndsNoCheck() async throws {
    let fixture = try FixturePlugin.devices(["FIX_CONTROLS": "controls[0].minimum = 200;"])
    let makesSense = try await fixture.checked("controls.controls-make-sense")
    #expect(makesSense.outcome.reason.contains("a range of 200 to 100"), "\(makesSense.outcome)")
    for check in ["controls.granted-is-read-back", "controls.refuses-settings"] {
      let outcome = try await fixture.checked(check).outcome
      #expect(["passed", "failed"].contains(outcome.word), "\(check): \(outcome)")
    }
  }
}
