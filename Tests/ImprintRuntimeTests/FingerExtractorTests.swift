// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What is not as with every extractor.
struct FingerExtractorTests {
  private func extractor(_ defines: [String: String] = [:]) async throws -> FingerExtractor {
    try await FingerExtractor.make(try ExtractorKind.finger.plugin(defines))
  }

  private func print(resolution: Int? = 19_685, format: PixelFormat = .grey8) throws -> Image {
    try ExtractorKind.print(resolution: resolution, format: format)
  }

  // MARK: Formats

  @Test func resolutionsAtTheEndsOfTheirRangeAreFormats() throws {
    let formats = try FingerExtractor.formats(
      of: try ExtractorKind.finger.plugin(
        [
          "FIX_FORMATS": """
          formats[0].resolution_min = 1; formats[0].resolution_max = 1000000; \
          formats[1].resolution_min = formats[1].resolution_max;
          """
        ], listing: 2))
    #expect(formats.map(\.resolutions) == [1...1_000_000, 20_000...20_000])
    #expect(formats.map(\.template.description) == ["example.finger-0/2", "example.finger-1/2"])
  }

  @Test(arguments: [
    "formats[0].resolution_min = 0;", "formats[0].resolution_min = 20001;",
    "formats[0].resolution_max = 1000001;", "formats[0].resolution_max = UINT32_MAX;",
    "formats[0].resolution_max = 0;",
  ])
  func aHostileFormatIsRefused(statement: String) throws {
    #expect(try FormatKind.finger.fixture(["FIX_FORMATS": statement]).refusal().code == .brokenContract)
  }

  // MARK: Prints

  @Test func printAndFingerArriveAsTheContractSays() async throws {
    //
    let extractor = try await extractor([
      "FIX_TEMPLATE": """
      if (image->size != sizeof *image || image->format != IMP_PIXEL_GREY8) return IMP_E_INTERNAL; \
      if (image->resolution != 19685 || image->width != 4) return IMP_E_INTERNAL; \
      if (finger->size != sizeof *finger || finger->reserved) return IMP_E_INTERNAL; \
      if (payload->capacity != 8 || extraction->size != sizeof *extraction) return IMP_E_INTERNAL; \
      payload->data[0] = (uint8_t)finger->position; payload->data[1] = (uint8_t)finger->impression;
      """
    ])
    for (finger, told) in [
      (Finger(), [0, 29]), (Finger(position: .leftLittle, impression: .liveSwipe), [10, 8]),
      (Finger(position: .rightThumb, impression: .liveContactless), [1, 24]),
    ] as [(Finger, [UInt8])] {
      #expect(try await extractor.extract(print(), finger: finger).payload.bytes.prefix(2) == told[...])
    }
  }

  @Test func leastAndHighestResolutionAreTaken() async throws {
    let extractor = try await extractor()
    for resolution in [19_000, 20_000] {
      #expect(try await extractor.extract(print(resolution: resolution)).version == 2)
    }
  }

  @Test func anImageOfAnotherResolutionIsRefusedBeforeThePluginIsAsked() async throws {
    let extractor = try await extractor()
    for (resolution, words) in [
      (nil, "the image's resolution is not stated"), (18_999, "18999 pixels per metre (483 dpi)"),
      (20_001, "20001 pixels per metre"), (1, "1 pixels per metre"),
      (Int(UInt32.max), "4294967295 pixels per metre"),
    ] as [(Int?, String)] {
      let error = try await refusal(extractor, print(resolution: resolution))
      #expect(error.code == .sample)
      #expect(error.reason.contains(words), "\(error.reason)")
      #expect(error.reason.contains("example.finger-0 supports 19000 pixels per metre (483 dpi)"))
      #expect(error.remedy.contains(resolution == nil ? "resolution" : "Scale"))
    }
    #expect(try await extractor.extract(print()).payload.bytes[3] == 1)
  }

  @Test func anImageInColoursIsRefusedBeforeThePluginIsAsked() async throws {
    let extractor = try await extractor()
    let error = try await refusal(extractor, print(format: .rgb24))
    #expect(error.code == .sample && error.remedy.contains("grey8"))
    #expect(try await extractor.extract(print()).payload.bytes[3] == 1)
  }

  @Test(arguments: [BodySite.face, .voice, .rightFour, .leftFour, .bothThumbs])
  func aSiteThatIsNoOneFingerIsRefusedBeforeThePluginIsAsked(site: BodySite) async throws {
    let extractor = try await extractor()
    let error = try await refusal(extractor, print(), Finger(position: site))
    #expect(error.code == .argument)
    #expect(try await extractor.extract(print()).payload.bytes[3] == 1)
  }

  private func refusal(
    _ extractor: FingerExtractor, _ image: Image, _ finger: Finger = Finger()
  ) async throws -> PluginCallError {
    let error = try await #require(throws: PluginCallError.self) {
      try await extractor.extract(image, finger: finger)
    }
    #expect(error.place == "org.example.fixture: finger-extractor.extract")
    return error
  }
}
