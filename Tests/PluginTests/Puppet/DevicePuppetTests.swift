// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Foundation
import ImprintPuppet
import PuppetSamples
import Testing

/// People before the camera, whose faces are drawings.
struct DevicePuppetTests {
  private let folder: TemporaryFolder
  private let ada: String
  private let bea: String

  /// Drawn once: it takes longer than a test.
  private static let files = Result { () throws -> [[UInt8]] in
    let folder = try TemporaryFolder()
    let noses: [(UInt8, UInt8, UInt8)] = [(200, 30, 30), (30, 30, 220)]
    return try noses.map { nose in
      let drawn = try DrawnFace(width: 240, nose: nose)
      let path = "\(folder.path)/drawn.puppet"
      try PuppetFile(image: drawn.image, face: drawn.face).write(to: path)
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
  }

  init() throws {
    folder = try TemporaryFolder()
    let files = try Self.files.get()
    ada = try folder.write("ada.puppet", files[0])
    bea = try folder.write("bea.puppet", files[1])
  }

  private static func isNose(_ red: Int, _ green: Int, _ blue: Int) -> Bool {
    red > 110 && green < 75 && blue < 75
  }

  private static func isEye(_ red: Int, _ green: Int, _ blue: Int) -> Bool {
    red < 45 && green < 45 && blue < 45
  }

  // MARK: Frames

  @Test func framesHaveVirtualTimesAndAnEnd() throws {
    let camera = try PuppetCamera.open("puppet:\(ada)?seconds=0.1")
    let frames = (0..<3).map { _ in camera.next() }
    #expect(frames.map(\.frame.timestamp_ns) == [0, 33_333_333, 66_666_666])
    #expect(frames.map(\.frame.sequence) == [0, 1, 2])
    #expect(frames.map(\.frame.format) == Array(repeating: UInt32(IMP_PIXEL_RGB24), count: 3))
    #expect(frames.map(\.pixels.count) == Array(repeating: 3 * 320 * 240, count: 3))
    #expect((camera.next().status, camera.next().status) == (IMP_OUTCOME_END, IMP_OUTCOME_END))
  }

  @Test func theSameLocatorGivesTheSameFrames() throws {
    func frames(_ seed: Int) throws -> [[UInt8]] {
      let camera = try PuppetCamera.open("\(ada)?seed=\(seed)")
      return (0..<3).map { _ in camera.next().pixels }
    }
    let first = try frames(4)
    #expect(try frames(4) == first)
    #expect(try frames(5) != first)
  }

  @Test func whatIsNotDueAtRealPaceIsWaitedFor() throws {
    let camera = try PuppetCamera("puppet:\(ada)?pace=real")
    #expect(camera.open(framesPerSecondMilli: 1000) == IMP_OK)
    #expect(camera.next().status == IMP_OK)
    // A frame a second: the next is not due at once.
    #expect(camera.next(timeout: 0).status == IMP_RETRY_TIMEOUT)
    camera.cancel()
    #expect(camera.next().status == IMP_OUTCOME_CANCELLED)
  }

  @Test func aHeldCameraMovesTheRoomToo() throws {
    func change(_ mount: String) throws -> Double {
      let camera = try PuppetCamera.open("puppet:\(ada)?person=strings&camera=\(mount)")
      let (first, last) = (camera.next(), camera.next(frames: 20))
      return stride(from: 0, to: 3 * 320 * 80, by: 7).reduce(0) { sum, place in
        sum + abs(Double(first.pixels[place]) - Double(last.pixels[place]))
      }
    }
    #expect(try change("held") > 1.5 * change("fixed"))
  }

  // MARK: A marionette

  @Test func aHeadTurnsAndTheRoomStays() throws {
    let camera = try PuppetCamera.open("puppet:\(ada)?person=strings")
    let straight = camera.next()
    camera.set(32, 200)
    let turned = camera.next(frames: 2)
    let (before, after) = (straight.find(Self.isNose), turned.find(Self.isNose))
    #expect(before.count > 20)
    #expect(after.x - before.x > 0.03)
    for corner in [(0.0...0.12, 0.0...0.3), (0.88...1.0, 0.0...0.3)] {
      for (old, new) in zip(straight.mean(x: corner.0, y: corner.1), turned.mean(x: corner.0, y: corner.1)) {
        #expect(abs(old - new) < 1)
      }
    }
    camera.set(32, 0)
    camera.set(33, 150)
    #expect(camera.next(frames: 2).find(Self.isNose).y < before.y - 0.02)
  }

  @Test func closedLidsCoverTheEyes() throws {
    let camera = try PuppetCamera.open("puppet:\(ada)?person=strings", width: 640, height: 480)
    camera.set(36, 70)
    let face = { (answer: PuppetCamera.Answer) in answer.mean(x: 0.35...0.65, y: 0.35...0.45)[0] }
    let open = camera.next(frames: 2)
    camera.set(35, 0)
    let closed = camera.next(frames: 2)
    #expect(face(closed) > face(open) + 8)
  }

  @Test func theScreensColourLightsTheFaceMoreThanTheRoom() throws {
    let camera = try PuppetCamera.open("puppet:\(ada)?person=strings")
    let dark = camera.next()
    camera.set(7, 0x00FF00)
    let lit = camera.next()
    func gain(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Double {
      lit.mean(x: x, y: y)[1] / dark.mean(x: x, y: y)[1]
    }
    let face = gain(0.45...0.55, 0.3...0.38)
    #expect(face > 1.08)
    #expect(face - 1 > 3 * (gain(0...0.15, 0...0.3) - 1))
  }

  // MARK: People

  @Test func aWillingPersonTurnsWhenAskedAndBackWhenNot() throws {
    let camera = try PuppetCamera.open("puppet:\(ada)?seed=2")
    let start = camera.next(frames: 10).find(Self.isNose)
    camera.set(0, Int64(IMP_FEEDBACK_TURN_LEFT))
    // A reaction, and the way: a second is enough.
    let turned = camera.next(frames: 36).find(Self.isNose)
    #expect(turned.x - start.x > 0.025)
    camera.set(0, 0)
    let back = camera.next(frames: 40).find(Self.isNose)
    #expect(abs(back.x - start.x) < 0.02)
  }

  @Test func aTurnGoesOnWhileThePromptSaysSomethingElse() throws {
    let camera = try PuppetCamera.open("puppet:\(ada)?seed=2")
    let start = camera.next(frames: 10).find(Self.isNose)
    camera.set(12, Int64(IMP_ACTION_TURN_LEFT))
    camera.set(0, Int64(IMP_FEEDBACK_NO_HEAD_MOVEMENT))
    #expect(camera.next(frames: 36).find(Self.isNose).x - start.x > 0.025)
  }

  @Test func nobodyReactsBeforeTheReactionTime() throws {
    let asked = try PuppetCamera.open("puppet:\(ada)?seed=2")
    let unasked = try PuppetCamera.open("puppet:\(ada)?seed=2")
    asked.set(0, Int64(IMP_FEEDBACK_TURN_LEFT))
    // 200 ms are six frames.
    for _ in 0..<5 { #expect(asked.next().pixels == unasked.next().pixels) }
    #expect(asked.next(frames: 12).pixels != unasked.next(frames: 12).pixels)
  }

  @Test func aTargetIsPointedAt() throws {
    let camera = try PuppetCamera.open("puppet:\(ada)?seed=3")
    let start = camera.next(frames: 10).find(Self.isNose)
    camera.set(1, 1)
    camera.set(2, -700)
    #expect(camera.next(frames: 45).find(Self.isNose).x < start.x - 0.025)
  }

  @Test func aNewOpeningShowsNothing() throws {
    let locator = "puppet:\(ada)?person=strings"
    let fresh = try PuppetCamera.open(locator).next().pixels
    let camera = try PuppetCamera(locator)
    camera.set(7, 0xFFFFFF)
    camera.set(32, 300)
    #expect(camera.open() == IMP_OK)
    #expect(camera.next().pixels == fresh)
  }

  @Test(arguments: [
    "willing", "slow", "looks-away", "two-people", "strings", "still-print", "waved-print", "turned-print",
    "bent-print", "screen", "video", "turning-video", "swap",
  ])
  func everybodyPerforms(person: String) throws {
    let locator = "puppet:\(ada)?person=\(person)&other=\(bea)&seed=6"
    let camera = try PuppetCamera.open(locator, width: 160, height: 120)
    camera.set(1, 1)
    var frames: Set<[UInt8]> = []
    for x in [700, -600] {
      camera.set(2, Int64(x))
      for _ in 0..<10 {
        let answer = camera.next()
        #expect(answer.status == IMP_OK)
        frames.insert(answer.pixels)
      }
    }
    // The sensor's noise alone makes each frame another one.
    #expect(frames.count == 20)
  }

  @Test func aSwapChangesThePersonInOneFrame() throws {
    let camera = try PuppetCamera.open("puppet:\(ada)?person=swap&other=\(bea)&seed=1")
    camera.set(1, 1)
    var isFirst: [Bool] = []
    for step in 0..<120 {
      if step % 30 == 10 { camera.set(2, step % 60 == 10 ? 600 : -600) }
      // Ada's nose is red, and Bea's is blue.
      let answer = camera.next()
      let red = answer.find(x: 0.3...0.7, y: 0.3...0.7, Self.isNose).count
      let blue = answer.find(x: 0.3...0.7, y: 0.3...0.7) { $2 > 110 && $0 < 75 && $1 < 75 }.count
      isFirst.append(red > blue)
    }
    #expect(isFirst.first == true)
    #expect(isFirst.last == false)
    #expect(zip(isFirst, isFirst.dropFirst()).count { $0 != $1 } == 1)
  }

  @Test func aVideoThatIsInjectedShowsNoDisplay() throws {
    let shown = try PuppetCamera.open("puppet:\(ada)?person=video&show=screen").next()
    let injected = try PuppetCamera.open("puppet:\(ada)?person=video&show=frame").next()
    #expect(shown.pixels != injected.pixels)
    #expect(injected.find(Self.isNose).count > 10)
  }

  // MARK: Settings

  @Test func settingsHaveTheirNames() throws {
    let person = try PuppetCamera("puppet:\(ada)")
    #expect(
      person.controls() == [
        0: "shown-prompt", 1: "shown-target", 2: "shown-target-x", 3: "shown-target-y", 4: "shown-pointer",
        5: "shown-pointer-x", 6: "shown-pointer-y", 7: "shown-color", 8: "shown-oval-x", 9: "shown-oval-y",
        10: "shown-oval-width", 11: "shown-oval-height", 12: "shown-action",
      ])
    #expect(person.set(32, 0) == IMP_E_UNSUPPORTED)
    let marionette = try PuppetCamera("puppet:\(ada)?person=strings")
    let strings: [UInt32: String] = [
      32: "yaw", 33: "pitch", 34: "roll", 35: "eyes", 36: "distance", 37: "light",
    ]
    #expect(marionette.controls().filter { $0.key >= 32 } == strings)
    #expect(marionette.set(32, -200) == IMP_OK)
  }

  @Test func aSettingOutOfItsRangeIsRefused() throws {
    let camera = try PuppetCamera("puppet:\(ada)")
    #expect(camera.set(2, 1001) == IMP_E_ARGUMENT)
    #expect(camera.words.contains("'shown-target-x' goes from -1000 to 1000"))
    #expect(camera.set(13, 0) == IMP_E_UNSUPPORTED)
  }

  // MARK: Locators

  @Test(arguments: [
    ("persn=willing", "Did you mean 'person'?"), ("person=wiling", "Did you mean 'willing'?"),
    ("person=robot", "willing, slow, looks-away, two-people, strings, still-print"),
    ("seed=many", "give a number"), ("seconds=0", "0.1 to 86400"), ("pace=fast", "full, real"),
    ("camera=flying", "fixed, held"),
    ("show=wall", "screen, frame"), ("person=swap", "&other="), ("person=two-people", "&other="),
  ])
  func aMistakeInALocatorIsExplained(query: String, words: String) throws {
    let camera = try PuppetCamera("puppet:\(ada)?\(query)")
    #expect(camera.open() == IMP_E_ARGUMENT)
    #expect(camera.words.contains(words), "\(camera.words)")
  }

  @Test func whatIsNoPuppetIsLeftToOthers() throws {
    let camera = try PuppetCamera("/dev/video0")
    #expect(camera.open() == IMP_E_DEVICE_MISSING)
    #expect(camera.set(0, 0) == IMP_E_DEVICE_MISSING)
  }

  @Test func aDamagedFileIsRefused() throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: ada)))
    bytes[6000] ^= 1
    #expect(try PuppetCamera(folder.write("changed.puppet", bytes)).open() == IMP_E_FILE)
    #expect(try PuppetCamera(folder.write("cut.puppet", Array(bytes.dropLast(9)))).open() == IMP_E_FILE)
    #expect(try PuppetCamera(folder.write("other.puppet", Array("no puppet".utf8))).open() == IMP_E_FILE)
    #expect(try PuppetCamera("puppet:\(folder.path)/nobody").open() == IMP_E_FILE)
  }

  @Test func nothingIsListed() throws {
    let opened = try OpenedEntry(PluginLibrary.entry("DevicePuppet"))
    let table: imp_camera_ability = try opened.table(IMP_CAMERA_ID)
    var count = 0
    #expect(table.list(opened.plugin, nil, &count) == IMP_OK)
    #expect(count == 0)
  }
}
