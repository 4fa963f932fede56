// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
import ImprintModel
import ImprintTemplateCodes
import Testing

private typealias Samples = TemplateCodeSamples

@Suite struct TemplateCodeTests {
  private func refusal(_ body: () throws(TemplateCodeError) -> Void) -> TemplateCodeErrorCode? {
    do throws(TemplateCodeError) { try body() } catch {
      #expect(!error.place.isEmpty && !error.reason.isEmpty && !error.remedy.isEmpty)
      return error.code
    }
    return nil
  }

  // MARK: Round trips

  @Test(arguments: TemplateCode.Correction.allCases, [2, 3, 8, 24])
  func whatIsReadIsWhatWasMade(correction: TemplateCode.Correction, size: Int) throws {
    let template = try Samples.template()
    let code = try TemplateCode(template, correction: correction)
    #expect(code.side == (correction == .medium ? 45 : 53))
    let read = try TemplateCodeReader.template(in: code.image(pixelsPerModule: size))
    #expect(read == template)
    // What the 116 bytes do not say.
    #expect(read.maker == nil && read.created == nil && read.samples == 1)
  }

  @Test func aPNGFileIsReadAgain() throws {
    let template = try Samples.template()
    let file = try TemplateCode(template).png(pixelsPerModule: 5)
    #expect(try TemplateCodeReader.template(in: ImageDecoder.decode(file)) == template)
  }

  @Test func bytesOfEachValueComeBack() throws {
    // Text converters would change zeros, line ends, or what is no UTF-8.
    for first in stride(from: UInt8(0), through: 240, by: 16) {
      let payload = Samples.payload { payload in
        for at in 20..<116 { payload[at] = first &+ UInt8(at % 16) }
      }
      let template = try Samples.template(payload: payload)
      #expect(try TemplateCodeReader.template(in: TemplateCode(template).image()).payload == payload)
    }
  }

  @Test func aQualityThatWasNotMeasuredIsNotSaid() throws {
    let payload = Samples.payload { $0[5] = 255 }
    let code = try TemplateCode(try Samples.template(payload: payload))
    #expect(try TemplateCodeReader.template(in: code.image()).quality == nil)
  }

  @Test(arguments: [7, 45, 90, 133, 180, 271] as [Double], [0.6, 1, 1.7])
  func aTurnedAndScaledPictureIsRead(degrees: Double, scale: Double) throws {
    let template = try Samples.template()
    let picture = try Samples.turned(TemplateCode(template).image(), degrees: degrees, scale: scale)
    #expect(try TemplateCodeReader.template(in: picture) == template)
  }

  @Test(arguments: [5, 12, 40]) func aCodeThatIsAPartOfALargePictureIsRead(size: Int) throws {
    let template = try Samples.template()
    let code = try TemplateCode(template).image(pixelsPerModule: size)
    let picture = try Samples.canvas(width: 4000, height: 3000, [(code, 1311, 307)])
    #expect(try TemplateCodeReader.template(in: picture) == template)
  }

  @Test func aSpoiltCodeIsCorrected() throws {
    let template = try Samples.template()
    let image = try TemplateCode(template).image()
    // 5 % of the code's area, away from its three corners.
    let spot = try #require(
      Image(width: 96, height: 96, format: .grey8, pixels: [UInt8](repeating: 255, count: 96 * 96)))
    let picture = try Samples.canvas(
      width: image.width, height: image.height, [(image, 0, 0), (spot, 260, 260)])
    #expect(try TemplateCodeReader.template(in: picture) == template)
  }

  // MARK: Refusals

  @Test(arguments: ["imprint.face-f6", "imprint.null"])
  func anotherFormatIsRefusedByName(algorithm: String) throws {
    let template = try Samples.template(algorithm, payload: [UInt8](repeating: 7, count: 512))
    let error = try #require(throws: TemplateCodeError.self) { try TemplateCode(template) }
    #expect(error.code == .otherFormat)
    #expect(error.reason.contains(algorithm) && error.reason.contains("imprint.face-f5"))
    #expect(error.remedy.contains("sdkctl enroll"))
  }

  @Test func eachChangedBitIsRefusedWhereACodeIsMade() throws {
    let good = Samples.payload()
    for bit in 0..<116 * 8 {
      var bad = good
      bad[bit / 8] ^= 1 << (bit % 8)
      let template = try Samples.template(payload: bad)
      let code = refusal { () throws(TemplateCodeError) in _ = try TemplateCode(template) }
      #expect(code == (bit < 32 ? .notATemplate : .damaged), "bit \(bit)")
    }
  }

  @Test(arguments: [32, 40, 130, 160, 927]) func aChangedBitIsRefusedWhereACodeIsRead(bit: Int) throws {
    var bad = Samples.payload()
    bad[bit / 8] ^= 1 << (bit % 8)
    let picture = try TemplateCode(bytes: bad).image()
    #expect(
      refusal { () throws(TemplateCodeError) in _ = try TemplateCodeReader.template(in: picture) } == .damaged
    )
  }

  @Test(
    arguments: [
      (Samples.payload { $0[4] = 2 }, .newerVersion), (Samples.payload { $0[4] = 0 }, .damaged),
      (Samples.payload { $0[5] = 101 }, .damaged), (Samples.payload { $0[9] = 1 }, .damaged),
      (Samples.payload().dropLast(), .damaged), (Samples.payload() + [0], .damaged),
      (Array("IMF5".utf8), .damaged), (Array("https://example.org/".utf8), .notATemplate),
      (Array("WIFI:S:net;;".utf8), .notATemplate), ([0, 1, 2, 3], .notATemplate),
    ] as [([UInt8], TemplateCodeErrorCode)])
  func foreignAndOtherContentIsRefused(bytes: [UInt8], expected: TemplateCodeErrorCode) throws {
    let picture = try TemplateCode(bytes: bytes).image()
    #expect(
      refusal { () throws(TemplateCodeError) in _ = try TemplateCodeReader.template(in: picture) } == expected
    )
  }

  @Test func twoTemplatesInOnePictureAreRefusedAndOneTwiceIsNot() throws {
    let (one, other) = (try Samples.template(), try Samples.template(payload: Samples.payload(2)))
    let images = try [one, other].map { try TemplateCode($0).image(pixelsPerModule: 6) }
    let both = try Samples.canvas(width: 900, height: 420, [(images[0], 10, 20), (images[1], 460, 20)])
    #expect(
      refusal { () throws(TemplateCodeError) in _ = try TemplateCodeReader.template(in: both) }
        == .severalCodes)
    let twice = try Samples.canvas(width: 900, height: 420, [(images[0], 10, 20), (images[0], 460, 20)])
    #expect(try TemplateCodeReader.template(in: twice) == one)
  }

  @Test func anotherCodeBesideTheTemplatesIsPassedOver() throws {
    let template = try Samples.template()
    let code = try TemplateCode(template).image(pixelsPerModule: 6)
    let address = try TemplateCode(bytes: Array("https://example.org/".utf8)).image(pixelsPerModule: 6)
    let picture = try Samples.canvas(width: 900, height: 420, [(address, 10, 20), (code, 460, 20)])
    #expect(try TemplateCodeReader.template(in: picture) == template)
  }

  @Test(
    arguments: [
      (1, 1), (65535, 1), (1, 65535), (3, 3), (5000, 4000), (640, 480),
    ]) func aPictureOfAnySizeWithoutACodeSaysSo(width: Int, height: Int) throws
  {
    for pixel in [0, 128, 255] as [UInt8] {
      let pixels = [UInt8](repeating: pixel, count: width * height)
      let picture = try #require(Image(width: width, height: height, format: .grey8, pixels: pixels))
      #expect(
        refusal { () throws(TemplateCodeError) in _ = try TemplateCodeReader.template(in: picture) }
          == .noCode)
    }
  }

  @Test func halfACodeIsNone() throws {
    let code = try TemplateCode(try Samples.template()).image()
    let half = try code.cropped(
      to: Rectangle(x: 0, y: 0, width: Float(code.width), height: Float(code.height / 2)))
    #expect(
      refusal { () throws(TemplateCodeError) in _ = try TemplateCodeReader.template(in: half) } == .noCode)
  }

  /// Noise, and thousands of what looks like a code's corner: an answer, and not after minutes.
  @Test(.timeLimit(.minutes(2)), arguments: [1, 4, 16])
  func aHostilePictureEndsInAnAnswer(block: Int) throws {
    let side = 1536
    var random = SeededGenerator(seed: UInt64(block))
    let noise = (0..<side * side).map { _ in UInt8.random(in: 0...255, using: &random) }
    let corner = [0b1111111, 0b1000001, 0b1011101, 0b1011101, 0b1011101, 0b1000001, 0b1111111, 0]
    let corners = (0..<side * side).map { at -> UInt8 in
      let (row, column) = (at / side / block % 8, at % side / block % 8)
      return column < 7 && corner[row] >> (6 - column) & 1 == 1 ? 0 : 255
    }
    for pixels in [noise, corners] {
      let picture = try #require(Image(width: side, height: side, format: .grey8, pixels: pixels))
      let code = refusal { () throws(TemplateCodeError) in _ = try TemplateCodeReader.template(in: picture) }
      #expect(code == .noCode || code == .notATemplate)
    }
  }

  // MARK: Drawings

  @Test(arguments: [0, 65, -1]) func aModuleOfAnotherSizeIsRefused(size: Int) throws {
    let code = try TemplateCode(try Samples.template())
    #expect(
      refusal { () throws(TemplateCodeError) in _ = try code.image(pixelsPerModule: size) } == .badOption)
  }

  @Test func theTerminalAndTheSVGShowTheSameModules() throws {
    let template = try Samples.template()
    let code = try TemplateCode(template)
    let shown = code.side + 8
    let lines = code.text().split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    #expect(lines.count == (shown + 1) / 2 && lines.allSatisfy { $0.count == shown })
    let reverse = code.text(onDark: false).split(separator: "\n").map(Array.init)
    // Half blocks, drawn as a terminal with light letters does.
    var pixels: [UInt8] = []
    for row in 0..<shown {
      for column in 0..<shown {
        let upper = row % 2 == 0
        let isLight = lines[row / 2][column] == "█" || lines[row / 2][column] == (upper ? "▀" : "▄")
        let isDark = reverse[row / 2][column] == "█" || reverse[row / 2][column] == (upper ? "▀" : "▄")
        #expect(isLight != isDark)
        #expect(isDark == code.isDark(row: row - 4, column: column - 4))
        pixels.append(isLight ? 255 : 0)
      }
    }
    let small = try #require(Image(width: shown, height: shown, format: .grey8, pixels: pixels))
    let large = try small.scaled(width: 6 * shown, height: 6 * shown)
    #expect(try TemplateCodeReader.template(in: large) == template)
    // Each run of the path is as many modules as its width says.
    let runs = code.svg.matches(of: /M(\d+) (\d+)h(\d+)v1h-\d+z/)
    var drawn: Set<[Int]> = []
    for run in runs {
      let (x, y, width) = (Int(run.1) ?? 0, Int(run.2) ?? 0, Int(run.3) ?? 0)
      for column in x..<x + width { drawn.insert([y - 4, column - 4]) }
    }
    for row in 0..<code.side {
      for column in 0..<code.side {
        #expect(drawn.contains([row, column]) == code.isDark(row: row, column: column))
      }
    }
  }

  @Test func itsDescriptionShowsNoModule() throws {
    #expect("\(try TemplateCode(try Samples.template()))" == "TemplateCode(53x53, q, <redacted>)")
  }
}
