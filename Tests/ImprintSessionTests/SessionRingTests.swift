// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintSession

@Suite struct SessionRingTests {
  private let begin = ContinuousClock.now

  /// A frame, its faces, its step and events, each a millisecond after the one before.
  private func append(_ sequence: UInt64, to ring: SessionRing, side: Int = 10) {
    let time = begin + .milliseconds(Int(sequence) * 100)
    let chunks: [SessionChunk] = [
      .frame(.sample(sequence, side: side)), .faces(SessionFaces(sequence: sequence, faces: [.sample()])),
      .step(SessionStep(.frame(sequence: sequence), time: sequence)),
      .events(SessionEvents(count: 1, bytes: [1, 2])),
    ]
    for chunk in chunks { #expect(ring.append(chunk, at: time) == .taken) }
  }

  private func sequences(_ contents: Contents) -> [UInt64] {
    contents.chunks.compactMap { if case .frame(let frame) = $0 { frame.sequence } else { nil } }
  }

  @Test func whatIsShorterThanTheRingIsAWholeSession() throws {
    let ring = try SessionRing(header: .sample)
    for chunk in sampleChunks() { ring.append(chunk) }
    let path = "\(try TemporaryFolder().path)/dump.imps"
    let summary = try ring.write(to: path)
    let contents = Contents(file: path)
    #expect(contents.chunks == sampleChunks() && contents.end == summary.end)
    #expect(contents.header == .sample && contents.header?.replayObstacle == nil)
    #expect(try bytes(of: path) == session())
  }

  @Test func onlyTheLastSecondsAreDumped() throws {
    let ring = try SessionRing(header: .sample, duration: .seconds(1))
    for sequence: UInt64 in 0..<30 { append(sequence, to: ring) }
    let path = "\(try TemporaryFolder().path)/dump.imps"
    try ring.write(to: path)
    let contents = Contents(file: path)
    #expect(contents.error == nil && contents.end != nil)
    #expect(sequences(contents) == Array(19...29))
    #expect(contents.header?.omitted == 4 * 19 && contents.header?.replayObstacle == .partial)
  }

  @Test func theBoundHoldsAndTheOldestGoFirst() throws {
    let ring = try SessionRing(header: .sample, limit: 1 << 20)
    var most = 0
    for sequence: UInt64 in 0..<200 {
      append(sequence, to: ring, side: 200)
      most = max(most, ring.held.bytes)
      #expect(ring.held.bytes <= 1 << 20)
    }
    #expect(most > 900_000)
    let path = "\(try TemporaryFolder().path)/dump.imps"
    try ring.write(to: path)
    let dumped = sequences(Contents(file: path))
    #expect(dumped.count > 15 && dumped.last == 199)
    #expect(dumped == Array((dumped.first ?? 0)...199))
  }

  /// Whatever the ring begins with, its dump is a session.
  @Test func everyPlaceToBeginIsReadable() throws {
    let folder = try TemporaryFolder()
    let chunks = sampleChunks()
    for dropped in 0...chunks.count {
      let ring = try SessionRing(header: .sample, duration: .seconds(1))
      for (place, chunk) in chunks.enumerated() {
        ring.append(chunk, at: place < dropped ? begin : begin + .seconds(2))
      }
      let path = "\(folder.path)/\(dropped).imps"
      try ring.write(to: path)
      let contents = Contents(file: path)
      // The last one is never too old.
      let kept =
        dropped == 0 || dropped == chunks.count ? chunks : [.orientation(.landscapeLeft)] + chunks[dropped...]
      #expect(
        contents.chunks == kept && contents.end != nil, "\(dropped): \(String(describing: contents.error))")
    }
  }

  @Test func aDumpNamesTheCameraThatItsFramesAreOf() throws {
    let ring = try SessionRing(header: .sample, duration: .seconds(1))
    let camera = SessionCamera(name: "second", locator: "/dev/video1")
    ring.append(.frame(.sample(5)), at: begin)
    ring.append(.camera(camera, seed: 77), at: begin)
    ring.append(.frame(.sample(0)), at: begin + .seconds(2))
    let path = "\(try TemporaryFolder().path)/dump.imps"
    try ring.write(to: path)
    #expect(Contents(file: path).header?.camera == camera && Contents(file: path).header?.omitted == 2)
    #expect(Contents(file: path).header?.seed == 77)
  }

  @Test func aDumpBeginsWithHowTheDeviceIsHeld() throws {
    let folder = try TemporaryFolder()
    let old: [SessionChunk] = [.orientation(.landscapeLeft), .frame(.sample(1)), .orientation(.upsideDown)]
    let back = try SessionRing(header: .sample, duration: .seconds(1))
    for chunk in old { back.append(chunk, at: begin) }
    back.append(.orientation(.portrait), at: begin)
    back.append(.frame(.sample(3)), at: begin + .seconds(2))
    try back.write(to: "\(folder.path)/back.imps")
    let upright = Contents(file: "\(folder.path)/back.imps")
    #expect(upright.chunks == [.frame(.sample(3))] && upright.header?.omitted == 4)
    let ring = try SessionRing(header: .sample, duration: .seconds(1))
    for chunk in old { ring.append(chunk, at: begin) }
    ring.append(.frame(.sample(2)), at: begin + .seconds(2))
    try ring.write(to: "\(folder.path)/dump.imps")
    let dump = Contents(file: "\(folder.path)/dump.imps")
    #expect(dump.chunks == [.orientation(.upsideDown), .frame(.sample(2))] && dump.header?.omitted == 2)
  }

  @Test func aDumpThatOnlyLacksWhatItSaysAgainIsWhole() throws {
    let ring = try SessionRing(header: .sample, duration: .seconds(1))
    ring.append(.orientation(.landscapeLeft), at: begin)
    ring.append(.frame(.sample(1)), at: begin + .seconds(2))
    let path = "\(try TemporaryFolder().path)/dump.imps"
    try ring.write(to: path)
    #expect(Contents(file: path).header?.replayObstacle == nil)
    #expect(try bytes(of: path) == session([.orientation(.landscapeLeft), .frame(.sample(1))]))
  }

  @Test func aRedactedDumpIsRedactedAsACopyOfTheDumpIs() throws {
    let ring = try SessionRing(header: .sample)
    for chunk in sampleChunks(landmarks: true) { ring.append(chunk) }
    let folder = try TemporaryFolder()
    let (dump, copy, redacted) = (
      "\(folder.path)/dump.imps", "\(folder.path)/copy.imps", "\(folder.path)/redacted.imps"
    )
    try ring.write(to: dump)
    try SessionRedaction.copy(dump, to: copy)
    try ring.write(to: redacted, redacted: true)
    #expect(try bytes(of: redacted) == bytes(of: copy))
  }

  @Test func aFrameLongerThanTheRingIsLostAndSaidSo() throws {
    let ring = try SessionRing(header: .sample, limit: 1 << 20)
    #expect(ring.append(.frame(.sample(1, side: 1100)), at: begin) == .lost)
    let path = "\(try TemporaryFolder().path)/dump.imps"
    #expect(try ring.write(to: path).counts.lostFrames == 1)
    #expect(
      Contents(file: path).chunks == [.lost(SessionLoss(first: 1, last: 1, count: 1, reason: .limit))])
  }

  @Test func whatIsNotInOrderIsRefusedAndNothingIsDumped() throws {
    let ring = try SessionRing(header: .sample)
    ring.append(.step(SessionStep(.tick, time: 2)))
    #expect(ring.append(.step(SessionStep(.tick, time: 1))) == .refused)
    let path = "\(try TemporaryFolder().path)/dump.imps"
    #expect(throws: SessionError.self) { try ring.write(to: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aFileThatIsThereStaysUnlessReplacingIsRequested() throws {
    let ring = try SessionRing(header: .sample)
    let path = try TemporaryFolder().write("before", to: "dump.imps")
    #expect(throws: SessionError.self) { try ring.write(to: path) }
    #expect(try bytes(of: path) == Array("before".utf8))
    try ring.write(to: path, replacing: true)
    #expect(Contents(file: path).end != nil)
  }

  @Test func dumpsWhileItGoesOnAreWhole() async throws {
    let ring = try SessionRing(header: .sample, duration: .seconds(1))
    let folder = try TemporaryFolder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for sequence: UInt64 in 0..<300 { append(sequence, to: ring) } }
      group.addTask {
        for number in 0..<20 {
          let path = "\(folder.path)/\(number).imps"
          try ring.write(to: path)
          let contents = Contents(file: path)
          #expect(contents.end != nil && contents.error == nil)
        }
      }
      try await group.waitForAll()
    }
  }
}
