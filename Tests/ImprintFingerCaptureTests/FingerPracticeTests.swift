// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintRuntime
import Testing

/// Practice in four steps.
@Suite struct FingerPracticeTests {
  @Test func thereAreFourStepsAndTheFourthIsLive() {
    var step: FingerPracticeStep? = .sensor
    var steps: [FingerPracticeStep] = []
    while let now = step {
      steps.append(now)
      #expect(now.next.map { $0.previous == now } ?? true && !now.words.isEmpty)
      step = now.next
    }
    #expect(steps.count == 4 && steps.map(\.isLive) == [false, false, false, true])
  }

  @Test func threeGoodPressesInARowEndItAndAFailureBeginsAnew() async throws {
    let qualities: [UInt8] = [80, 80, 10, 80, 81, 82]
    let reader = PressedFingers(qualities.map { .image(drawnPrint(1, quality: $0)) })
    let operation = try await TestFingers(reader).flows.practice()
    let told = await operation.told().filter { $0.hasPrefix("unknown") }
    #expect(told == ["1", "2", "1", "2", "3"].map { "unknown \($0)/3" })
    #expect(try await operation.value().map(\.quality) == [80, 81, 82])
  }

  @Test func whoReadsTheEventsHasBarsAndAdviceInAnOverlay() async throws {
    let reader = PressedFingers(([80, 10, 90] as [UInt8]).map { .image(drawnPrint(1, quality: $0)) })
    var settings = FingerPracticeSettings(presses: 1)
    settings.demand.minimumQuality = 85
    let operation = try await TestFingers(reader).flows.practice(settings)
    var overlay = FingerOverlay()
    var advice: [FingerFeedback?] = []
    for await event in operation.events {
      overlay.hear(event)
      if case .feedback = event { advice.append(overlay.feedback) }
    }
    #expect(advice.contains(.again(.poor)))
    #expect(overlay.quality == 90 && overlay.area > 0 && overlay.done == 1)
  }

  @Test func withoutAnExtractorTheBarShowsContrast() async throws {
    let reader = PressedFingers(Array(repeating: .image(drawnPrint(1)), count: 3))
    let pictures = try await TestFingers(reader).flows.practice(
      FingerPracticeSettings(templateType: nil)
    ).value()
    #expect(pictures.allSatisfy { $0.quality == nil && $0.qualityBar == $0.measures.contrast })
  }
}
