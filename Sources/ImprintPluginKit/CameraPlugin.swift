// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.camera/1`: frames, pulled.
public protocol CameraPlugin: Plugin {
  /// The devices there are now; none is an empty list. Called by one thread at a time.
  func cameras() throws(PluginFailure) -> [CameraInfo]

  /// Opens one camera and starts it. Called by one thread at a time.
  /// - Throws: `.deviceMissing`, `.deviceDenied`, `.busy`, `.file`, `.unsupported`, `.argument`.
  func openCamera(_ options: CameraOptions) throws(PluginFailure) -> any CameraSession
}

/// An open camera. It stops and releases the device when it is released.
public protocol CameraSession: CancellableSession {
  /// Waits for the next frame, at most `timeout` nanoseconds: 0 does not wait, `UInt64.max` waits without
  /// limit. Called by one thread at a time.
  ///
  /// The kit keeps a frame for which the host's buffer is too short, and goes on answering `.end`,
  /// `.deviceGone`, `.deviceFailed` and `.cancelled` once one of them was thrown.
  /// - Throws: `.timeout`, and no frame is lost; `.end` after the last frame; `.file` for a frame that cannot
  ///   be read, where the next call goes on after it; `.deviceGone`; `.deviceFailed` where the driver has
  ///   given up; `.cancelled`.
  func nextFrame(timeout: UInt64) throws(PluginFailure) -> CameraFrame
}

/// What is asked of a camera; `nil` leaves a choice to it. The kit has checked the ranges.
public struct CameraOptions: Sendable, Hashable {
  /// A device node, a folder, a file, an id: as listed, or as the user wrote it.
  public let locator: String
  /// Pixels.
  public let width: Int?
  /// Pixels.
  public let height: Int?
  /// Frames in 1000 seconds: 30 per second is 30000.
  public let framesPerSecondMilli: UInt32?
  /// A replayed source gives each frame at once, not when it is due.
  public let isFullPace: Bool
  /// A replayed source: times to play, from 1.
  public let plays: UInt32
  /// `IMP_PIXEL_...`, or a number that this kit does not know. A camera without it takes the nearest.
  public let format: UInt32?
}
