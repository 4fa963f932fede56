// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintSession

@Suite struct SessionBufferTests {
  @Test func aFrameThatWasOmittedGetsItsBytesBack() throws {
    var buffer = try SessionBuffer(header: .sample)
    for sequence: UInt64 in 1...3 { try buffer.append(.omittedFrame(OmittedFrame(of: .sample(sequence)))) }
    // The second is there already, the third never was.
    let restored = [2, 2, 4].map { buffer.restore(.sample($0)) }
    #expect(restored == [true, false, false])
    #expect(
      Contents(buffer.encoded()).chunks == [
        .omittedFrame(OmittedFrame(of: .sample(1))), .frame(.sample(2)),
        .omittedFrame(OmittedFrame(of: .sample(3))),
      ])
  }

  @Test func aFrameIsRestoredToTheLastCameraThatHasIt() throws {
    var buffer = try SessionBuffer(header: .sample)
    let camera = SessionChunk.camera(SessionCamera(name: "", locator: ""))
    let omitted = SessionChunk.omittedFrame(OmittedFrame(of: .sample(1)))
    for chunk in [omitted, camera, omitted] { try buffer.append(chunk) }
    let isRestored = buffer.restore(.sample(1))
    #expect(isRestored)
    #expect(Contents(buffer.encoded()).chunks == [omitted, camera, .frame(.sample(1))])
  }

  @Test func whatDoesNotFitStaysOmitted() throws {
    var buffer = try SessionBuffer(header: .sample, limit: 2000)
    try buffer.append(.omittedFrame(OmittedFrame(of: .sample(1, side: 100))))
    let isRestored = buffer.restore(.sample(1, side: 100))
    #expect(!isRestored)
    #expect(buffer.encoded().count < 2000)
  }

  @Test func itsFileHasTheBytesThatItHasInMemory() throws {
    var buffer = try SessionBuffer(header: .sample)
    for chunk in sampleChunks(landmarks: true) { try buffer.append(chunk) }
    let path = "\(try TemporaryFolder().path)/a.imps"
    let summary = try buffer.write(to: path)
    #expect(try bytes(of: path) == buffer.encoded() && summary.bytes == buffer.encoded().count)
    #expect(throws: SessionError.self) { try buffer.write(to: path) }
  }
}
