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
    /// Frames that were dropped, or could not be decoded.
    public let dropped: Int
    public let bytes: Int
    /// Whether the source ended before the requested number of frames.
    public let hasEnded: Bool
  }

  /// Writes the requested number of frames, or fewer where the source ends. The file or folder is created
  /// atomically.
  /// - Parameters:
  ///   - count: from 1.
  ///   - path: must not exist yet; its extension selects the format: ``FrameRecordingKind/init(path:)``.
  ///   - framesPerSecond: the rate that a Y4M file states; frames are stored without timestamps.
  /// - Throws: ``DeviceError`` `file`, `noSpace`, `unsupported`, `nothingCame`; ``PluginCallError``; what
  ///   decoding and encoding throw.
  public static func record(
    _ camera: Camera, frames count: Int, to path: String, framesPerSecond: Double = 25
  ) async throws -> Result {
    let writer = try FrameWriter(path, framesPerSecond: framesPerSecond)
    var hasEnded = false
    while !hasEnded, writer.frames < count {
      let (frame, unreadable) = try await next(of: camera, path)
      if let frame {
        try writer.add(frame)
      } else {
        // The camera itself counts those dropped before a frame.
        writer.dropped += unreadable
        hasEnded = true
      }
    }
    guard writer.frames > 0 else { throw nothing(path, "the camera ended without a frame") }
    return try writer.finish(hasEnded: hasEnded)
  }

  /// How long a camera may deliver no decodable frame.
  private static let patience: Duration = .seconds(5)

  /// The next decodable frame, and how many before it were not.
  private static func next(
    of camera: Camera, _ path: String
  ) async throws -> (frame: EncodedFrame?, unreadable: Int) {
    let end = ContinuousClock.now + patience
    var unreadable = 0
    while true {
      do throws(PluginCallError) {
        return (try await camera.nextFrame(timeout: patience), unreadable)
      } catch {
        if error.code == .timeout { throw nothing(path, "no frame arrived for \(patience)") }
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
      .nothingCame, place: path, reason: "\(reason).", remedy: "Test the camera first: check its cover.")
  }
}

/// A recording and its destination.
///
/// Separate from waiting for frames: Swift 6.3's optimizer crashes on an asynchronous function that does
/// both.
private final class FrameWriter {
  private var recording: FrameRecording
  private let destination: FrameDestination
  private var bytes = 0
  var dropped = 0

  init(_ path: String, framesPerSecond: Double) throws {
    let kind = FrameRecordingKind(path: path)
    destination = try FrameDestination(path, isFolder: kind == .png)
    recording = FrameRecording(kind, framesPerSecond: framesPerSecond)
  }

  var frames: Int { recording.frames }

  @inline(never)
  func add(_ frame: EncodedFrame) throws {
    dropped = Int(clamping: frame.dropped)
    let name = recording.nextName
    let new = try recording.add(frame)
    try destination.add(new, named: name)
    bytes += new.count
  }

  @inline(never)
  func finish(hasEnded: Bool) throws -> FrameRecorder.Result {
    try destination.finish()
    return FrameRecorder.Result(
      kind: recording.kind, frames: recording.frames, dropped: dropped, bytes: bytes, hasEnded: hasEnded)
  }
}
