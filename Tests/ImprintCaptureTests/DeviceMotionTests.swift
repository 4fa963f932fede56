// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Samples of the device's accelerometer: from the application to the plugin, and into recordings.
@Suite(.timeLimit(.minutes(2)))
struct DeviceMotionTests {
  /// Tells each sample as a finding, and ends with the one whose z is 0.
  private static let tellsSamples = """
    if (input == IMP_INPUT_FRAME) event(events, IMP_CAPTURE_FACE)->face = 0; \
    if (input == IMP_INPUT_MOTION) { e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_STREAM; \
    e->liveness = IMP_LIVENESS_NO_DECISION; e->value = given->acceleration.x; \
    e->limit = given->acceleration.y; \
    if (given->acceleration.z == 0) { \(FixtureCapture.finishes("IMP_FINISH_JUDGED")) } } \
    if (input == IMP_INPUT_STOP || input == IMP_INPUT_END) { \
    \(FixtureCapture.finishes("IMP_FINISH_STOPPED")) }
    """
  private static let last = Point3(x: 0, y: 0, z: 0)

  /// A camera whose frames do not end, before a plugin that tells samples.
  private static func fixture(_ helps: CaptureHelps = .motion, before: String = "") throws -> FixtureCapture {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(
      .max, before: "struct timespec pause = {0, 2000000}; nanosleep(&pause, NULL); \(before)")
    fixture.step = tellsSamples
    fixture.options.helps = helps
    return fixture
  }

  /// Runs the capture, and does something once its first frame was looked at.
  private func run(
    _ capture: FaceCapture, atFirstFrame work: () async throws -> Void
  ) async throws -> CaptureResult {
    let running = Task { try await capture.run() }
    for await event in capture.events { if case .tracking = event { break } }
    try await work()
    return try await running.value
  }

  @Test func samplesReachThePluginInOrder() async throws {
    let capture = try await Self.fixture().make()
    let result = try await run(capture) {
      for x in [1, 2, -1000] as [Float] {
        #expect(await capture.deviceMoved(Point3(x: x, y: 9.81, z: 1)))
      }
      #expect(await capture.deviceMoved(Self.last))
    }
    #expect(result.findings.map(\.measure) == [1, 2, -1000, 0])
    #expect(result.findings.map(\.limit) == [9.81, 9.81, 9.81, 0])
    #expect(result.outcome == .judged)
  }

  @Test func theyAreRecordedAtTheTimeOfTheNextFrameAndReplayed() async throws {
    let fixture = try Self.fixture()
    let path = "\(fixture.folder.path)/capture.imps"
    let (capture, recorder) = try await fixture.recorded(to: path)
    _ = try await run(capture) {
      await capture.deviceMoved(Point3(x: 4, y: -9.81, z: 0.5))
      await capture.deviceMoved(Self.last)
    }
    try await recorder.finish()
    let contents = try SessionContents(path)
    var samples: [[Float]] = []
    var times: [UInt64] = []
    for chunk in contents.chunks {
      switch chunk {
      case .frame(let frame): times.append(frame.timestamp)
      case .step(let step):
        guard case .motion(let sample) = step.input else { break }
        samples.append(sample)
        // A capture's time begins with its first frame.
        #expect(times.last.map { $0 - times[0] } == step.time)
      default: break
      }
    }
    #expect(samples == [[4, -9.81, 0.5], [0, 0, 0]])
    #expect(contents.header.options["helps"] == .integer(Int64(CaptureHelps.motion.rawValue)))
    #expect(try await Self.fixture().replay(path).conclusion == .same)
    #expect(try await Self.fixture().replay(path, from: .frames).conclusion == .same)
  }

  @Test func whatIsNoSampleIsNotPassedOnAndLoggedOnce() async throws {
    let log = CollectedLog()
    let capture = try await Self.fixture().make(logger: log)
    #expect(await !capture.deviceMoved(Self.last), "it does not run yet")
    let result = try await run(capture) {
      for wrong in [.nan, .infinity, -.infinity, 1001, .greatestFiniteMagnitude] as [Float] {
        #expect(await !capture.deviceMoved(Point3(x: 0, y: wrong, z: 0)), "\(wrong)")
      }
      await capture.deviceMoved(Self.last)
    }
    #expect(result.findings.count == 1)
    #expect(log.lines.count { $0.message.contains("accelerometer") } == 1)
    #expect(await !capture.deviceMoved(Self.last), "it has ended")
  }

  @Test func whereNobodyPromisedSamplesNoneIsPassedOn() async throws {
    let log = CollectedLog()
    let capture = try await Self.fixture([.lights]).make(logger: log)
    let result = try await run(capture) {
      for _ in 0..<3 { #expect(await !capture.deviceMoved(Self.last)) }
      await capture.stop()
    }
    #expect(result.findings.isEmpty && result.outcome == .stopped)
    let warnings = log.lines.filter { $0.message.contains("accelerometer") }
    #expect(warnings.count == 1)
    #expect("\(warnings.map(\.metadata))".contains("CaptureHelps.motion"))
  }

  /// Gives no second frame until there is that file.
  private static func waiting(for file: String) -> String {
    """
    for (FILE *go = NULL; camera->frames == 1 && !go;) { go = fopen("\(file)", "r"); \
    if (go) fclose(go); else nanosleep(&pause, NULL); }
    """
  }

  @Test func ofManyBetweenTwoFramesTheLatestArePassedOn() async throws {
    let folder = try TemporaryFolder()
    let capture = try await Self.fixture(before: Self.waiting(for: "\(folder.path)/go")).make()
    let result = try await run(capture) {
      for x in 1...99 { #expect(await capture.deviceMoved(Point3(x: Float(x), y: 0, z: 1))) }
      #expect(await capture.deviceMoved(Self.last))
      try folder.write([], to: "go")
    }
    #expect(result.findings.map(\.measure) == (37...99).map(Float.init) + [0])
  }

  @Test func samplesOfTheFirstCameraAreNotTheSecondOnes() async throws {
    let folder = try TemporaryFolder()
    let capture = try await Self.fixture(before: Self.waiting(for: "\(folder.path)/go")).make()
    let second = try Self.fixture([.motion, .lights])
    let plugin = try second.opened()
    let result = try await run(capture) {
      await capture.deviceMoved(Point3(x: 1, y: 0, z: 1))
      let camera = try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0"))
      let tracker = try await FaceTracker.make(plugin)
      let machine = try await FaceCaptureMachine.make(plugin, options: second.options)
      async let switched: Void = capture.switchCamera(to: camera, tracker: tracker, machine: machine)
      while await capture.setup?.options.helps != second.options.helps { await Task.yield() }
      try folder.write([], to: "go")
      try await switched
      await capture.deviceMoved(Self.last)
    }
    #expect(result.findings.map(\.measure) == [0])
  }

  // MARK: Whether it moved

  /// A capture of so many frames, 0.2 s each, whose plugin says what a test wants.
  private func movement(
    _ helps: CaptureHelps, frames: Int = 10, saying statements: String = "",
    atFrame work: @escaping @Sendable (FaceCapture, Int) async -> Void = { _, _ in }
  ) async throws -> DeviceMovement {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(frames).replacing("40000000u", with: "200000000u")
    fixture.step = """
      \(statements) if (input == IMP_INPUT_END) { \(FixtureCapture.finishes("IMP_FINISH_ENDED")) }
      """
    fixture.options.helps = helps
    let feeder = Feeder(work: work)
    fixture.observers = [feeder]
    let capture = try await fixture.make()
    await feeder.feed(capture)
    return try await capture.run().deviceMovement
  }

  /// Does something before each frame is stepped.
  private actor Feeder: CaptureObserver {
    private let work: @Sendable (FaceCapture, Int) async -> Void
    private var capture: FaceCapture?
    private var frames = 0

    init(work: @escaping @Sendable (FaceCapture, Int) async -> Void) { self.work = work }

    func feed(_ capture: FaceCapture) { self.capture = capture }

    func captureTold(_ event: CaptureEvent) async {
      guard case .preview = event, let capture else { return }
      frames += 1
      await work(capture, frames)
    }
  }

  private static let atRest = Point3(x: 0, y: 0, z: 9.81)

  @Test func aFixedCameraWithoutAnAccelerometerCannotTell() async throws {
    #expect(try await movement([]) == .cannotTell)
    #expect(try await movement(.motion) == .cannotTell, "none came")
  }

  @Test func withSamplesAllTheTimeItWasStill() async throws {
    #expect(try await movement(.motion) { capture, _ in await capture.deviceMoved(Self.atRest) } == .still)
    // Of every fourth frame: 0.8 s apart.
    let rare = try await movement(.motion) { capture, frame in
      if frame % 4 == 1 { await capture.deviceMoved(Self.atRest) }
    }
    #expect(rare == .still)
  }

  /// For more than a second none came: at the beginning, in the middle, at the end.
  @Test(arguments: [7...12, 1...12, 1...6]) func withSamplesSomeOfTheTimeItCannotTell(
    frames: ClosedRange<Int>
  ) async throws {
    let movement = try await movement(.motion, frames: 13) { capture, frame in
      let isMissed = frames == 1...12 && (4...8).contains(frame)
      if frames.contains(frame), !isMissed { await capture.deviceMoved(Self.atRest) }
    }
    #expect(movement == .cannotTell)
  }

  @Test func whatThePluginSaysOfItCounts() async throws {
    let moving =
      "if (capture->steps == 3) event(events, IMP_CAPTURE_FEEDBACK)->code = IMP_FEEDBACK_DEVICE_MOVING;"
    #expect(try await movement([], saying: moving) == .moved)
    let sampled = try await movement(.motion, saying: moving) { capture, _ in
      await capture.deviceMoved(Self.atRest)
    }
    #expect(sampled == .moved)
  }

  // MARK: Handlers

  @Test func aHandlerPassesSamplesOnWhileACaptureRuns() async throws {
    let handler = try FixtureHandler(Self.fixture()).make(
      FaceCaptureHandlerOptions(livenessMode: .none, helps: .motion))
    #expect(await !handler.deviceMoved(Self.last), "nothing runs")
    var findings: [Float] = []
    for await event in try await handler.start() {
      switch event {
      case .capture(.tracking) where findings.isEmpty:
        if await handler.deviceMoved(Point3(x: 7, y: 0, z: 1)) { await handler.deviceMoved(Self.last) }
      case .capture(.finding(let finding)): findings.append(finding.measure)
      default: break
      }
    }
    #expect(findings.first == 7 && findings.last == 0)
    #expect(await !handler.deviceMoved(Self.last), "it has ended")
    await handler.destroy()
  }

  @Test func anInterruptedHandlerTakesNone() async throws {
    let handler = try FixtureHandler(Self.fixture()).make(
      FaceCaptureHandlerOptions(livenessMode: .none, helps: .motion))
    let events = try await handler.start()
    for await event in events { if case .capture(.tracking) = event { break } }
    await handler.interrupt(.sleep)
    #expect(await !handler.deviceMoved(Self.last))
    await handler.cancel()
  }

  @Test func theOptionsOfAHandlerSayWhatTheApplicationDoes() {
    var options = FaceCaptureHandlerOptions(livenessMode: .passive, helps: [.motion, .lights])
    #expect(options.capture.helps == [.motion, .lights])
    options.helps = []
    #expect(options.capture.helps.isEmpty)
    #expect(FaceCaptureHandlerOptions(livenessMode: .passive).helps.isEmpty)
  }
}
