// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintSession

@Suite struct SessionWriterTests {
  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func whatIsAppendedIsInTheFile() async throws {
    let path = "\(try TemporaryFolder().path)/a.imps"
    let writer = try SessionWriter(creating: path, header: .sample)
    for chunk in sampleChunks(landmarks: true) { #expect(writer.append(chunk) == .taken) }
    let summary = try await writer.finish()
    let contents = Contents(file: path)
    #expect(contents.chunks == sampleChunks(landmarks: true) && contents.end == summary.end)
    let written = try bytes(of: path)
    #expect(summary.bytes == written.count && summary.bytes == writer.writtenBytes)
    #expect(summary.counts == writer.counts && summary.end.reason == .complete)
    #expect(try permissions(path) == 0o600)
    // The same bytes as in memory.
    #expect(try session(sampleChunks(landmarks: true)) == written)
  }

  @Test func whatFollowsTheEndIsRefused() async throws {
    let writer = try SessionWriter(creating: "\(try TemporaryFolder().path)/a.imps", header: .sample)
    let summary = try await writer.finish()
    #expect(writer.append(.step(SessionStep(.tick, time: 0))) == .refused)
    #expect(try await writer.finish() == summary)
  }

  @Test func severalMayAwaitTheEnd() async throws {
    let writer = try SessionWriter(creating: "\(try TemporaryFolder().path)/a.imps", header: .sample)
    writer.append(.frame(.sample(1, side: 500)))
    try await withThrowingTaskGroup(of: SessionSummary.self) { group in
      for _ in 0..<8 { group.addTask { try await writer.finish() } }
      var found: Set<SessionSummary> = []
      for try await summary in group { found.insert(summary) }
      #expect(found.count == 1)
    }
  }

  // MARK: Places

  @Test func aFileThatIsThereStaysUnlessReplacingIsRequested() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("before", to: "a.imps")
    #expect(throws: SessionError.self) { try SessionWriter(creating: path, header: .sample) }
    #expect(try bytes(of: path) == Array("before".utf8))
    let writer = try SessionWriter(creating: path, header: .sample, replacing: true)
    _ = try await writer.finish()
    #expect(Contents(file: path).end != nil)
    #expect(try permissions(path) == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.imps"])
  }

  @Test func aLinkIsNeverFollowed() async throws {
    let folder = try TemporaryFolder()
    let target = try folder.write("target", to: "target")
    let link = "\(folder.path)/a.imps"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(throws: SessionError.self) { try SessionWriter(creating: link, header: .sample) }
    _ = try await SessionWriter(creating: link, header: .sample, replacing: true).finish()
    #expect(try bytes(of: target) == Array("target".utf8))
    #expect(Contents(file: link).end != nil)
  }

  @Test(arguments: [
    ("", SessionErrorCode.file), ("a/", .file), ("none/a.imps", .file), ("folder", .exists),
    ("pipe", .exists),
  ]) func whereNoFileCanBeIsSaid(name: String, code: SessionErrorCode) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("folder")
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    for replacing in [false, true] {
      do throws(SessionError) {
        _ = try SessionWriter(
          creating: name.isEmpty ? "" : "\(folder.path)/\(name)", header: .sample, replacing: replacing)
        Issue.record("made")
      } catch {
        #expect(error.code == code)
      }
    }
  }

  @Test func aHeaderThatNobodyCouldReadMakesNoFile() throws {
    let path = "\(try TemporaryFolder().path)/a.imps"
    var header = SessionHeader.sample
    header.subject = String(repeating: "x", count: 257)
    #expect(throws: SessionError.self) { try SessionWriter(creating: path, header: header) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  // MARK: Losses

  @Test func framesThatDoNotFitAreLostAndSaidSo() async throws {
    let path = "\(try TemporaryFolder().path)/a.imps"
    var limits = SessionLimits()
    limits.queueBytes = 100
    let writer = try SessionWriter(creating: path, header: .sample, limits: limits)
    let faces = SessionChunk.faces(SessionFaces(sequence: 3, faces: []))
    let step = SessionChunk.step(SessionStep(.frame(sequence: 3), time: 1))
    #expect(writer.append(.frame(.sample(1, side: 20))) == .lost)
    #expect(writer.append(.frame(.sample(3, side: 20))) == .lost)
    #expect(writer.append(faces) == .taken && writer.append(step) == .taken)
    #expect(writer.append(.frame(.sample(4, side: 20))) == .lost)
    let summary = try await writer.finish()
    #expect(summary.counts.frames == 0 && summary.counts.lostFrames == 3)
    #expect(
      Contents(file: path).chunks == [
        .lost(SessionLoss(first: 1, last: 3, count: 2, reason: .queue)), faces, step,
        .lost(SessionLoss(first: 4, last: 4, count: 1, reason: .queue)),
      ])
  }

  @Test func aSessionThatIsAtItsLimitStillTakesSteps() async throws {
    let path = "\(try TemporaryFolder().path)/a.imps"
    var limits = SessionLimits()
    limits.fileBytes = 2000
    let writer = try SessionWriter(creating: path, header: .sample, limits: limits)
    let frame = SessionChunk.frame(.sample(1, side: 20))
    #expect(writer.append(frame) == .taken)
    #expect(writer.append(.frame(.sample(2, side: 40))) == .lost)
    let step = SessionChunk.step(SessionStep(.stop, time: 1))
    #expect(writer.append(step) == .taken)
    _ = try await writer.finish()
    #expect(
      Contents(file: path).chunks
        == [frame, .lost(SessionLoss(first: 2, last: 2, count: 1, reason: .limit)), step])
  }

  @Test func whatIsNoFrameIsNeverLostButFailsTheSession() async throws {
    let path = "\(try TemporaryFolder().path)/a.imps"
    var limits = SessionLimits()
    limits.controlBytes = 0
    let writer = try SessionWriter(creating: path, header: .sample, limits: limits)
    let tick = SessionChunk.step(SessionStep(.tick, time: 1))
    #expect(writer.append(tick) == .taken && writer.failure?.code == .stalled)
    #expect(writer.append(tick) == .refused)
    await #expect(throws: SessionError.self) { try await writer.finish() }
    // What was taken is in it, and it has no end.
    let contents = Contents(file: path)
    #expect(contents.chunks == [tick] && contents.cut != nil)
  }

  @Test func whatIsNotInOrderFailsTheSession() async throws {
    let path = "\(try TemporaryFolder().path)/a.imps"
    let writer = try SessionWriter(creating: path, header: .sample)
    let tick = SessionChunk.step(SessionStep(.tick, time: 5))
    writer.append(tick)
    #expect(writer.append(.step(SessionStep(.tick, time: 4))) == .refused)
    #expect(writer.append(tick) == .refused && writer.failure?.code == .content)
    do throws(SessionError) {
      _ = try await writer.finish()
      Issue.record("finished")
    } catch {
      #expect(error.code == .content && error.reason.contains("The first 2 chunks"))
    }
    #expect(Contents(file: path).chunks == [tick] && Contents(file: path).cut?.present == 0)
  }

  // MARK: Ends that nobody wants

  @Test func aWriterThatIsReleasedLeavesWhatWasAppended() async throws {
    let path = "\(try TemporaryFolder().path)/a.imps"
    func append() throws {
      let writer = try SessionWriter(creating: path, header: .sample)
      for chunk in sampleChunks() { writer.append(chunk) }
    }
    try append()
    // Its thread writes the rest on its own.
    while Contents(file: path).chunks.count < sampleChunks().count {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(Contents(file: path).chunks == sampleChunks() && Contents(file: path).cut?.present == 0)
  }

  @Test func aWriterThatIsKilledLeavesAReadableFile() async throws {
    let path = "\(try TemporaryFolder().path)/a.imps"
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let writer = try SessionWriter(creating: path, header: .sample)
      let before = writer.writtenBytes
      for sequence: UInt64 in 0... {
        writer.append(.frame(.sample(sequence, side: 100)))
        if writer.writtenBytes > before + (1 << 20) { sendSignal(SIGKILL, to: getpid()) }
      }
    }
    let contents = Contents(file: path)
    #expect(contents.cut != nil && contents.error == nil)
    #expect(contents.chunks.count > 100)
    for (place, chunk) in contents.chunks.enumerated() {
      if case .frame(let frame) = chunk {
        #expect(frame == .sample(frame.sequence, side: 100), "\(place)")
      }
    }
  }

  /// The limit of a process stands in for a disk that is full: the kernel answers both while writing.
  @Test func aFullDiskFailsTheSessionAndLeavesWholeChunks() async throws {
    let path = "\(try TemporaryFolder().path)/a.imps"
    await #expect(processExitsWith: .success) { [path = path as String] in
      var limit = rlimit(rlim_cur: 25_000, rlim_max: 25_000)
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
      let writer = try SessionWriter(creating: path, header: .sample)
      for sequence: UInt64 in 0..<5 { writer.append(.frame(.sample(sequence, side: 100))) }
      do throws(SessionError) {
        _ = try await writer.finish()
        exit(3)
      } catch {
        guard error.code == .noSpace, error.reason.contains("The first 3 chunks") else { exit(4) }
        guard writer.failure?.code == .noSpace else { exit(5) }
        guard writer.append(.step(SessionStep(.tick, time: 0))) == .refused else { exit(6) }
      }
    }
    let contents = Contents(file: path)
    #expect(contents.chunks == [.frame(.sample(0, side: 100)), .frame(.sample(1, side: 100))])
    // Half of the third was taken back.
    let written = try bytes(of: path)
    #expect(contents.cut?.present == 0 && contents.cut?.offset == written.count)
  }

  @Test func aFullDiskKeepsNoFileWithoutItsHeader() async throws {
    let path = "\(try TemporaryFolder().path)/a.imps"
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
      do throws(SessionError) {
        _ = try SessionWriter(creating: path, header: .sample)
        exit(3)
      } catch {
        guard error.code == .noSpace else { exit(4) }
      }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func theProcessorIsNamedAsTheKernelDoes() {
    #expect(HostProcessor.model(in: "processor\t: 0\nmodel name\t: A: CPU\nmodel name\t: B\n") == "A: CPU")
    let first = "cpu family\t: 26\nmodel\t\t: 2\nmodel name\t: A\n"
    let two = first + "\ncpu family\t: 6\nmodel\t\t: 7\nmodel name\t: B\n"
    #expect(HostProcessor.model(in: two) == "A, family 26, model 2")
    #expect(HostProcessor.model(in: "") == "")
  }
}
