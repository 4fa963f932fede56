// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintFiles
import Logging
import Synchronization
import TestSupport
import Testing

@testable import ImprintRuntime

@Suite(.timeLimit(.minutes(2)), .serialized)
struct FingerReaderTests {
  private static let id = "usb-serial-\(getpid())"
  private static let press =
    "switch (call) { case 0: return happens(event, IMP_FINGER_EVENT_ARRIVED, 0);"
    + " case 1: return happens(event, IMP_FINGER_EVENT_RETRY, 1);"
    + " case 2: return image(pixels, event, 2); case 3: return happens(event, IMP_FINGER_EVENT_LIFTED, 3);"
    + " case 4: return IMP_OUTCOME_END; }"

  private func reader(
    _ event: String = "", _ options: FingerReaderOptions = FingerReaderOptions(locator: "usb:1")
  ) async throws -> FingerReader {
    try await FingerReader.open(
      try FixturePlugin.fingerReader(["FIX_EVENT": event]).opened(), options: options)
  }

  @Test func readersAreListedAndSayWhatTheyGive() throws {
    let listed = try FingerReader.list(try FixturePlugin.fingerReader().opened())
    let resolution = try #require(FingerResolution(x: 19685, y: 20000))
    #expect(
      listed == [
        FingerReaderInfo(
          locator: "usb:1", name: "Fixture reader", id: Self.id, scan: .swipe, tellsPresence: true,
          judgesLiveness: true, resolution: resolution, size: .init(width: 4, height: 3)),
        FingerReaderInfo(locator: "usb:2", name: "Inside", givesImages: false),
      ])
    #expect("\(resolution)" == "500 x 508 dpi")
    #expect(resolution.dotsPerInch.y == 508)
  }

  @Test(arguments: [
    "infos[0].flags = 8;", "infos[0].scan = 4;", "infos[0].resolution_x = 0;", "infos[0].locator[0] = 0;",
    "infos[0].resolution_y = 1000001;", "infos[0].width = 0;", "infos[0].width = 65536;",
    "infos[0].size = 0;", "*count = 9;",
  ])
  func aHostileListIsMisbehaviour(statement: String) throws {
    let plugin = try FixturePlugin.fingerReader(["FIX_READERS": statement]).opened()
    let error = try #require(throws: PluginCallError.self) { try FingerReader.list(plugin) }
    #expect(error.code == .internalDefect, "\(error)")
  }

  @Test func eventsComeInOrderTillTheEnd() async throws {
    let reader = try await reader(Self.press)
    var seen: [String] = []
    while let event = try await reader.nextEvent(timeout: .seconds(5)) {
      seen.append("\(event.kind) \(event.sequence) \(event.timestamp)")
    }
    #expect(
      seen == [
        "arrived 0 0", "retry(ImprintRuntime.FingerRetryReason.tooDry) 1 1000",
        "image(FingerImage(4x3, 500 dpi, <redacted>)) 2 2000", "lifted 3 3000",
      ])
    await reader.close()
  }

  @Test func anImageHasItsRowsWithoutWhatLiesBetween() async throws {
    let reader = try await reader(Self.press)
    let told = Mutex(0)
    let image = try #require(
      try await reader.nextImage(within: .seconds(5)) { _ in told.withLock { $0 += 1 } })
    #expect(image.image.pixels == [0, 1, 2, 3, 6, 7, 8, 9, 12, 13, 14, 15])
    #expect((image.image.width, image.image.height, image.image.resolution) == (4, 3, 19685))
    #expect((image.impression, image.liveness) == (.liveSwipe, .live))
    #expect(told.withLock { $0 } == 2)
    #expect(try await reader.nextImage(within: .seconds(5)) == nil)
    await reader.close()
  }

  @Test func unlikeResolutionsAreNoResolutionOfTheImage() async throws {
    let reader = try await reader(
      "happens(event, IMP_FINGER_EVENT_ARRIVED, 0); if (call == 0) return IMP_OK; "
        + "image(pixels, event, 1); event->resolution_y = 20000; return IMP_OK;")
    let image = try #require(try await reader.nextImage(within: .seconds(5)))
    #expect(image.image.resolution == nil)
    #expect((image.resolution.x, image.resolution.y) == (19685, 20000))
    await reader.close()
  }

  private static let arrived = "if (call == 0) return happens(event, IMP_FINGER_EVENT_ARRIVED, 0); "

  @Test(arguments: [
    // Of an image.
    arrived + "image(pixels, event, 1); event->width = 0; return IMP_OK;",
    arrived + "image(pixels, event, 1); event->width = 65536; return IMP_OK;",
    arrived + "image(pixels, event, 1); event->height = 4; return IMP_OK;",
    arrived + "image(pixels, event, 1); event->row_bytes = 3; return IMP_OK;",
    arrived + "image(pixels, event, 1); event->row_bytes = 0xFFFFFFFF; return IMP_OK;",
    arrived + "image(pixels, event, 1); event->resolution_x = 0; return IMP_OK;",
    arrived + "image(pixels, event, 1); event->resolution_y = 1000001; return IMP_OK;",
    arrived + "image(pixels, event, 1); event->impression = 9; return IMP_OK;",
    arrived + "image(pixels, event, 1); event->liveness = 3; return IMP_OK;",
    arrived + "image(pixels, event, 1); event->reason = 1; return IMP_OK;",
    arrived + "image(pixels, event, 1); pixels->length = 15; return IMP_OK;",
    arrived + "image(pixels, event, 1); pixels->length = pixels->capacity + 1; return IMP_OK;",
    arrived + "pixels->length = 65 << 20; return IMP_RETRY_SHORT_BUFFER;",
    arrived + "pixels->length = 1; return IMP_RETRY_SHORT_BUFFER;",
    // Of any event.
    arrived + "image(pixels, event, 1); event->size = 0; return IMP_OK;",
    arrived + "return happens(event, 5, 1);", arrived + "return happens(event, 0, 1);",
    arrived + "happens(event, IMP_FINGER_EVENT_RETRY, 1); event->reason = 0; return IMP_OK;",
    arrived + "happens(event, IMP_FINGER_EVENT_RETRY, 1); event->reason = 16; return IMP_OK;",
    arrived + "happens(event, IMP_FINGER_EVENT_LIFTED, 1); event->height = 1; return IMP_OK;",
    arrived + "happens(event, IMP_FINGER_EVENT_LIFTED, 1); pixels->length = 1; return IMP_OK;",
    // Of their order.
    arrived + "return happens(event, IMP_FINGER_EVENT_ARRIVED, 1);",
    arrived + "return happens(event, IMP_FINGER_EVENT_LIFTED, 0);",
    arrived + "if (call == 1) return happens(event, IMP_FINGER_EVENT_LIFTED, 7); "
      + "happens(event, IMP_FINGER_EVENT_ARRIVED, 8); event->timestamp_ns = 0; return IMP_OK;",
    "return happens(event, IMP_FINGER_EVENT_LIFTED, 0);", "return image(pixels, event, 0);",
    "return happens(event, IMP_FINGER_EVENT_RETRY, 0);",
  ])
  func aHostileEventIsMisbehaviourAndTheReaderIsNotAskedAgain(statement: String) async throws {
    let reader = try await reader(statement)
    let error = try await #require(throws: PluginCallError.self) {
      for _ in 0..<4 { _ = try await reader.nextEvent(timeout: .seconds(5)) }
    }
    #expect(error.code == .internalDefect, "\(error)")
    await #expect { _ = try await reader.nextEvent(timeout: .zero) } throws: {
      ($0 as? PluginCallError)?.code == .state
    }
    await reader.close()
  }

  @Test func afterLostEventsAFingerMayBeThereOrNot() async throws {
    let reader = try await reader(
      "return call == 0 ? image(pixels, event, 3) : call == 1 ? happens(event, IMP_FINGER_EVENT_LIFTED, 4)"
        + " : IMP_OUTCOME_END;")
    for _ in 0..<2 { #expect(try await reader.nextEvent(timeout: .seconds(5)) != nil) }
    #expect(try await reader.nextEvent(timeout: .seconds(5)) == nil)
    await reader.close()
  }

  @Test func anImageLargerThanTheRoomIsAskedForAgain() async throws {
    let reader = try await reader(
      "if (pixels->capacity < 300000) { pixels->length = 300000; return IMP_RETRY_SHORT_BUFFER; } "
        + Self.arrived.replacing("call == 0", with: "call == 1")
        + "happens(event, IMP_FINGER_EVENT_IMAGE, 1); event->width = event->row_bytes = 500; "
        + "event->height = 600; event->resolution_x = event->resolution_y = 19685; "
        + "pixels->length = 300000; return IMP_OK;")
    let image = try #require(try await reader.nextImage(within: .seconds(5)))
    #expect((image.image.width, image.image.height) == (500, 600))
    await reader.close()
  }

  @Test func aDeadlineEndsTheWaitForAnImage() async throws {
    let reader = try await reader(Self.arrived)
    await #expect { _ = try await reader.nextImage(within: .milliseconds(30)) } throws: {
      ($0 as? PluginCallError)?.code == .timeout
    }
    await reader.close()
  }

  // Two events a minute apart, and a time-out: by a replayed source's own time.
  @Test func atFullPaceDeadlinesGoByTheReadersOwnTime() async throws {
    let minutes =
      "if (call < 2) { happens(event, call ? IMP_FINGER_EVENT_LIFTED : IMP_FINGER_EVENT_ARRIVED, call); "
      + "event->timestamp_ns = (call + 1) * UINT64_C(60000000000); return IMP_OK; } "
      + "return timeout > UINT64_C(30000000000) ? IMP_E_DEVICE_FAILED : IMP_RETRY_TIMEOUT;"
    let reader = try await reader(minutes, FingerReaderOptions(locator: "usb:1", pace: .full))
    await #expect { _ = try await reader.nextImage(within: .seconds(150)) } throws: {
      ($0 as? PluginCallError)?.code == .timeout
    }
    await reader.close()
  }

  @Test func cancellingTheTaskEndsTheReader() async throws {
    let reader = try await reader()
    let waiting = Task { try await reader.nextEvent(timeout: .seconds(100)) }
    try await Task.sleep(for: .milliseconds(20))
    waiting.cancel()
    await #expect { _ = try await waiting.value } throws: { ($0 as? PluginCallError)?.code == .cancelled }
    await reader.close()
  }

  @Test(arguments: [
    ("IMP_RETRY_BUSY", PluginCallError.Code.busy), ("IMP_E_DEVICE_MISSING", .deviceMissing),
    ("IMP_E_DEVICE_DENIED", .deviceDenied), ("IMP_E_FILE", .file),
  ])
  func whatItCannotBeOpenedForIsTyped(status: String, code: PluginCallError.Code) async throws {
    let plugin = try FixturePlugin.fingerReader(["FIX_OPEN": "return \(status);"]).opened()
    // A second time as well: what was not opened is nobody's.
    for _ in 0..<2 {
      await #expect { _ = try await FingerReader.open(plugin, options: .init(locator: "usb:1")) } throws: {
        ($0 as? PluginCallError)?.code == code
      }
    }
  }

  @Test func aReaderThatIsTornOutIsGone() async throws {
    let reader = try await reader(Self.arrived + "return IMP_E_DEVICE_GONE;")
    _ = try await reader.nextEvent(timeout: .seconds(5))
    await #expect { _ = try await reader.nextEvent(timeout: .seconds(5)) } throws: {
      ($0 as? PluginCallError)?.code == .deviceGone
    }
    await reader.close()
  }

  @Test func aReaderWithoutImagesIsNotOpened() async throws {
    let plugin = try FixturePlugin.fingerReader(["FIX_OPEN": "abort();"]).opened()
    await #expect { _ = try await FingerReader.open(plugin, options: .init(locator: "usb:2")) } throws: {
      ($0 as? PluginCallError)?.code == .unsupported
    }
  }

  @Test func optionsOutsideTheirRangeAreRefused() async throws {
    let plugin = try FixturePlugin.fingerReader().opened()
    for options in [
      FingerReaderOptions(locator: ""), FingerReaderOptions(locator: "a\0b"),
      FingerReaderOptions(locator: "usb:1", plays: 0),
      FingerReaderOptions(locator: "usb:1", plays: Int(UInt32.max) + 1),
    ] {
      await #expect { _ = try await FingerReader.open(plugin, options: options) } throws: {
        ($0 as? PluginCallError)?.code == .argument
      }
    }
  }

  // whatever the plugin does, and wherever it runs.
  @Test func aReaderIsItsFirstObjectsAloneByEachOfItsNames() async throws {
    let (one, other) = (
      try FixturePlugin.fingerReader().opened(), try FixturePlugin.fingerReader().opened()
    )
    let first = try await FingerReader.open(one, options: .init(locator: "usb:1"))
    for plugin in [one, other] {
      for name in ["usb:1", Self.id] {
        await #expect { _ = try await FingerReader.open(plugin, options: .init(locator: name)) } throws: {
          ($0 as? PluginCallError)?.code == .busy && ($0 as? PluginCallError)?.isRetryable == true
        }
      }
    }
    // Another reader is free.
    await (try await FingerReader.open(other, options: .init(locator: "usb:9"))).close()
    await first.close()
    await (try await FingerReader.open(other, options: .init(locator: Self.id))).close()
  }

  @Test func aReaderThatIsReleasedWithoutCloseIsFreeSoon() async throws {
    let plugin = try FixturePlugin.fingerReader().opened()
    _ = try await FingerReader.open(plugin, options: .init(locator: "usb:1"))
    var opened: FingerReader?
    for _ in 0..<500 where opened == nil {
      opened = try? await FingerReader.open(plugin, options: .init(locator: "usb:1"))
      if opened == nil { try await Task.sleep(for: .milliseconds(10)) }
    }
    let reader = try #require(opened)
    await reader.close()
  }

  @Test func manyTasksThatOpenAtOnceGetItOneAtATime() async throws {
    let plugin = try FixturePlugin.fingerReader().opened()
    let use = Use()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<12 {
        group.addTask {
          do throws(PluginCallError) {
            let reader = try await FingerReader.open(plugin, options: .init(locator: "usb:1"))
            use.most.max(use.now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            use.opened.add(1, ordering: .relaxed)
            try? await Task.sleep(for: .milliseconds(3))
            use.now.subtract(1, ordering: .relaxed)
            await reader.close()
          } catch {
            #expect(error.code == .busy, "\(error)")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(use.most.load(ordering: .relaxed) == 1)
    #expect(use.opened.load(ordering: .relaxed) >= 1)
  }

  /// How many have a reader.
  private final class Use: Sendable {
    let now = Atomic(0)
    let most = Atomic(0)
    let opened = Atomic(0)
  }
}

/// What keeps a reader for one object, against other processes too.
@Suite struct FingerReaderHoldTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func hold(_ reader: String, _ place: String?) -> FingerReaderHold? {
    FingerReaderHold(
      of: reader, plugin: "org.example.held", in: place,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func onlyOneHasItAndReleasingItLetsTheNextHaveIt() throws {
    let place = "\(folder.path)/readers"
    let first = try #require(hold("one", place))
    #expect(hold("one", place) == nil)
    #expect(hold("two", place) != nil)
    first.release()
    #expect(hold("one", place) != nil)
  }

  // The kernel's lock is of an open file, whichever process has it open.
  @Test func whatAnotherProcessHoldsIsBusy() throws {
    let place = "\(folder.path)/readers"
    try #require(hold("four", place)).release()
    let name = try #require(try FolderNames.of(place).first)
    let file = open("\(place)/\(name)", O_RDWR | O_CLOEXEC)
    #expect(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
    #expect(hold("four", place) == nil)
    close(file)
    #expect(hold("four", place) != nil)
  }

  @Test func whereNoLockCanBeMadeItIsHeldInThisProcess() throws {
    for place in [nil, "/proc/nowhere/readers"] {
      let first = try #require(hold("three", place))
      #expect(hold("three", place) == nil)
      first.release()
    }
  }
}
