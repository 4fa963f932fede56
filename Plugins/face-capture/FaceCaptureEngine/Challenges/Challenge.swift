// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// What a person is asked to do. A value without clock: frames and times in, events out.
protocol Challenge {
  /// The events with which it begins.
  mutating func begin(now: UInt64) -> [CaptureEvent]
  /// A frame of the face that is followed, against how it looked before.
  mutating func frame(_ face: Face, image: PictureSize, now: UInt64) -> ChallengeProgress
}

/// Pixels.
struct PictureSize: Hashable {
  let width: Float
  let height: Float
}

/// What a frame did to a challenge.
struct ChallengeProgress {
  enum State: Hashable {
    case going
    /// All that was asked for was done.
    case done
    /// Something was not done in its time, or something else was.
    case missed
  }

  var state = State.going
  var events: [CaptureEvent] = []
  /// What to tell the person where nothing is wrong with the frame.
  var feedback = CaptureEvent.Feedback.good
  /// The head is where it was asked to be, and holds: a view worth judging.
  var isView = false
  /// 0...1, of the whole challenge.
  var share: Float = 0
}
