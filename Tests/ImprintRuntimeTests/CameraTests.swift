// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

@Suite(.timeLimit(.minutes(2)))
struct CameraTests {
  private func camera(_ frame: String = "") async throws -> Camera {
    let plugin = try FixturePlugin(["FIX_FRAME": frame]).opened()
    return try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0"))
  }

  @Test func devicesAreListed() throws {
    let plugin = try FixturePlugin().opened()
    #expect(try Camera.list(plugin) == [CameraInfo(locator: "fixture:0", name: "Fixture camera")])
  }

  @Test func aLongListIsAskedForAgain() throws {
    // the fixture refuses an entry without its size.
    let plugin = try FixturePlugin([
      "FIX_LIST": """
      *count = 20; if (infos[0].size == 0) return IMP_E_INTERNAL; static int calls; \
      if (calls++ == 0) return IMP_RETRY_SHORT_BUFFER; \
      for (int i = 0; i < 20; i++) sprintf(infos[i].locator, "fixture:%d", i);
      """
    ]).opened()
    #expect(try Camera.list(plugin).map(\.locator) == (0..<20).map { "fixture:\($0)" })
  }

  @Test(arguments: [
    "*count = 9;", "*count = (size_t)-1;", "infos[0].size = 1;", "memset(infos[0].name, 'x', 128);",
    "infos[0].locator[0] = (char)0xff;", "infos[0].locator[0] = 0;",
  ])
  func aHostileListIsMisbehaviour(statement: String) throws {
    let plugin = try FixturePlugin(["FIX_LIST": statement]).opened()
    let error = try #require(throws: PluginCallError.self) { try Camera.list(plugin) }
    #expect(error.code == .internalDefect, "\(error)")
  }

  @Test func theThreadThatOpensACameraStaysAndWaitsForItsFrames() async throws {
    let plugin = try FixturePlugin([
      "FIX_TOP": "static pthread_t opener;", "FIX_CAMERA_OPEN": "opener = pthread_self();",
      "FIX_FRAME": "return pthread_equal(opener, pthread_self()) ? IMP_OUTCOME_END : IMP_E_INTERNAL;",
    ]).opened()
    let camera = try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0"))
    #expect(try await camera.nextFrame(timeout: .zero) == nil)
  }

  @Test func anUnknownDeviceIsTyped() async throws {
    let plugin = try FixturePlugin().opened()
    let error = try await #require(throws: PluginCallError.self) {
      try await Camera.open(plugin, options: CameraOptions(locator: "nowhere"))
    }
    #expect(error.code == .deviceMissing)
    #expect(error.statusClass == .device)
  }

  @Test func optionsOutsideTheirRangeAreRefused() async throws {
    let plugin = try FixturePlugin().opened()
    for options in [
      CameraOptions(locator: ""), CameraOptions(locator: "a\0b"), CameraOptions(locator: "x", width: -1),
      CameraOptions(locator: "x", framesPerSecond: .nan), CameraOptions(locator: "x", framesPerSecond: -5),
      CameraOptions(locator: "x", plays: 0),
    ] {
      let error = try await #require(throws: PluginCallError.self) {
        try await Camera.open(plugin, options: options)
      }
      #expect(error.code == .argument)
    }
  }

  @Test func framesComeTillTheEnd() async throws {
    let camera = try await camera(
      "if (camera->frames == 3) return IMP_OUTCOME_END; return grey(camera, pixels, frame, 4, 2);")
    for sequence in 0..<3 {
      let frame = try #require(try await camera.nextFrame(timeout: .seconds(1)))
      #expect(frame.format == .pixels(.grey8))
      #expect((frame.width, frame.height, frame.bytesPerRow) == (4, 2, 4))
      #expect(frame.bytes == [UInt8](repeating: 7, count: 8))
      #expect(frame.sequence == UInt64(sequence))
    }
    #expect(try await camera.nextFrame(timeout: .seconds(1)) == nil)
  }

  @Test func aLargeFrameGetsMoreRoomAndIsNotLost() async throws {
    let camera = try await camera("return grey(camera, pixels, frame, 2000, 1000);")
    #expect(try await camera.nextFrame(timeout: .seconds(1))?.bytes.count == 2_000_000)
    #expect(try await camera.nextFrame(timeout: .seconds(1))?.sequence == 1)
  }

  @Test func aTimeoutCanBeRetried() async throws {
    let camera = try await camera()
    let error = try await #require(throws: PluginCallError.self) {
      try await camera.nextFrame(timeout: .milliseconds(5))
    }
    #expect(error.code == .timeout)
    #expect(error.isRetryable)
  }

  @Test func cancellingTheTaskWakesAWaitingCall() async throws {
    let camera = try await camera()
    let waiting = Task { try await camera.nextFrame(timeout: .seconds(3600)) }
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    waiting.cancel()
    let error = try await #require(throws: PluginCallError.self) { try await waiting.value }
    #expect(error.code == .cancelled)
    #expect(ContinuousClock.now - start < .seconds(30))
    let later = try await #require(throws: PluginCallError.self) {
      try await camera.nextFrame(timeout: .seconds(3600))
    }
    #expect(later.code == .cancelled)
  }

  @Test func cancelFromAnotherTaskWakesAWaitingCall() async throws {
    let camera = try await camera()
    let waiting = Task { try await camera.nextFrame(timeout: .seconds(3600)) }
    try await Task.sleep(for: .milliseconds(20))
    camera.cancel()
    let error = try await #require(throws: PluginCallError.self) { try await waiting.value }
    #expect(error.code == .cancelled)
  }

  @Test(arguments: [
    "frame->format = 99;", "frame->width = 0;", "frame->height = 70000;", "frame->row_bytes = 3;",
    "frame->height = 3;", "frame->size = 1;", "frame->row_bytes = 4000000000u;",
    "pixels->length = 7;", "pixels->length = (size_t)-1;", "pixels->length = pixels->capacity + 1;",
    "frame->format = IMP_PIXEL_JPEG;", "frame->format = IMP_PIXEL_RGB24;", "frame->format = IMP_PIXEL_I420;",
    "frame->format = IMP_PIXEL_NV12;", "frame->format = IMP_PIXEL_YUYV;",
    "return IMP_RETRY_SHORT_BUFFER;", "pixels->length = (size_t)-1; return IMP_RETRY_SHORT_BUFFER;",
    "pixels->length = 300u << 20; return IMP_RETRY_SHORT_BUFFER;",
  ])
  func aHostileFrameIsMisbehaviour(statement: String) async throws {
    let camera = try await camera("grey(camera, pixels, frame, 4, 2); \(statement) return IMP_OK;")
    let error = try await #require(throws: PluginCallError.self) {
      try await camera.nextFrame(timeout: .seconds(1))
    }
    #expect(error.code == .internalDefect, "\(error)")
  }

  @Test func aCameraThatMisbehavedIsNotAskedAgain() async throws {
    let camera = try await camera(
      """
      imp_status s = grey(camera, pixels, frame, 4, 2); if (frame->sequence == 0) frame->format = 99; return s;
      """)
    let first = try await #require(throws: PluginCallError.self) {
      try await camera.nextFrame(timeout: .seconds(1))
    }
    let second = try await #require(throws: PluginCallError.self) {
      try await camera.nextFrame(timeout: .seconds(1))
    }
    #expect([first.code, second.code] == [.internalDefect, .state])
  }

  @Test func aTimeOrNumberThatFallsIsMisbehaviour() async throws {
    for field in ["timestamp_ns", "sequence", "dropped"] {
      let camera = try await camera(
        "imp_status s = grey(camera, pixels, frame, 4, 2); if (frame->sequence == 0) frame->\(field) = 5; return s;"
      )
      _ = try await camera.nextFrame(timeout: .seconds(1))
      let error = try await #require(throws: PluginCallError.self) {
        try await camera.nextFrame(timeout: .seconds(1))
      }
      #expect(error.code == .internalDefect)
    }
  }

  @Test func aFrameThatCannotBeReadIsTypedAndTheNextOneComes() async throws {
    let camera = try await camera(
      """
      if (camera->frames == 0) { camera->frames++; return IMP_E_FILE; } return grey(camera, pixels, frame, 4, 2);
      """)
    let error = try await #require(throws: PluginCallError.self) {
      try await camera.nextFrame(timeout: .seconds(1))
    }
    #expect(error.code == .file)
    #expect(try await camera.nextFrame(timeout: .seconds(1)) != nil)
  }

  @Test func aCameraOutlivesItsRuntime() async throws {
    let camera = try await camera("return grey(camera, pixels, frame, 4, 2);")
    // The runtime of `opened()` is gone; the camera keeps its plugin open.
    #expect(try await camera.nextFrame(timeout: .seconds(1)) != nil)
  }

  // with odd sides and strides; the lengths are those of PixelLayoutTests.
  @Test(arguments: [
    ("GREY8", 5, 3, 6, 17), ("RGB24", 5, 3, 16, 47), ("BGR24", 4, 3, 15, 42), ("YUYV", 5, 3, 13, 38),
    ("UYVY", 5, 3, 13, 38), ("GREY16", 5, 3, 11, 32),
    ("I420", 5, 3, 5, 27), ("I420", 4, 3, 7, 35), ("NV12", 5, 3, 5, 27), ("NV12", 4, 3, 7, 33),
  ])
  func aFrameIsAsLongAsItsLayoutSays(format: String, width: Int, height: Int, row: Int, bytes: Int)
    async throws
  {
    let camera = try await camera(
      """
      grey(camera, pixels, frame, \(width), \(height)); frame->format = IMP_PIXEL_\(format); \
      frame->row_bytes = \(row); pixels->length = \(bytes) - (frame->sequence == 1); return IMP_OK;
      """)
    let whole = try await camera.nextFrame(timeout: .seconds(1))
    #expect(whole?.bytes.count == bytes)
    let error = try await #require(throws: PluginCallError.self) {
      try await camera.nextFrame(timeout: .seconds(1))
    }
    #expect(error.code == .internalDefect)
    #expect(error.reason.contains("\(bytes - 1) bytes; \(bytes) are needed"))
  }

  @Test func whatLiesInReservedIsIgnored() async throws {
    //
    let camera = try await camera(
      """
      if (frame->reserved != 0) return IMP_E_INTERNAL; imp_status s = grey(camera, pixels, frame, 4, 2); \
      frame->reserved = 99; return s;
      """)
    #expect(try await camera.nextFrame(timeout: .seconds(1))?.sequence == 0)
    #expect(try await camera.nextFrame(timeout: .seconds(1))?.sequence == 1)
  }

  @Test func gapsInTheNumbersAreLostFrames() async throws {
    //
    let camera = try await camera(
      """
      imp_status s = grey(camera, pixels, frame, 4, 2); frame->sequence *= 3; \
      frame->dropped = frame->sequence / 3 * 2; return s;
      """)
    var seen: [[UInt64]] = []
    for _ in 0..<3 {
      let frame = try #require(try await camera.nextFrame(timeout: .seconds(1)))
      seen.append([frame.sequence, frame.dropped])
    }
    #expect(seen == [[0, 0], [3, 2], [6, 4]])
  }

  @Test func noTimeAndAnyTimeArriveAsTheContractSays() async throws {
    //
    let camera = try await camera(
      "if (timeout != (camera->frames ? UINT64_MAX : 0)) return IMP_E_INTERNAL; "
        + "return grey(camera, pixels, frame, 4, 2);")
    #expect(try await camera.nextFrame(timeout: .zero) != nil)
    #expect(try await camera.nextFrame(timeout: .seconds(Int64.max)) != nil)
  }
}
