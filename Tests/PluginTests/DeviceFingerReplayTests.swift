// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Foundation
import Testing

struct DeviceFingerReplayTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a.pgm", Array("P5 3 2 255\n".utf8) + [0, 51, 102, 153, 204, 255])
  }

  private func reader(
    _ lines: String, pace: Int32 = IMP_FINGER_PACE_FULL, plays: UInt32 = 0
  ) throws -> ReplayFingerReader {
    try folder.write("reader.txt", Array("imprint-finger-reader 1\nresolution 500 508\n\(lines)\n".utf8))
    return try ReplayFingerReader(folder.path, pace: pace, plays: plays)
  }

  private func refusal(_ lines: String) throws -> StatusError {
    do {
      _ = try reader(lines)
      return StatusError(status: IMP_OK, words: "")
    } catch let error as StatusError {
      return error
    }
  }

  private static let second: UInt64 = 1_000_000_000

  @Test func listIsEmpty() throws {
    let opened = try OpenedEntry(PluginLibrary.entry("DeviceFingerReplay"))
    let table: imp_finger_reader_ability = try opened.table(IMP_FINGER_READER_ID)
    var count = 0
    #expect(table.list(opened.plugin, nil, &count) == IMP_OK)
    #expect(count == 0)
  }

  @Test func aScriptIsToldStepByStepWithItsTimes() throws {
    let reader = try reader(
      "delay 2s\narrive\ndelay 500ms\nimage a.pgm liveness=live impression=live-swipe\nretry too-wet\nlift\ndelay 1s"
    )
    let arrived = reader.next()
    #expect((arrived.event.kind, arrived.event.timestamp_ns) == (1, 2 * Self.second))
    let image = reader.next()
    #expect(image.bytes == [0, 51, 102, 153, 204, 255])
    #expect((image.event.kind, image.event.timestamp_ns) == (3, 2_500_000_000))
    #expect((image.event.width, image.event.height, image.event.row_bytes) == (3, 2, 3))
    #expect((image.event.resolution_x, image.event.resolution_y) == (19685, 20000))
    #expect((image.event.liveness, image.event.impression) == (1, 8))
    let retry = reader.next()
    #expect((retry.event.kind, retry.event.reason) == (4, UInt32(IMP_FINGER_RETRY_TOO_WET)))
    let lifted = reader.next()
    #expect((lifted.event.kind, lifted.event.sequence) == (2, 3))
    //
    #expect((reader.next().status, reader.next().status) == (IMP_OUTCOME_END, IMP_OUTCOME_END))
  }

  // as in real time, without the time.
  @Test func atFullPaceATimeoutIsOfTheReadersOwnTime() throws {
    let reader = try reader("delay 3s\narrive\nlift")
    let start = ContinuousClock.now
    #expect(reader.next(timeout: Self.second).status == IMP_RETRY_TIMEOUT)
    #expect(reader.next(timeout: Self.second).status == IMP_RETRY_TIMEOUT)
    #expect(reader.next(timeout: 0).status == IMP_RETRY_TIMEOUT)
    #expect(reader.next(timeout: Self.second).event.timestamp_ns == 3 * Self.second)
    #expect(reader.next(timeout: 0).status == IMP_OK)
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test func inRealTimeAnEventComesWhenItIsDue() throws {
    let start = ContinuousClock.now
    let reader = try reader("delay 200ms\narrive\nlift", pace: IMP_FINGER_PACE_REAL)
    #expect(reader.next(timeout: 1_000_000).status == IMP_RETRY_TIMEOUT)
    #expect(reader.next().status == IMP_OK)
    #expect(ContinuousClock.now - start >= .milliseconds(199))
  }

  @Test func aTrailingDelayKeepsTheEndAway() throws {
    let reader = try reader("arrive\nlift\ndelay 10s")
    #expect((reader.next().status, reader.next().status) == (IMP_OK, IMP_OK))
    #expect(reader.next(timeout: 9 * Self.second).status == IMP_RETRY_TIMEOUT)
    #expect(reader.next(timeout: Self.second).status == IMP_OUTCOME_END)
  }

  @Test func repeatGoesOnCounting() throws {
    let reader = try reader("arrive\nlift\ndelay 1s", plays: 3)
    let events = (0..<6).map { _ in reader.next().event }
    #expect(events.map(\.sequence) == [0, 1, 2, 3, 4, 5])
    #expect(events.map { $0.timestamp_ns / Self.second } == [0, 0, 1, 1, 2, 2])
    #expect(reader.next().status == IMP_OUTCOME_END)
  }

  @Test func aScriptWithoutEventsEndsHoweverOftenItIsPlayed() throws {
    #expect(try reader("", plays: .max).statuses() == [IMP_OUTCOME_END])
    #expect(try reader("delay 86400s", plays: .max).statuses() == [IMP_OUTCOME_END])
  }

  @Test func aPoorImageHasLessContrastAndArea() throws {
    try folder.write("b.pgm", Array("P5 20 20 255\n".utf8) + [UInt8](repeating: 5, count: 400))
    let reader = try reader("poor b.pgm\nimage b.pgm")
    let poor = reader.next().bytes
    #expect(Set(poor) == [180, 255])
    #expect((120...200).contains(poor.filter { $0 == 180 }.count))
    #expect(Set(reader.next().bytes) == [5])
  }

  //
  @Test func anImageThatCannotBeReadIsLostAndTheScriptGoesOn() throws {
    try folder.write("broken.pgm", Array("P5 9 9 255\n".utf8))
    let reader = try reader("arrive\nimage nothing.pgm\nimage broken.pgm\nimage a.pgm\nlift")
    #expect(reader.next().event.sequence == 0)
    #expect(reader.next().status == IMP_E_FILE)
    #expect(reader.opened.host.last?.words.contains("nothing.pgm") == true)
    #expect(reader.next().status == IMP_E_FILE)
    #expect(reader.next().event.sequence == 3)
    #expect(reader.statuses() == [IMP_OK, IMP_OUTCOME_END])
  }

  @Test func anImageWithoutResolutionIsNoImageOfAFinger() throws {
    try folder.write("reader.txt", Array("imprint-finger-reader 1\nimage a.pgm\n".utf8))
    let reader = try ReplayFingerReader(folder.path)
    #expect(reader.next().status == IMP_E_FILE)
    #expect(reader.opened.host.last?.words.contains("resolution") == true)
  }

  @Test func noLinkLeadsOutOfTheFolder() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link.pgm", withDestinationPath: "\(folder.path)/a.pgm")
    #expect(try reader("image link.pgm").statuses() == [IMP_E_FILE, IMP_OUTCOME_END])
  }

  @Test(arguments: [("unplug", IMP_E_DEVICE_GONE), ("fail", IMP_E_DEVICE_FAILED)])
  func aReaderThatIsGoneStaysSo(word: String, status: imp_status) throws {
    let reader = try reader("arrive\ndelay 1s\n\(word)", plays: 2)
    #expect(reader.statuses() == [IMP_OK, status])
    #expect(reader.next().status == status)
    reader.cancel()
    #expect(reader.next().status == IMP_OUTCOME_CANCELLED)
  }

  @Test func aReaderInUseIsBusy() throws {
    #expect(try refusal("busy\narrive\nlift").status == IMP_RETRY_BUSY)
    //
    let reader = try reader("delay 1s\narrive\nlift")
    #expect(try refusal("delay 1s\narrive\nlift").status == IMP_RETRY_BUSY)
    let other = folder.path + "/../" + URL(filePath: folder.path).lastPathComponent
    do {
      _ = try ReplayFingerReader(other)
      Issue.record("it was opened a second time")
    } catch let error as StatusError {
      #expect(error.status == IMP_RETRY_BUSY)
    }
    #expect(reader.next().status == IMP_OK)
  }

  @Test func aReaderIsBusyWhileAFileIsThere() throws {
    try folder.write("in-use.flag", [])
    #expect(try refusal("busy while in-use.flag").status == IMP_RETRY_BUSY)
    try folder.remove("in-use.flag")
    #expect(try refusal("busy while in-use.flag").status == IMP_OK)
  }

  @Test func whatIsNoRecordingIsRefusedWithWords() throws {
    func status(_ path: String) -> imp_status {
      do {
        _ = try ReplayFingerReader(path)
        return IMP_OK
      } catch let error as StatusError {
        #expect(!error.words.isEmpty)
        return error.status
      } catch {
        return IMP_E_INTERNAL
      }
    }
    #expect(status(folder.path + "/nothing") == IMP_E_DEVICE_MISSING)
    #expect(status(folder.path + "/a.pgm") == IMP_E_UNSUPPORTED)
    #expect(status(folder.path) == IMP_E_FILE)
    try folder.write("reader.txt", Array("hello".utf8))
    #expect(status(folder.path) == IMP_E_FILE)
  }

  //
  @Test func cancelEndsAWait() async throws {
    let reader = try reader("delay 1000s\narrive\nlift", pace: IMP_FINGER_PACE_REAL)
    async let waiting = Task.detached { reader.next().status }.value
    try await Task.sleep(for: .milliseconds(50))
    reader.cancel()
    #expect(await waiting == IMP_OUTCOME_CANCELLED)
    #expect(reader.next(timeout: 0).status == IMP_OUTCOME_CANCELLED)
  }
}
