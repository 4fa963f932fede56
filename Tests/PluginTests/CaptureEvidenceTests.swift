// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

/// What looks like evidence and is none: nobody is live by it.
struct CaptureEvidenceTests {
  // MARK: Comparisons

  @Test(arguments: [IMP_INPUT_END, IMP_INPUT_STOP, IMP_INPUT_TICK])
  func whoStopsBeforeTheLastComparisonIsAnsweredHasADoubt(input: Int32) throws {
    let head = try WillingHead(.throughout, score: nil)
    var (open, answered) = ([imp_capture_event_v2](), 0)
    while head.driver.finish == nil, !head.driver.steps.contains(IMP_STEP_JUDGING) {
      for asked in open { try head.driver.compared(asked, 6000) }
      answered += open.count
      let before = head.driver.all.count
      try head.perform(frames: 1)
      open = head.driver.all[before...].filter { $0.kind == UInt32(IMP_CAPTURE_COMPARE) }
    }
    #expect(answered > 0 && open.count == 1)
    switch input {
    case IMP_INPUT_END: try head.driver.end()
    case IMP_INPUT_STOP: try head.driver.stop()
    default: try head.driver.tick(after: 60_000_000_000)
    }
    #expect(head.driver.finish != nil && head.verdict == IMP_LIVENESS_NO_DECISION, "\(head.findings)")
  }
}
