// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Records a camera's frames so that they can be replayed as a camera.
///
/// ```swift
/// let camera = try await directory.camera(CameraOptions(locator: "/dev/video0"))
/// let result = try await FrameRecorder.record(camera, frames: 100, to: "door.mjpeg")
/// ```
public enum FrameRecorder {
  /// What was recorded.
  public struct Result: Sendable, Hashable {
    public let kind: FrameRecordingKind
    public let frames: Int
    /// Frames that the camera lost, or that could not be read.
    public let dropped: Int
    public let bytes: Int
    /// Whether the source ended before there were as many as were asked for.
    public let hasEnded: Bool
  }

  /// Writes frames until there are as many as asked for, or the source ends. The file or folder appears whole, or not at
  /// all.
  /// - Parameters:
  ///   - count: from 1.
  ///   - path: what must not be there yet; its ending says how frames are kept: ``FrameRecordingKind/init(path:)``.
  ///   - framesPerSecond: what a Y4M file states; frames themselves keep no times.
  /// - Throws: ``DeviceError`` `file`, `noSpace`, `unsupported`, `nothingCame`; ``PluginCallError``; what decoding and
  ///   encoding throw.
  public static func record(
    _ camera: Camera, frames count: Int, to path: String, framesPerSecond: Double = 25
  ) async throws -> Result {
    let kind = FrameRecordingKind(path: path)
    let destination = try FrameDestination(path, isFolder: kind == .png)
    var recording = FrameRecording(kind, framesPerSecond: framesPerSecond)
    var (bytes, dropped) = (0, 0)
    var hasEnded = false
    while recording.frames < count {
      let (frame, unreadable) = try await next(of: camera, path)
      guard let frame else {
        // Those that came before a frame it counts itself.
        dropped += unreadable
        hasEnded = true
        break
      }
      dropped = Int(clamping: frame.dropped)
      let name = recording.nextName
      let new = try recording.add(frame)
      try destination.add(new, named: name)
      bytes += new.count
    }
    guard recording.frames > 0 else { throw nothing(path, "the camera has ended without a frame") }
    try destination.finish()
    return Result(kind: kind, frames: recording.frames, dropped: dropped, bytes: bytes, hasEnded: hasEnded)
  }

  /// How long a camera may give nothing that can be read.
  private static let patience: Duration = .seconds(5)

  /// The next frame that can be read, and how many came before that cannot.
  private static func next(
    of camera: Camera, _ path: String
  ) async throws -> (frame: EncodedFrame?, unreadable: Int) {
    let end = ContinuousClock.now + patience
    var unreadable = 0
    while true {
      do throws(PluginCallError) {
        return (try await camera.nextFrame(timeout: patience), unreadable)
      } catch {
        if error.code == .timeout { throw nothing(path, "no frame came for \(patience)") }
        guard error.code == .file else { throw error }
        unreadable += 1
        guard ContinuousClock.now < end else {
          throw nothing(path, "none of \(unreadable) frames in \(patience) could be read: \(error.reason)")
        }
      }
    }
  }

  private static func nothing(_ path: String, _ reason: String) -> DeviceError {
    DeviceError(
      .nothingCame, place: path, reason: "\(reason).", remedy: "Test the camera first: look at its cover.")
  }
}
