// SPDX-License-Identifier: Apache-2.0
import CImprint
import Foundation
import ImprintCalls
import ImprintModel
import Synchronization
import TestSupport
import Testing

@testable import ImprintRecording

/// A carrier that answers what it is told to, and looks at the file while it carries.
private final class StagedCarrier: CallCarrier {
  let path: String
  private let delivery: CallDelivery
  private let answer: [UInt8]
  private let seen = Mutex<RecordingDigest?>(nil)

  init(_ delivery: CallDelivery, answer: [UInt8] = [], path: String) {
    self.delivery = delivery
    self.answer = answer
    self.path = path
  }

  var generation: UInt64 { 1 }
  /// The recording as it was during the last call.
  var recorded: RecordingDigest? { seen.withLock { $0 } }

  func carry(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) -> CallDelivery {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: request.bytes, alignment: 64)
    defer { room.deallocate() }
    write(room)
    #expect(Array(room) == Array(repeating: 7, count: request.bytes))
    seen.withLock { seen in seen = try? digest(path) }
    guard case .answered(let status) = delivery else { return delivery }
    return .answered(answer.withUnsafeBytes { read(status, $0) })
  }
}

@Suite struct CarrierTests {
  private func carry(_ delivery: CallDelivery, answer: [UInt8] = []) throws -> (
    StagedCarrier, RecordingDigest
  ) {
    let path = "\(try TemporaryFolder().path)/calls.imrec"
    let recording = try CallRecording(path, limit: 1 << 20, header: .sample)
    let staged = StagedCarrier(delivery, answer: answer, path: path)
    let carrier = RecordingCarrier(staged, to: recording)
    let request = CallRequest(
      function: .faceExtractorExtract, object: 9, generation: 1, bytes: 100, replyBytes: 200)
    let answered = carrier.carry(request) {
      $0.initializeMemory(as: UInt8.self, repeating: 7)
    } read: { status, body in
      #expect(Array(body) == answer)
      return status
    }
    #expect(answered == delivery)
    return (staged, try digest(path))
  }

  @Test func aCallIsInTheFileBeforeItIsMade() throws {
    let (staged, after) = try carry(.answered(301), answer: [1, 2, 3])
    let during = try #require(staged.recorded)
    #expect(during.ending == .cut && during.calls.count == 1)
    #expect(during.calls.first?.reply == nil && during.calls.first?.requestBytes == 100)
    let reply = try #require(after.calls.first?.reply)
    #expect(reply.outcome == .answered && reply.status == 301 && reply.bytes == 3)
  }

  @Test func aDeathAndACallThatWasNotMadeAreToldApart() throws {
    let (_, died) = try carry(.failed(901, words: "its process died: SIGSEGV."))
    #expect(died.calls.first?.reply?.outcome == .failed && died.calls.first?.reply?.status == 901)
    let (_, stale) = try carry(.stale)
    #expect(stale.calls.first?.reply?.outcome == .stale)
  }
}

extension RecordingHeader {
  static let sample = RecordingHeader(
    plugin: "org.example.one", version: SemanticVersion(major: 1, minor: 2, patch: 3),
    library: ContentHash(of: [1]), manifest: ContentHash(of: [2]), architecture: "x86_64", imprint: "0.1.0",
    isolation: "process", isRedacted: false, began: 5)
}
