// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Foundation
import Testing

/// A JPEG file as far as its markers go: a table with a thumbnail in it, a scan with 0xFF in its data and a
/// restart.
private func jpeg(_ tag: UInt8) -> [UInt8] {
  let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
  return [0xFF, 0xD8, 0xFF, 0xE1, 0, 7, tag] + thumbnail
    + [0xFF, 0xDA, 0, 3, 1, tag, 0xFF, 0x00, 0xFF, 0xD0, tag, 0xFF, 0xFF, 0xD9]
}

private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

/// A Y4M file of 3 × 3 pixels: 9 + 4 + 4 bytes a frame.
private func y4m(_ header: String, frames: Int, dropping missing: Int = 0) -> [UInt8] {
  var bytes = Array("YUV4MPEG2 \(header)\n".utf8)
  for frame in 0..<frames { bytes += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(frame + 1), count: 17) }
  return Array(bytes.dropLast(missing))
}

struct DeviceReplayTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: Recordings

  @Test func folderIsPlayedBitByBitInNaturalOrder() throws {
    try folder.write("shot-10.JPG", jpeg(10))
    try folder.write("shot-9.jpeg", jpeg(9))
    try folder.write("shot-009a.png", png)
    try folder.write(".hidden.jpg", jpeg(1))
    try folder.write("notes.txt", [1])
    let camera = try ReplayCamera(folder.path)
    let frames = (0..<3).map { _ in camera.next() }
    #expect(frames.map(\.bytes) == [jpeg(9), png, jpeg(10)])
    #expect(frames.map(\.frame.format) == [201, 202, 201])
    #expect(frames.map(\.frame.sequence) == [0, 1, 2])
    #expect(frames.map(\.frame.timestamp_ns) == [0, 40_000_000, 80_000_000])
    #expect(frames.map(\.frame.width) == [0, 0, 0])
    #expect((camera.next().status, camera.next().status) == (IMP_OUTCOME_END, IMP_OUTCOME_END))
  }

  @Test(arguments: ["C420", "C420jpeg", "C420mpeg2", "C420paldv", ""])
  func y4mIsPlayedAsItsPlanes(colors: String) throws {
    let path = try folder.write("clip.bin", y4m("W3 H3 F30000:1001 Ip \(colors)", frames: 2))
    let camera = try ReplayCamera("replay:\(path)")
    let first = camera.next()
    #expect(first.bytes == [UInt8](repeating: 1, count: 17))
    #expect(first.frame.format == UInt32(IMP_PIXEL_I420))
    #expect((first.frame.width, first.frame.height, first.frame.row_bytes) == (3, 3, 3))
    // 1001 / 30000 s, cut to whole nanoseconds.
    #expect(camera.next().frame.timestamp_ns == 33_366_666)
    #expect(camera.next().status == IMP_OUTCOME_END)
  }

  @Test func mjpegIsCutAtItsPicturesWhateverLiesBetween() throws {
    let path = try folder.write("clip.mjpg", jpeg(1) + [0, 0xFF, 7] + jpeg(2) + jpeg(3) + [0xFF])
    let camera = try ReplayCamera(path)
    #expect((0..<3).map { _ in camera.next().bytes } == [jpeg(1), jpeg(2), jpeg(3)])
    #expect(camera.next().status == IMP_OUTCOME_END)
  }

  @Test func onePictureIsARecordingToo() throws {
    #expect(try ReplayCamera(folder.write("one", png)).next().bytes == png)
    #expect(try ReplayCamera(folder.write("two", jpeg(2))).next().bytes == jpeg(2))
  }

  @Test func repeatGoesOnCounting() throws {
    let camera = try ReplayCamera(folder.write("clip", y4m("W3 H3 F10:1", frames: 2)), plays: 2)
    let frames = (0..<4).map { _ in camera.next() }
    #expect(frames.map { $0.bytes[0] } == [1, 2, 1, 2])
    #expect(frames.map(\.frame.timestamp_ns) == [0, 100_000_000, 200_000_000, 300_000_000])
    #expect(camera.next().status == IMP_OUTCOME_END)
  }

  @Test func rateThatIsAskedForCountsWhereTheRecordingHasNone() throws {
    let pictures = try ReplayCamera(folder.write("clip", jpeg(1) + jpeg(2)), framesPerSecondMilli: 2000)
    _ = pictures.next()
    #expect(pictures.next().frame.timestamp_ns == 500_000_000)
    let own = try ReplayCamera(folder.write("own", y4m("W3 H3 F10:1", frames: 2)), framesPerSecondMilli: 2000)
    _ = own.next()
    #expect(own.next().frame.timestamp_ns == 100_000_000)
  }

  @Test func listIsEmpty() throws {
    let opened = try OpenedEntry(PluginLibrary.entry("DeviceReplay"))
    let table: imp_camera_ability = try opened.table(IMP_CAMERA_ID)
    var count = 0
    #expect(table.list(opened.plugin, nil, &count) == IMP_OK)
    #expect(count == 0)
  }

  // MARK: Damage

  @Test func cutLastFrameIsAFileErrorAndThenTheEnd() throws {
    let video = try ReplayCamera(folder.write("a", y4m("W3 H3 F10:1", frames: 2, dropping: 1)))
    #expect(video.statuses() == [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END])
    let words = try #require(video.opened.host.last)
    #expect(words.status == IMP_OUTCOME_END)
    let pictures = try ReplayCamera(folder.write("b", jpeg(1) + jpeg(2).dropLast(2)))
    #expect(pictures.statuses() == [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END])
  }

  @Test func pictureThatIsCutByTheNextOneCostsOneFrame() throws {
    let camera = try ReplayCamera(folder.write("a", jpeg(1) + jpeg(2).dropLast(2) + jpeg(3) + jpeg(4)))
    #expect(camera.next().bytes == jpeg(1))
    #expect(camera.next().status == IMP_E_FILE)
    #expect(camera.opened.host.last?.words.contains("cut") == true)
    let third = camera.next()
    #expect(third.bytes == jpeg(3))
    //
    #expect((third.frame.sequence, third.frame.dropped) == (2, 1))
    #expect(camera.next().bytes == jpeg(4))
  }

  @Test func frameLineThatIsMissingEndsAVideo() throws {
    var bytes = y4m("W3 H3", frames: 3)
    bytes[bytes.count - 2 * 23] = 0x20
    let camera = try ReplayCamera(folder.write("a", bytes))
    #expect(camera.statuses() == [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END])
  }

  @Test func folderThatChangesWhileItPlaysCostsTheFramesThatAreGone() throws {
    for index in 1...4 { try folder.write("\(index).jpg", jpeg(UInt8(index))) }
    let camera = try ReplayCamera(folder.path)
    #expect(camera.next().bytes == jpeg(1))
    try folder.remove("2.jpg")
    try folder.write("3.jpg", [])
    try folder.write("5.jpg", jpeg(5))
    #expect(camera.next().status == IMP_E_FILE)
    #expect(camera.next().status == IMP_E_FILE)
    #expect(camera.opened.host.last?.words.contains("is empty") == true)
    let last = camera.next()
    #expect(last.bytes == jpeg(4))
    #expect((last.frame.sequence, last.frame.dropped) == (3, 2))
    #expect(camera.next().status == IMP_OUTCOME_END)
  }

  @Test func folderThatLosesAllItsPicturesEndsThoughItWasToRepeatForEver() throws {
    try folder.write("1.jpg", jpeg(1))
    let camera = try ReplayCamera(folder.path, plays: .max)
    #expect(camera.next().status == IMP_OK)
    try folder.remove("1.jpg")
    #expect(camera.statuses() == [IMP_E_FILE, IMP_OUTCOME_END])
  }

  @Test(arguments: [
    ("W3", IMP_E_FILE), ("W0 H3", IMP_E_FILE), ("W3 H65536", IMP_E_FILE),
    ("W3 H3 C420p10", IMP_E_UNSUPPORTED),
    ("W3 H3 C444", IMP_E_UNSUPPORTED), ("W3 H3 Cmono", IMP_E_UNSUPPORTED), ("W3 H3 It", IMP_E_UNSUPPORTED),
    ("W3 H3 XCOLORRANGE=FULL", IMP_E_UNSUPPORTED), ("W65535 H65535", IMP_E_UNSUPPORTED),
    ("W3 H3 X" + String(repeating: "x", count: 5000), IMP_E_FILE),
  ])
  func headerThatCannotBePlayedIsRefused(header: String, status: imp_status) throws {
    let path = try folder.write("clip", y4m(header, frames: 1))
    #expect(refusal(path).status == status)
  }

  @Test func headerLineWithoutAnEndIsRefused() throws {
    let path = try folder.write("clip", Array("YUV4MPEG2 W3 H3".utf8))
    #expect(refusal(path).status == IMP_E_FILE)
  }

  @Test func recordingThatIsNotThereOrEmptyIsSaid() throws {
    let missing = refusal("\(folder.path)/missing")
    #expect(missing.status == IMP_E_FILE)
    #expect(missing.words.contains("missing"))
    #expect(refusal(folder.path).status == IMP_E_FILE)
    #expect(refusal(try folder.write("empty", [])).words.contains("is empty"))
    #expect(refusal(try folder.write("text", Array("hello world".utf8))).status == IMP_E_UNSUPPORTED)
    #expect(refusal("/dev/null").status == IMP_E_UNSUPPORTED)
    #expect(refusal("replay:").status == IMP_E_ARGUMENT)
  }

  // MARK: Time

  @Test func frameIsWaitedForUntilItIsDue() throws {
    let path = try folder.write("clip", y4m("W3 H3 F5:1", frames: 2))
    let camera = try ReplayCamera(path, pace: IMP_CAMERA_PACE_REAL)
    let clock = ContinuousClock()
    let start = clock.now
    #expect(camera.next().status == IMP_OK)
    // The second frame is due after 200 ms: 1 ns is never enough, and no frame is lost by it.
    #expect(camera.next(timeout: 1).status == IMP_RETRY_TIMEOUT)
    #expect(camera.next(timeout: 0).status == IMP_RETRY_TIMEOUT)
    let second = camera.next(timeout: .max)
    #expect((second.status, second.frame.sequence) == (IMP_OK, 1))
    #expect(clock.now - start >= .milliseconds(199))
  }

  @Test func cancelWakesAWaitingCallAtOnce() async throws {
    //
    let path = try folder.write("clip", y4m("W3 H3 F1:3600", frames: 2))
    let camera = try ReplayCamera(path, pace: IMP_CAMERA_PACE_REAL)
    #expect(camera.next().status == IMP_OK)
    // The second frame is due in an hour; the caller would wait for ever.
    async let waiting = Task.detached { camera.next(timeout: .max).status }.value
    try await Task.sleep(for: .milliseconds(50))
    camera.cancel()
    #expect(await waiting == IMP_OUTCOME_CANCELLED)
    #expect(camera.next(timeout: 0).status == IMP_OUTCOME_CANCELLED)
  }

  /// What opening the recording answers.
  private func refusal(_ locator: String) -> StatusError {
    do {
      _ = try ReplayCamera(locator)
      return StatusError(status: IMP_OK, words: "")
    } catch {
      return error as? StatusError ?? StatusError(status: IMP_E_INTERNAL, words: "\(error)")
    }
  }
}
