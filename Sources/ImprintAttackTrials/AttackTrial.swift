// SPDX-License-Identifier: Apache-2.0
public import Imprint
public import ImprintAttackEvaluation
import ImprintCapture
public import ImprintRuntime
public import Logging

/// Presents puppets to the captures of a system: each once, judged at several levels at a time.
///
/// The strictest capture that still runs is the one whose screen the puppet sees; all have the same seed, so
/// the others ask for the first of the same things. Times are the camera's: a presentation takes as long as
/// it takes to render it and to find its faces.
public struct AttackTrial: Sendable {
  private let system: BiometricSystem
  private let options: FaceCaptureOptions
  let mode: String
  let levels: [TrialLevel]
  private let framesPerSecond: Double
  private let logger: Logger

  /// - Parameters:
  ///   - system: whose set has the puppet camera, a tracker, a capture plugin and what that needs.
  ///   - options: of the captures; the seed is the presentation's, and each level changes what it is about.
  ///   - mode: its name in the results: `passive`, `active`, `cr2d`, `blink`.
  ///   - levels: at which it is judged, strictest first; default: all of the mode.
  public init(
    _ system: BiometricSystem, options: FaceCaptureOptions, mode: String,
    levels: [TrialLevel]? = nil, framesPerSecond: Double = 30, logger: Logger
  ) {
    self.system = system
    self.options = options
    self.mode = mode
    self.levels = levels ?? TrialLevel.all(of: options.livenessMode)
    self.framesPerSecond = framesPerSecond
    self.logger = logger
  }

  /// Opens what every presentation needs but its camera.
  /// - Throws: why none could be judged: a plugin that is missing or not licensed, a mode that it does not
  ///   have.
  public func check() async throws {
    _ = try await system.faces.tracker()
    for level in levels {
      var options = options
      level.apply(to: &options)
      _ = try await system.faces.machine(options)
    }
  }

  /// Presents one, and judges it at every level.
  /// - Returns: a result for each level, strictest first. What fails is a result too: `failed`, with its
  ///   code.
  /// - Throws: `CancellationError` alone.
  public func run(_ presentation: PuppetPresentation) async throws -> [PresentationResult] {
    do {
      return try await present(presentation)
    } catch {
      try Task.checkCancellation()
      let code = (error as? any ExplainedError)?.code.rawValue ?? "internal"
      return levels.map {
        PresentationResult(
          presentation.presentation, mode: mode, level: $0.name, outcome: .failed(code: code), frames: 0,
          seconds: 0)
      }
    }
  }

  private func present(_ presentation: PuppetPresentation) async throws -> [PresentationResult] {
    let camera = try await system.devices.camera(
      CameraOptions(
        locator: presentation.locator, width: 640, height: 480, framesPerSecond: framesPerSecond, pace: .full)
    )
    let results: [PresentationResult]
    do {
      results = try await watch(camera, presentation)
    } catch {
      await camera.close()
      throw error
    }
    await camera.close()
    return results
  }

  private func watch(
    _ camera: Camera, _ presentation: PuppetPresentation
  ) async throws -> [PresentationResult] {
    let tracker = try await system.faces.tracker()
    let comparer = system.faces.comparer()
    var machines: [LevelMachine] = []
    for level in levels {
      var options = options
      level.apply(to: &options)
      options.seed = presentation.seed
      machines.append(LevelMachine(level, try await system.faces.machine(options)))
    }
    let screen = await ShownToCamera(camera, logger: logger)
    var results: [PresentationResult?] = levels.map { _ in nil }
    var (frames, isSeen, start, now) = (0, false, UInt64?.none, UInt64(0))
    while results.contains(where: { $0 == nil }) {
      try Task.checkCancellation()
      var (input, frame, faces) = (CaptureInput.end, Frame?.none, [Face]())
      if let encoded = try await camera.nextFrame(timeout: .seconds(5)) {
        let image = try encoded.decoded()
        faces = try await tracker.track(image, timestamp: encoded.timestamp)
        frame = Frame(
          image: image, timestamp: encoded.timestamp, sequence: encoded.sequence, dropped: encoded.dropped)
        input = .frame(image, faces)
        isSeen = isSeen || !faces.isEmpty
        frames += 1
        let first = start ?? encoded.timestamp
        start = first
        // A camera whose clock goes back stands still.
        if encoded.timestamp >= first { now = max(now, encoded.timestamp - first) }
      }
      var shown: [CaptureEvent]?
      for index in machines.indices where results[index] == nil {
        let told = try await machines[index].step(
          input, frame: frame, faces: faces, now: now, comparer: comparer)
        if shown == nil { shown = told }
        guard machines[index].end != nil || frame == nil else { continue }
        results[index] = machines[index].result(
          presentation.presentation, mode: mode, frames: frames, seconds: Double(now) / 1e9, isSeen: isSeen,
          isMatch: nil)
      }
      for event in shown ?? [] { await screen?.captureTold(event) }
    }
    return results.compactMap(\.self)
  }
}
