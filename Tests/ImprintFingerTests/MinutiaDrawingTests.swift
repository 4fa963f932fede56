// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import Testing

@Suite struct MinutiaDrawingTests {
  @Test(arguments: [
    (Minutia.Kind.ending, "<circle cx=\"100\" cy=\"200.50\" r=\"4\"/>"),
    (.bifurcation, "<rect x=\"96\" y=\"196.50\" width=\"8\" height=\"8\"/>"),
    (.other, "<path d=\"M100 196.50L104 204.50L96 204.50Z\"/>"),
  ])
  func eachKindHasItsShape(kind: Minutia.Kind, shape: String) {
    let drawn = MinutiaDrawing(of: FingerSamples.one(x: 100, y: 200.5, degrees: 0, kind: kind)).svg
    #expect(drawn.contains(shape), "\(drawn)")
    // To the right, where the angle is 0.
    #expect(drawn.contains("M104 200.50L114 200.50"), "\(drawn)")
  }

  @Test(arguments: [(90.0, "M100 196L100 186"), (180, "M96 200L86 200"), (270, "M100 204L100 214")])
  func theLineGoesCounterClockwise(degrees: Double, line: String) {
    let drawn = MinutiaDrawing(of: FingerSamples.one(x: 100, y: 200, degrees: degrees)).svg
    #expect(drawn.contains(line), "\(drawn)")
  }

  @Test func thePictureLiesBelowTheMinutiae() throws {
    let view = FingerSamples.view(7)
    let drawn = MinutiaDrawing(
      of: view, on: MinutiaDrawing.Picture(png: Array("Man".utf8), width: 500, height: 300)
    ).svg
    #expect(drawn.contains("viewBox=\"0 0 500 480\""))
    #expect(drawn.contains("href=\"data:image/png;base64,TWFu\""))
    let lines = drawn.split(separator: "\n")
    #expect(lines.count(where: { $0.hasPrefix("<g stroke=") }) == 7)
    let picture = try #require(lines.firstIndex { $0.contains("<image") })
    let minutia = try #require(lines.firstIndex { $0.hasPrefix("<g stroke=") })
    #expect(picture < minutia)
  }

  // RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func picturesAreWrittenInBase64(text: String, encoded: String) {
    let picture = MinutiaDrawing.Picture(png: Array(text.utf8), width: 1, height: 1)
    let drawn = MinutiaDrawing(of: FingerSamples.view(0), on: picture).svg
    #expect(drawn.contains("base64,\(encoded)\""))
  }

  @Test func minutiaeOutOfAllMeasureAreDrawnAsNumbers() {
    let drawn = MinutiaDrawing(of: FingerSamples.one(x: 1e300, y: -1e300, degrees: 0)).svg
    #expect(drawn.contains("cx=\"1000000\" cy=\"-1000000\""))
  }
}
