// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What a capture has compared is extracted once, as long as it is asked for.
@Suite(.timeLimit(.minutes(2)))
struct FaceComparerTests {
  private let installation: FixtureInstallation
  private let system: BiometricSystem
  /// The extractor adds a byte each time.
  private let count: URL

  init() throws {
    count = try TemporaryFolder().url.appending(path: "extracted")
    installation = try FixtureInstallation([
      "COUNT": "\"\(count.path)\"",
      "FIX_EXTRACT": "{ FILE *count = fopen(COUNT, \"a\"); fputc('.', count); fclose(count); }",
    ])
    system = try installation.open()
  }

  private var extractions: Int { get throws { try Data(contentsOf: count).count } }

  private func comparer() throws -> any CaptureComparer { try #require(system.faces.comparer()) }

  /// A picture of one grey, and the face that the fixture finds in each.
  private func frame(_ grey: UInt8) async throws -> KeptFrame {
    let image = try #require(
      Image(width: 64, height: 64, format: .grey8, pixels: [UInt8](repeating: grey, count: 64 * 64)))
    let face = try #require(try await system.faces.detect(in: image).first)
    return KeptFrame(image: image, face: face, timestamp: 0)
  }

  @Test func theFrameThatOthersAreComparedWithIsExtractedOnce() async throws {
    let comparer = try comparer()
    let reference = try await frame(100)
    var scores: [Score?] = []
    for grey: UInt8 in [70, 60, 50, 40, 30, 20] {
      scores.append(try await comparer.score(of: frame(grey), and: reference))
    }
    #expect(try extractions == 7)
    // They are the scores of comparers that know nothing yet.
    for (grey, score) in zip([70, 60, 50, 40, 30, 20] as [UInt8], scores) {
      #expect(try await self.comparer().score(of: frame(grey), and: reference) == score)
    }
    #expect(Set(scores).count == 6)
  }

  @Test func whatWasComparedLongBeforeIsExtractedAgain() async throws {
    let comparer = try comparer()
    for pair: (UInt8, UInt8) in [(1, 2), (3, 4), (5, 5)] {
      _ = try await comparer.score(of: frame(pair.0), and: frame(pair.1))
    }
    #expect(try extractions == 5)
    _ = try await comparer.score(of: frame(1), and: frame(5))
    #expect(try extractions == 6)
  }

  @Test func otherPixelsAndOtherFacesAreExtractedThoughTheirTimeIsTheSame() async throws {
    let comparer = try comparer()
    let first = try await frame(100)
    _ = try await comparer.score(of: first, and: frame(101))
    #expect(try extractions == 2)
    var face = first.face
    face.box.x += 1
    _ = try await comparer.score(of: KeptFrame(image: first.image, face: face, timestamp: 0), and: first)
    #expect(try extractions == 3)
  }
}
