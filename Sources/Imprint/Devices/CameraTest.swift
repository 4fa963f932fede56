// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What a camera delivered in a test.
public struct CameraTest: Sendable, Hashable {
  public let format: FrameFormat
  /// In pixels, as the frames state it; 0 for compressed frames.
  public let width: Int
  public let height: Int
  /// Frames received.
  public let frames: Int
  /// Frames that the camera reports as dropped since it was opened.
  public let dropped: Int
  /// Frames that could not be decoded.
  public let unreadable: Int
  /// Frames per second, by the camera's timestamps of the first and the last frame; `nil` for one frame, or
  /// where they are equal.
  public let framesPerSecond: Double?
  /// The longest interval between two frames, by the same timestamps.
  public let longestGap: Duration
  /// From opening to the first frame, by the host's clock.
  public let firstFrameAfter: Duration
  /// Total bytes of all frames.
  public let bytes: Int
  /// Whether the source ended before the requested number of frames.
  public let hasEnded: Bool

  /// Reads frames from a camera that was just opened.
  /// - Parameters:
  ///   - wanted: from 1.
  ///   - patience: the time-out for each.
  /// - Throws: ``DeviceError`` `nothingCame`, ``PluginCallError``.
  public static func run(
    _ camera: Camera, frames wanted: Int, patience: Duration = .seconds(5), place: String
  ) async throws -> CameraTest {
    var count = wanted
    let start = ContinuousClock.now
    var first: EncodedFrame?
    var firstAfter = Duration.zero
    var last: EncodedFrame?
    var (frames, unreadable, bytes) = (0, 0, 0)
    var longest: UInt64 = 0
    var hasEnded = false
    while frames < count {
      switch try await next(of: camera, patience, place: place) {
      case .frame(let frame):
        if first == nil {
          first = frame
          firstAfter = ContinuousClock.now - start
        }
        longest = max(longest, frame.timestamp - (last ?? frame).timestamp)
        last = frame
        frames += 1
        bytes += frame.bytes.count
      case .unreadable where unreadable < count: unreadable += 1
      case .unreadable, .end:
        hasEnded = true
        count = frames
      }
    }
    guard let first, let last else {
      throw DeviceError(
        .nothingCame, place: place, reason: "it ended without a frame.",
        remedy: "Give a camera, or a recording with pictures.")
    }
    let span = Double(last.timestamp - first.timestamp) / 1e9
    return CameraTest(
      format: last.format, width: last.width, height: last.height, frames: frames,
      dropped: Int(clamping: last.dropped), unreadable: unreadable,
      framesPerSecond: span > 0 ? Double(frames - 1) / span : nil,
      longestGap: .nanoseconds(Int64(clamping: longest)), firstFrameAfter: firstAfter, bytes: bytes,
      hasEnded: hasEnded)
  }

  private enum Next {
    case frame(EncodedFrame)
    case unreadable
    case end
  }

  private static func next(of camera: Camera, _ patience: Duration, place: String) async throws -> Next {
    do {
      return try await camera.nextFrame(timeout: patience).map { .frame($0) } ?? .end
    } catch {
      switch error.code {
      case .file: return .unreadable
      case .timeout:
        throw DeviceError(
          .nothingCame, place: place, reason: "no frame arrived for \(patience).",
          remedy: "Check its cover and cable; try another mode or another program.")
      default: throw error
      }
    }
  }
}
