// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintModel
import Testing

@testable import ImprintRuntime

/// What counted in a comparison, as a drawing.
@Suite struct FingerExplanationDrawingTests {
  private func minutia(
    _ side: FingerExplanation.Side, _ x: Double, _ y: Double,
    _ kind: FingerExplanation.Minutia.Kind = .ending
  ) -> FingerExplanation.Minutia {
    FingerExplanation.Minutia(side: side, kind: kind, x: x, y: y, direction: 90, quality: nil)
  }

  private func share(
    _ kind: FingerExplanation.Share.Kind, _ value: Float, _ probe: Int? = nil, _ reference: Int? = nil,
    _ otherProbe: Int? = nil, _ otherReference: Int? = nil
  ) -> FingerExplanation.Share {
    FingerExplanation.Share(
      kind: kind, value: value, probe: probe, reference: reference, otherProbe: otherProbe,
      otherReference: otherReference)
  }

  /// Two pairs with a line between them, and one minutia of the probe that is missing. Units are 50.8
  /// micrometres.
  private func explanation(_ motion: FingerExplanation.Motion?) -> FingerExplanation {
    FingerExplanation(
      similarity: 2.25, motion: motion,
      minutiae: [
        minutia(.probe, 508, 508), minutia(.probe, 5080, 508, .bifurcation),
        minutia(.probe, 508, 5080, .other),
        minutia(.reference, 1016, 508), minutia(.reference, 5588, 508),
      ],
      shares: [
        share(.pair, 1, 0, 3), share(.pair, 1, 1, 4), share(.edge, 0.5, 1, 4, 0, 3),
        share(.missed, -0.25, 2),
      ])
  }

  private let moved = FingerExplanation.Motion(turn: 0, right: 508, down: 0)

  @Test func pairsAreJoinedFromPrintToPrintAndWhatIsMissingIsRed() {
    let svg = FingerExplanationDrawing(of: explanation(moved)).svg
    let lines = svg.split(separator: "\n").map(String.init)
    // The reference begins 40 units after the 100 of the probe.
    let pair = "<path d=\"M30 30L180 30\" stroke=\"#0a0\" stroke-width=\"0.40\">"
    #expect(lines.contains(pair + "<title>1</title></path>"))
    // A line that agrees is drawn in both prints.
    #expect(lines.count(where: { $0.contains("stroke=\"#7c7\"") }) == 2)
    let missing = lines.filter { $0.hasPrefix("<g stroke=\"#d00\">") }
    // Once in its own print, once over the reference.
    #expect(missing.count == 2 && missing[0].contains("<title>-0.25</title><path"), "\(missing)")
    #expect(svg.contains("similarity 2.25: pair 2, edge 0.50, missed -0.25, ridges 0, other 0</text>"))
  }

  @Test func theProbeIsLaidOverTheReferenceByTheMotion() {
    let svg = FingerExplanationDrawing(of: explanation(moved)).svg
    // The third panel begins at 20 + 100 + 40 + 110 + 40: the pair lies on one place.
    #expect(svg.contains("<g stroke=\"#0a0\"><circle cx=\"330\" cy=\"30\" r=\"4\"/>"))
    #expect(svg.contains("<g stroke=\"#999\"><circle cx=\"330\" cy=\"30\" r=\"4\"/>"))
    let apart = FingerExplanationDrawing(of: explanation(nil)).svg
    #expect(apart.contains(">no alignment<") && !apart.contains("#999"))
  }

  @Test func aMotionTurnsAboutTheTopLeft() {
    let place = FingerExplanation.Motion(turn: 90, right: 10, down: 20).moved(100, 0)
    // Counter-clockwise, so upwards.
    #expect(abs(place.x - 10) < 1e-9 && abs(place.y + 80) < 1e-9)
  }

  @Test func aPictureLiesBelowItsMinutiaeAtItsResolution() throws {
    let picture = FingerExplanationDrawing.Picture(
      png: Array("Man".utf8), width: 300, height: 200, resolution: 39_370)
    let svg = FingerExplanationDrawing(of: explanation(moved), reference: picture).svg
    let image = try #require(svg.firstRange(of: "<image x=\"160\" y=\"20\" width=\"150\" height=\"100\""))
    let mark = try #require(svg.firstRange(of: "<circle"))
    #expect(image.lowerBound < mark.lowerBound && svg.contains("base64,TWFu\""))
  }

  @Test func whateverAPluginSaysTheDrawingStaysSmall() throws {
    var minutiae: [FingerExplanation.Minutia] = []
    for index in 0..<512 {
      minutiae.append(minutia(index < 256 ? .probe : .reference, index % 2 == 0 ? 1e6 : 0, 1e6))
    }
    let shares = (0..<8192).map { _ in share(.edge, .greatestFiniteMagnitude, 255, 511, 0, 256) }
    let explanation = FingerExplanation(
      similarity: 0, motion: FingerExplanation.Motion(turn: 180, right: 1e7, down: -1e7), minutiae: minutiae,
      shares: shares)
    let svg = FingerExplanationDrawing(of: explanation).svg
    #expect(svg.utf8.count < 4_000_000 && !svg.contains("nan") && !svg.contains("inf"))
    let width = try #require(svg.firstMatch(of: /width="(\d+)/).flatMap { Int($0.1) })
    #expect(width < 5000)
  }

  @Test func nothingIsDrawnOfNothing() {
    let nothing = FingerExplanation(similarity: -1, motion: nil, minutiae: [], shares: [])
    let svg = FingerExplanationDrawing(of: nothing).svg
    #expect(svg.hasSuffix("</svg>\n") && !svg.contains("<circle") && svg.contains("similarity -1:"))
  }
}
