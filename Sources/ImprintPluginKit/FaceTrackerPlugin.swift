// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.face-tracker/1`: a frame becomes faces.
public protocol FaceTrackerPlugin: Plugin {
  /// Makes a tracker. Models are loaded here. Called by one thread at a time.
  /// - Throws: `.model`, `.file`, `.memory`, or `.argument` for options it cannot take.
  func makeFaceTracker(_ options: FaceTrackerOptions) throws(PluginFailure) -> any FaceTrackerSession
}

/// One stream of frames being tracked. Called by one thread at a time, not always the same.
public protocol FaceTrackerSession: AnyObject {
  /// The most landmarks a face of this tracker has: ``Face/meshLandmarks``, or 0.
  ///
  /// From it and `maximumFaces` the kit knows the room the host must lend, and asks for it before the frame
  /// is looked at: a frame that is refused for a short list does not count, and `track` never needs
  /// to be undone.
  var landmarksPerFace: Int { get }

  /// Finds the faces of the next frame and follows those of the last. The same frames with the same times
  /// give the same faces.
  /// - Parameter timestamp: nanoseconds; when the frame was taken. Never decreases.
  /// - Returns: at most `maximumFaces` faces, largest first; each with `landmarksPerFace` landmarks or none.
  ///   No face is an empty list.
  /// - Throws: `.image` for an image that cannot be worked with.
  func track(_ image: ImageView, at timestamp: UInt64) throws(PluginFailure) -> [Face]

  /// Forgets all tracks: the next frame is the first of another stream.
  func reset()
}

/// What is asked of a tracker; the kit has checked the ranges.
public struct FaceTrackerOptions: Sendable, Hashable {
  /// 1...64
  public let maximumFaces: Int
  /// 0...1; `nil` leaves it to the tracker.
  public let detectionThreshold: Float?
  /// From 1 to the manifest's `concurrency.threads`.
  public let threads: Int
}
