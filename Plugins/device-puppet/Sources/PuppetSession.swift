// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// A stream of frames in virtual time: frame `n` is of the time `n / rate`, whenever it is asked for.
final class PuppetSession: CameraSession, @unchecked Sendable {
  // Sendable: all but `stop` and `board`, which are, is used by the one thread that asks for frames.
  private let camera: RoomCamera
  private var performance: any Performance
  private let board: ControlBoard
  private let stop = StopSignal()
  private let framesPerSecondMilli: UInt32
  private let isRealPace: Bool
  private let count: UInt64
  private var sequence: UInt64 = 0
  /// The monotonic clock at the first frame.
  private var start: UInt64?

  static let sides = 64...1920
  static let rates: ClosedRange<UInt32> = 1_000...120_000
  static let standardRate: UInt32 = 30_000

  init(_ locator: PuppetLocator, options: CameraOptions, board: ControlBoard) throws(PluginFailure) {
    let width = min(max(options.width ?? 640, Self.sides.lowerBound), Self.sides.upperBound)
    let height = min(max(options.height ?? 480, Self.sides.lowerBound), Self.sides.upperBound)
    framesPerSecondMilli = min(
      max(options.framesPerSecondMilli ?? Self.standardRate, Self.rates.lowerBound), Self.rates.upperBound)
    isRealPace = locator.isRealPace
    count = UInt64((locator.seconds * Double(framesPerSecondMilli) / 1000).rounded(.up))
    self.board = board
    let randomness = Randomness(seed: locator.seed)
    let puppet = try Puppet(path: locator.path)
    var other: Puppet?
    if let path = locator.other { other = try Puppet(path: path) }
    camera = try RoomCamera(width: width, height: height, randomness: randomness, mount: locator.mount)
    performance = try Troupe(
      puppet: puppet, other: other, randomness: randomness, locator: locator, width: width, height: height
    ).performance()
    board.reset()
  }

  func nextFrame(timeout: UInt64) throws(PluginFailure) -> CameraFrame {
    let called = MonotonicClock.now
    try stop.check()
    guard sequence < count else {
      throw PluginFailure(.end, "The \(count) frames are over; seconds= in the locator asks for more.")
    }
    let time = UInt64(clamping: UInt128(sequence) * 1_000_000_000_000 / UInt128(framesPerSecondMilli))
    if isRealPace {
      let start = start ?? called
      self.start = start
      // What is shown when it is taken counts, and not when it was first asked for.
      try stop.wait(
        until: MonotonicClock.after(time, since: start),
        deadline: MonotonicClock.after(timeout, since: called),
        "The next frame is not due yet.")
    }
    let values = board.values
    let seconds = Double(time) / 1e9
    let stage = try performance.stage(at: seconds, seeing: values)
    let pixels = try camera.frame(stage, number: sequence, at: seconds, color: values.shown.color)
    defer { sequence += 1 }
    return CameraFrame(
      format: UInt32(IMP_PIXEL_RGB24), width: UInt32(camera.width), height: UInt32(camera.height),
      rowBytes: UInt32(3 * camera.width), timestamp: time, sequence: sequence, bytes: pixels)
  }

  func cancel() { stop.raise() }
}
