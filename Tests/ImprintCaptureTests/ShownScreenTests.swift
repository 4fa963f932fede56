// SPDX-License-Identifier: Apache-2.0
import Imprint
import Testing

@testable import ImprintCapture

/// What a simulated person is shown of the events of a capture.
@Suite struct ShownScreenTests {
  private func shown(_ events: [CaptureEvent]) -> [ShownSetting: Int64] {
    var screen = ShownScreen()
    for event in events { screen.take(event) }
    return Dictionary(
      uniqueKeysWithValues: ShownSetting.allCases.compactMap { setting in
        screen.value(of: setting).map { (setting, $0) }
      })
  }

  private let nothing: [ShownSetting: Int64] = [
    .prompt: 0, .target: 0, .pointer: 0, .color: 0, .ovalWidth: 0, .action: 0,
  ]

  private func target(
    _ number: Int, isCurrent: Bool = true, isVisible: Bool = true, completeness: Float = 0
  ) -> CaptureEvent {
    .target(
      Cr2dTargetInfo(
        number: number, total: 3, isVisible: isVisible, isCurrent: isCurrent,
        centre: ScreenPlace(x: 0.6 - Float(number) * 0.1, y: -0.25), radius: 0.1, completeness: completeness))
  }

  private func expect(
    _ events: [CaptureEvent], _ differences: [ShownSetting: Int64],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(shown(events) == nothing.merging(differences) { $1 }, sourceLocation: sourceLocation)
  }

  @Test func nothingIsShownAtFirst() { expect([.mode(.active), .step(.preparing)], [:]) }

  @Test func theLastFeedbackIsThePrompt() {
    expect([.feedback(.comeBack), .feedback(.turnLeft)], [.prompt: 4])
    expect([.feedback(.noHeadMovement)], [.prompt: 22])
  }

  @Test func ofSeveralTargetsTheCurrentOneIsShown() {
    let path = [target(0), target(1, isCurrent: false), target(2, isCurrent: false)]
    expect([.step(.challenge)] + path, [.target: 1, .targetX: 600, .targetY: -250])
    expect(path + [target(0, completeness: 1)], [:])
    expect(
      path + [target(0, completeness: 1), target(0, isCurrent: false), target(1)],
      [.target: 1, .targetX: 500, .targetY: -250])
  }

  @Test func aTargetThatIsNotToBeDrawnIsNotShown() {
    expect([target(0, isVisible: false)], [:])
    expect([target(0), target(0, isVisible: false)], [:])
  }

  @Test func aTargetThatWasMissedIsGoneWithItsChallenge() {
    let pointer = CaptureEvent.pointer(
      Cr2dPointerInfo(isVisible: true, place: ScreenPlace(x: 0.1, y: 0.2)))
    expect([target(0), pointer, .step(.judging)], [:])
    expect(
      [target(0), pointer, .challenge(ChallengeInfo(index: 1, total: 2))],
      [.pointer: 1, .pointerX: 100, .pointerY: 200])
    expect([target(0), pointer, .step(.scanning)], [:])
  }

  @Test func aPlaceThatIsNoNumberIsTheMiddle() {
    expect(
      [.pointer(Cr2dPointerInfo(isVisible: true, place: ScreenPlace(x: .nan, y: .infinity)))],
      [.pointer: 1, .pointerX: 0, .pointerY: 0])
  }

  @Test func lightOvalAndActionsAreShown() throws {
    expect([.light(try #require(ScreenColor(rgb: 0xFF8001)))], [.color: 0xFF8001])
    let oval = OvalOverlay(centre: ScreenPlace(x: 0, y: 0.1), width: 0.9, height: 1.2)
    expect([.oval(oval)], [.ovalX: 0, .ovalY: 100, .ovalWidth: 900, .ovalHeight: 1200])
    expect([.action([.keepStill, .blink], score: 3)], [.action: 3])
    expect([.action(.turnRight, score: 0), .action([], score: 0)], [:])
  }

  @Test func theEndShowsNothing() {
    expect([.feedback(.good), target(0), .sourceEnded], [:])
  }
}
