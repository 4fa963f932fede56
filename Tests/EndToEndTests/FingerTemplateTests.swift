// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// Prints go in, templates come out, by a plugin that knows of nothing else.
@Suite struct FingerTemplateTests {
  private func extractor(_ isolation: Isolation) async throws -> (TemplateInstallation, FingerExtractor) {
    let installation = try TemplateInstallation(
      [.finger()], needs: ["{ability: imprint.finger-extractor/1, format: example.faulty-press}"])
    return (
      installation, try await installation.open(isolation).fingers.extractor(format: "example.faulty-press")
    )
  }

  /// Stripes that are no finger's.
  private func print(resolution: Int? = 19_685, shade: Int = 3) throws -> Image {
    let pixels = (0..<64 * 64).map { UInt8(truncatingIfNeeded: 90 + $0 % 64 * shade) }
    return try #require(
      Image(width: 64, height: 64, format: .grey8, resolution: resolution, pixels: pixels))
  }

  @Test func aTemplateSaysWhichFingerItIsOfAndIsTheSameInTheProcessAndInAWorker() async throws {
    var made: Set<[UInt8]> = []
    for isolation in Isolation.allCases {
      let (installation, extractor) = try await extractor(isolation)
      let template = try await extractor.template(
        of: print(), finger: Finger(position: .leftThumb, impression: .liveRolled))
      #expect(template.modality == .finger && template.site == .leftThumb)
      #expect(template.format.description == "example.faulty-press/1")
      #expect(template.maker?.id == "org.example.finger")
      made.insert(template.payload)
      #expect(try await extractor.template(of: print()).site == .unknown)
      #expect(try await extractor.template(of: print(shade: -5)).payload != template.payload)
      withExtendedLifetime(installation) {}
    }
    #expect(made.count == 1)
  }

  @Test func aBlankImageIsRefusedWithThePluginsWordsAndOneWithoutResolutionWithARemedy() async throws {
    let (installation, extractor) = try await extractor(.process)
    let blank = try await #require(throws: PluginCallError.self) {
      try await extractor.template(of: print(shade: 0))
    }
    #expect(blank.code == .noSubject && blank.reason.contains("put the finger down"))
    #expect(blank.remedy == "Give an image of a finger that lies flat on the sensor.")
    let unknown = try await #require(throws: PluginCallError.self) {
      try await extractor.template(of: print(resolution: nil))
    }
    #expect(unknown.code == .sample && unknown.remedy.contains("resolution"))
    withExtendedLifetime(installation) {}
  }
}
