// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@testable import ImprintCapture
@testable import imprint_demo

/// What the demo's page says, and that nothing that it is given becomes markup.
struct ReportPageTests {
  private func content(_ text: (String) -> String = { $0 }) throws -> ReportContent {
    let reference = Photograph(file: text("obama.jpg"), person: text("A"))
    let stranger = Photograph(file: text("biden.jpg"), person: text("B"))
    let manifest = try ManifestReader.plugin(
      at: BuiltProducts.package.appending(path: "manifests/plugins/face-f6.yaml").path
    ).manifest
    var times = DemoTimes()
    for milliseconds in [400, 21, 20, 22] { times.extracting.add(.milliseconds(milliseconds)) }
    times.opening.add(.milliseconds(12))
    func candidate(_ person: String, _ score: Double, _ isMatch: Bool) -> DemoIdentification.Candidate {
      .init(person: text(person), score: Score(score), isMatch: isMatch, isExtrapolated: score > 4000)
    }
    func search(
      _ probe: Photograph, isEnrolled: Bool, _ candidates: [DemoIdentification.Candidate]
    ) -> DemoIdentification {
      DemoIdentification(
        probe: probe, isEnrolled: isEnrolled, candidates: candidates, threshold: Score(3238),
        isThresholdExtrapolated: false, searched: 3)
    }
    return ReportContent(
      build: text("0.1.0 (debug)"), date: text("2026-11-22 12:00 UTC"),
      plugins: [text("dev.imprint.face-f6 1.0.0")],
      algorithm: text("imprint.face-f6"),
      cards: [
        .init(
          picture: "<svg></svg>", title: text("obama.jpg"), person: text("A"), lines: [text("said: nothing")])
      ],
      livenesses: [
        DemoLiveness(
          photograph: reference, who: text("a willing person"), isAttack: false, liveness: .live,
          findings: [LivenessFinding(method: .shape, verdict: .live, measure: 0.9, limit: 0.4)], frames: 90),
        DemoLiveness(
          photograph: reference, who: text("a print"), isAttack: true, liveness: .noDecision, findings: [],
          frames: 310),
      ],
      verifications: [
        DemoVerification(
          probe: reference, genuine: true, score: Score(4300), isExtrapolated: true, accepted: true),
        DemoVerification(
          probe: stranger, genuine: false, score: Score(1800), isExtrapolated: false, accepted: false),
      ], enrolled: [text("A"), text("drawn anna"), text("drawn ben")],
      identifications: [
        search(
          reference, isEnrolled: true, [candidate("A", 4300, true), candidate("drawn anna", 1500, false)]),
        search(
          stranger, isEnrolled: false, [candidate("A", 1800, false), candidate("drawn ben", 1490, false)]),
      ], calibration: try #require(manifest.calibrations.first), times: times)
  }

  @Test func whatIsPutIntoThePageIsTextWhereverItStands() throws {
    let hostile = "<script>alert('1')</script>\"><img src=x onerror=alert(1)>&\u{202E}\u{0}"
    let plain = ReportPage(try content()).html.text
    let page = ReportPage(try content { $0 + hostile }).html.text
    for markup in ["<script", "</script", "<img", "onerror=alert(1)>", "\u{202E}", "\u{0}"] {
      #expect(!page.contains(markup), "\(markup)")
    }
    #expect(
      page.contains(
        "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;"))
    // The same elements as without it, and no more.
    func elements(_ page: String) -> Int { page.count { $0 == "<" } }
    #expect(elements(page) == elements(plain))
  }

  @Test func aCombiningMarkHidesNoSign() {
    let text = "<\u{301}b>"
    let html: HTML = "\(text)"
    #expect(html.text == "&lt;\u{301}b&gt;")
  }

  @Test func aPersonAndAPrintStandBesideEachOtherWithWhatWasMeasured() throws {
    let page = ReportPage(try content()).html.text
    #expect(page.contains("<b>live</b></td><td>shape 0.90 (live)</td>"))
    #expect(page.contains("a print<small>obama.jpg, 310 frames</small></td>\n<td><b>noDecision</b>"))
  }

  /// A picture is longer than any text that is shown.
  @Test func aPictureIsInThePageWhole() throws {
    var state: UInt32 = 1
    let noise = (0..<(3 * 320 * 240)).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    let image = try #require(Image(width: 320, height: 240, format: .rgb24, pixels: noise))
    let face = Face(
      trackID: 1, box: Rectangle(x: 9, y: 9, width: 90, height: 90), leftEye: Point(x: 20, y: 20),
      rightEye: Point(x: 60, y: 20), detection: 1, presence: 1, pose: HeadPose(yaw: 0, pitch: 0, roll: 0),
      leftEyeOpenness: nil, rightEyeOpenness: nil, quality: FaceQuality(components: [:]), landmarks: [])
    let captured = FaceImage(
      image: image, face: face, timestamp: 0, quality: 80, tracking: .steady, liveness: .unknown)
    let svg = try FacePicture(captured).svg(called: "noise").text
    let match = try #require(svg.firstMatch(of: /base64,([^"]+)"/))
    let bytes = try #require(Data(base64Encoded: String(match.1)))
    // Begin and end of a JPEG file.
    #expect(Array(bytes.prefix(2)) == [0xFF, 0xD8] && Array(bytes.suffix(2)) == [0xFF, 0xD9])
    #expect(bytes.count > VisibleText.usualLimit)
  }

  @Test func aStrangerIsShownWithTheBestScoreAndFindsNobody() throws {
    let page = ReportPage(try content()).html.text
    #expect(page.contains("a stranger, not enrolled"))
    #expect(page.contains("nobody found"))
    #expect(page.contains("<b>1800</b>") && page.contains("<b>4300*</b>"))
  }

  @Test func versionDateAndNextStepsAreThere() throws {
    let page = ReportPage(try content()).html.text
    #expect(page.contains("0.1.0 (debug)") && page.contains("2026-11-22 12:00 UTC"))
    #expect(page.contains("dev.imprint.face-f6 1.0.0"))
    for file in [
      "docs/guides/integrate.md", "docs/guides/write-a-plugin.md", "docs/guides/evaluate.md",
      "docs/reference/accuracy.md", "docs/performance.md",
    ] {
      #expect(page.contains(file))
      #expect(FileManager.default.fileExists(atPath: BuiltProducts.package.appending(path: file).path))
    }
  }

  @Test func aPhoneGetsItsOwnWidthAndNothingIsFetched() throws {
    let page = ReportPage(try content()).html.text
    #expect(page.contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"))
    #expect(page.contains("@media (max-width:640px)"))
    for fetching in ["<script", "<link", "src=", "url(", "http://", "https://", "@import"] {
      #expect(!page.contains(fetching), "\(fetching)")
    }
  }

  @Test func theFirstCallStandsApartFromTheOthers() throws {
    let page = ReportPage(try content()).html.text
    #expect(
      page.contains(
        "<td>template extraction</td><td>400.0 ms</td><td>21.0 ms <small>median of 3</small></td>"))
    #expect(page.contains("<td>opening of plugins</td><td>12.0 ms</td><td><small>done once</small></td>"))
  }
}
