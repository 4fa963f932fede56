// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A camera: it gives a test pattern, a bright oval that moves over a dark background.
///
/// To make it yours, replace `cameras` and `openCamera` by what looks for your device, and `Pattern` by what
/// takes a frame from it. What is between them stays: frames that are due at a time, a wait that ends in
/// time, and a cancel that ends it at once.
struct Camera: CameraPlugin {
  static let identity = PluginIdentity.own
  private static let only = CameraInfo(locator: "pattern:0", name: "Test pattern")

  init(host: Host) {}

  func cameras() -> [CameraInfo] { [Self.only] }

  func openCamera(_ options: CameraOptions) throws(PluginFailure) -> any CameraSession {
    guard options.locator == Self.only.locator else {
      throw PluginFailure(
        .deviceMissing, "There is no such camera; there is only '\(Self.only.locator)'.")
    }
    return Session(options)
  }
}

private final class Session: CameraSession, @unchecked Sendable {
  // Sendable: all but `stop` is used by the one thread that asks for frames.
  private let pattern: Pattern
  /// Nanoseconds from one frame to the next.
  private let period: UInt64
  /// Frames come when they are due, not at once.
  private let isPaced: Bool
  private let stop = StopSignal()
  /// The monotonic clock at the first frame.
  private var start: UInt64?
  /// Number of the frame to give.
  private var next: UInt64 = 0
  private var dropped: UInt64 = 0

  init(_ options: CameraOptions) {
    // The nearest there is to what is asked.
    pattern = Pattern(
      width: min(max(options.width ?? 640, 64), 1920), height: min(max(options.height ?? 480, 64), 1080))
    // Frames in 1000 seconds: from 1 per second to 240.
    period = 1_000_000_000_000 / UInt64(min(max(options.framesPerSecondMilli ?? 30000, 1000), 240_000))
    isPaced = !options.isFullPace
  }

  func nextFrame(timeout: UInt64) throws(PluginFailure) -> CameraFrame {
    try stop.check()
    if isPaced { try waitForFrame(timeout) }
    defer { next += 1 }
    return CameraFrame(
      format: UInt32(IMP_PIXEL_GREY8), width: UInt32(pattern.width), height: UInt32(pattern.height),
      rowBytes: UInt32(pattern.width), timestamp: next * period, sequence: next, dropped: dropped,
      bytes: pattern.frame(next))
  }

  func cancel() { stop.raise() }

  /// Frames that the host was too slow for are lost, as with any live camera.
  private func waitForFrame(_ timeout: UInt64) throws(PluginFailure) {
    let now = MonotonicClock.now
    let start = start ?? now
    self.start = start
    let shown = (now - start) / period
    if shown > next {
      dropped += shown - next
      next = shown
    }
    try stop.wait(
      until: start + next * period, deadline: MonotonicClock.after(timeout, since: now),
      "The next frame is not due yet.")
  }
}

private let export = PluginExport(Camera.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
