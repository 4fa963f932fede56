// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What a server is sent of a capture.
@Suite(.timeLimit(.minutes(3)))
struct CaptureMetadataTests {
  private func captured(
    _ fixture: FixtureCapture
  ) async throws -> (result: CaptureResult, metadata: MetadataRecorder) {
    let capture = try await fixture.make()
    let metadata = try MetadataRecorder(
      of: try #require(await capture.setup), FixtureCapture.origin,
      entitlements: await capture.entitlements)
    try await capture.add(metadata)
    return (try await capture.run(), metadata)
  }

  @Test(arguments: MetadataSuite.allCases)
  func theServerOpensItAndHasReturnedFramesAlone(suite: MetadataSuite) async throws {
    let fixture = try FixtureCapture()
    let (result, metadata) = try await captured(fixture)
    let key = MetadataPrivateKey.generate(suite)
    let message = try metadata.sealed(to: key.publicKey)
    #expect(Data(message).range(of: Data([UInt8](repeating: 7, count: 64))) == nil)
    let opened = try OpenedMetadata(opening: message, with: key)
    #expect(opened.images.map(\.frame.sequence) == [9] && opened.images.map(\.facts.quality) == [80])
    #expect(try opened.images.map { try $0.frame.decoded() } == result.images.map(\.image))
    #expect(opened.digest.counts.frames == 1 && opened.digest.counts.omittedFrames == 24)
    #expect(opened.digest.steps.count == 26 && opened.digest.verdict?.liveness == result.liveness)
    // It replays from what the tracker found.
    let path = try fixture.folder.write(opened.session, to: "session.imps")
    let report = try await FixtureCapture().replay(path)
    #expect(report.conclusion == .same && report.missingPictures == 24)
  }

  @Test func anotherKeyDoesNotOpenIt() async throws {
    let (_, metadata) = try await captured(try FixtureCapture())
    let message = try metadata.sealed(to: MetadataPrivateKey.generate().publicKey)
    let error = #expect(throws: MetadataError.self) {
      try OpenedMetadata(opening: message, with: MetadataPrivateKey.generate())
    }
    #expect(error?.code == .otherKey)
  }

  @Test func beforeTheEndThereIsNone() async throws {
    let capture = try await FixtureCapture().make()
    let metadata = try MetadataRecorder(
      of: try #require(await capture.setup), FixtureCapture.origin,
      entitlements: await capture.entitlements)
    let error = #expect(throws: SessionError.self) {
      try metadata.sealed(to: MetadataPrivateKey.generate().publicKey)
    }
    #expect(error?.code == .content)
  }

  @Test func itsDumpIsASessionThatAnybodyReads() async throws {
    let fixture = try FixtureCapture()
    let (_, metadata) = try await captured(fixture)
    let path = "\(fixture.folder.path)/metadata.imps"
    let summary = try await metadata.write(to: path)
    #expect(summary.counts.frames == 1 && summary.counts.omittedFrames == 24)
    #expect(try SessionDigest(file: path).verdict?.images.map(\.sequence) == [9])
  }

  @Test func aSlotThatIsFilledAnewForgetsItsFirstFrame() async throws {
    var fixture = try FixtureCapture()
    // Every frame goes into the one slot.
    fixture.step = FixtureCapture.keepsOne.replacing("if (now == 360000000u) ", with: "")
    let (_, metadata) = try await captured(fixture)
    let key = MetadataPrivateKey.generate()
    let opened = try OpenedMetadata(opening: try metadata.sealed(to: key.publicKey), with: key)
    #expect(opened.images.map(\.frame.sequence) == [24] && opened.digest.counts.frames == 1)
  }

  @Test func somethingElseThatWasSealedIsRefused() throws {
    let key = MetadataPrivateKey.generate()
    let message = try SealedMetadata.seal(Array("a session".utf8), to: key.publicKey)
    let error = #expect(throws: SessionError.self) { try OpenedMetadata(opening: message, with: key) }
    #expect(error?.code == .notASession)
  }
}
