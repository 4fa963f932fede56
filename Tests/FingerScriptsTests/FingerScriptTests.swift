// SPDX-License-Identifier: Apache-2.0
import FingerScripts
import ImprintPluginKit
import Testing

@Suite struct FingerScriptTests {
  private static let head = "imprint-finger-reader 1\n"

  private func script(_ text: String) throws(PluginFailure) -> FingerScript {
    try FingerScript(Array(text.utf8), place: "reader.txt")
  }

  @Test func stepsAreReadInOrderWithWhatHoldsForThem() throws {
    let script = try script(
      """
      # A finger that is pressed twice.
      imprint-finger-reader 1

      resolution 500
      delay 300ms   # the person reads
      arrive
      image one.pgm
      resolution 500 508
      liveness live
      impression live-swipe
      retry too-dry
      image two.bmp contrast=50 area=60 liveness=attack impression=other resolution=1000
      poor one.pgm
      delay 2s
      lift
      unplug
      """)
    #expect(script.busy == .never)
    let even = FingerResolution(19685)
    let uneven = FingerResolution(x: 19685, y: 20000)
    #expect(
      script.steps == [
        .delay(300_000_000), .arrive,
        .image(image("one.pgm", even)), .retry(.tooDry),
        .image(image("two.bmp", FingerResolution(39370), .other, .attack, contrast: 50, area: 60)),
        .image(image("one.pgm", uneven, .liveSwipe, .live, contrast: 30, area: 40)),
        .delay(2_000_000_000), .lift, .unplug,
      ])
  }

  private func image(
    _ name: String, _ resolution: FingerResolution?, _ impression: Finger.Impression = .livePlain,
    _ liveness: FingerLiveness = .unknown, contrast: Int = 100, area: Int = 100
  ) -> ScriptedImage {
    ScriptedImage(
      name: name, resolution: resolution, impression: impression, liveness: liveness, contrast: contrast,
      area: area)
  }

  @Test func everyReasonHasItsWord() throws {
    let words = [
      "other", "too-short", "too-fast", "too-slow", "off-centre", "too-small", "turned", "too-light",
      "too-hard", "too-dry", "too-wet", "dirty", "poor", "moved", "lift",
    ]
    let script = try script(Self.head + words.map { "retry \($0)\n" }.joined())
    #expect(script.steps == FingerRetryReason.allCases.map { .retry($0) })
  }

  @Test(arguments: [
    ("busy", FingerScript.Busy.always), ("busy while in-use.flag", .whileThereIs("in-use.flag")),
  ])
  func aReaderMayBeBusy(line: String, busy: FingerScript.Busy) throws {
    #expect(try script(Self.head + line).busy == busy)
  }

  @Test func linesMayEndAsOnOtherSystems() throws {
    #expect(try script("imprint-finger-reader 1\r\narrive\r\nlift\r\n").steps == [.arrive, .lift])
  }

  @Test func aReaderWithoutPresenceScansAlone() throws {
    #expect(try script(Self.head + "retry poor\nimage a.pgm\n").steps.count == 2)
  }

  // Each with the line that is wrong.
  @Test(arguments: [
    ("", 0), ("imprint-finger-reader 2", 1), ("arrive", 1), ("imprint-finger-reader", 1),
    ("# nothing\n\nlift", 3),
    (head + "press", 2), (head + "arrive now", 2), (head + "lift", 2), (head + "arrive\narrive", 3),
    (head + "arrive\nlift\nimage a.pgm", 4), (head + "image a.pgm\narrive", 3), (head + "arrive", 0),
    (head + "unplug\ndelay 1s", 3), (head + "fail\narrive", 3),
    (head + "delay", 2), (head + "delay 5", 2), (head + "delay -1s", 2), (head + "delay 1h", 2),
    (head + "delay 86401s", 2), (head + "delay 99999999999999999999s", 2), (head + "delay 1s 2s", 2),
    (head + "resolution", 2), (head + "resolution 0", 2), (head + "resolution 1e9", 2),
    (head + "resolution nan", 2), (head + "resolution -500", 2), (head + "resolution 500 500 500", 2),
    (head + "resolution 25401", 2), (head + "impression thumb", 2), (head + "liveness", 2),
    (head + "retry", 2), (head + "retry hot", 2), (head + "busy now", 2), (head + "busy while", 2),
    (head + "image", 2), (head + "image ../a.pgm", 2), (head + "image /etc/passwd", 2),
    (head + "image .hidden", 2), (head + "image a.pgm b.pgm", 2), (head + "image a.pgm contrast=101", 2),
    (head + "image a.pgm area=-1", 2), (head + "image a.pgm colour=red", 2),
    (head + "image a.pgm resolution=", 2), (head + "busy while a/b", 2),
  ])
  func aWrongLineIsNamed(text: String, line: Int) throws {
    let failure = try #require(throws: PluginFailure.self) { try script(text) }
    #expect(failure.status == .file)
    #expect(failure.words.hasPrefix(line == 0 ? "reader.txt " : "reader.txt:\(line): "), "\(failure.words)")
  }

  @Test func whatIsNoTextOrTooLongIsRefused() {
    #expect(throws: PluginFailure.self) { try FingerScript([0xFF, 0xFE], place: "a") }
    let long = Array(Self.head.utf8) + [UInt8](repeating: 0x20, count: FingerScript.mostBytes)
    #expect(throws: PluginFailure.self) { try FingerScript(long, place: "a") }
  }

  @Test func wordsShowNothingThatATerminalObeys() throws {
    let failure = try #require(throws: PluginFailure.self) {
      try script(Self.head + "\u{1B}[2J" + String(repeating: "x", count: 500))
    }
    #expect(!failure.words.contains("\u{1B}") && failure.words.utf8.count < 300, "\(failure.words)")
  }
}
