// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Guides a person until their face is steady and in front, and chooses images of it. It knows no clock but
/// `now`: the same frames give the same events.
struct ImageGuide {
  /// What one frame came to.
  struct Seen {
    /// The face that is followed, and its index in the frame's list; `nil` where there is none.
    var face: Face?
    var index = 0
    var step = CaptureEvent.Step.preparing
    var events: [CaptureEvent] = []
    /// Nothing is wrong with the frame.
    var isGood = false
    /// All images are kept; where none are asked for, the face is steady.
    var isComplete = false
    /// The track was interrupted just now, or another face took its place.
    var isInterrupted = false
    var hasRival = false
    /// What goes before a challenge's own words.
    var urgent: CaptureEvent.Feedback?
    /// Why the face is hardly seen.
    var hindrance: CaptureEvent.Feedback?
    /// 0...1
    var share: Float = 0
  }

  private let options: FaceCaptureOptions
  private var begin: UInt64?
  private var follower = FaceFollower()
  private var filter = FeedbackFilter()
  private var keeper: ImageKeeper
  /// When the current run of good frames began.
  private var goodSince: UInt64?
  /// The latest good frames' faces.
  private var good: [Face] = []

  /// Frames of which the person's own pose is the median: half a second.
  private static let neutralFrames = 15

  init(options: FaceCaptureOptions) {
    self.options = options
    keeper = ImageKeeper(capacity: options.images)
  }

  /// The person's own pose and eyes, of the latest good frames; `nil` before the first.
  var neutral: Neutral? { Neutral(of: good) }

  /// Best first.
  var ranked: [ImageKeeper.Kept] { keeper.ranked }

  /// Of the best image so far.
  var bestSlot: Int? { keeper.ranked.first?.slot }

  mutating func isTimeUp(_ now: UInt64) -> Bool {
    let begin = begin ?? now
    self.begin = begin
    return now - begin >= options.timeout
  }

  /// - Parameters:
  ///   - isGuiding: whether its feedback is told and images are kept; a challenge does neither.
  ///   - isStrict: whether the track is interrupted by a source that is slow, too.
  ///   - device: what is to be said about the device, before what is wrong with the face.
  mutating func frame(
    _ picture: PictureSize, faces: [Face], now: UInt64, isGuiding: Bool, isStrict: Bool,
    device: CaptureEvent.Feedback?
  ) -> Seen {
    var seen = Seen()
    let step = follower.follow(
      faces, width: picture.width, height: picture.height, isStrict: isStrict, now: now)
    guard let followed = step else {
      goodSince = nil
      seen.events = tell(.comeBack)
      return seen
    }
    if followed.isInterrupted {
      keeper.forget()
      (good, goodSince) = ([], nil)
    }
    var others = faces
    let face = others.remove(at: followed.index)
    let judge = FaceJudge(width: picture.width, height: picture.height, shown: filter.shown)
    let feedback = judge.judge(
      face, others: others, motion: followed.motion, threshold: options.qualityThreshold)
    (seen.face, seen.index, seen.isInterrupted) = (face, followed.index, followed.isInterrupted)
    seen.isGood = feedback == .good
    seen.hasRival = feedback == .oneFace
    seen.hindrance = judge.hindrance(face)
    seen.urgent = feedback == .oneFace || feedback == .moveBackwards ? feedback : device
    guard isGuiding else {
      seen.step = .challenge
      seen.events = [.face(index: followed.index)]
      return seen
    }
    let isSteady = isSteady(isGood: seen.isGood, isInterrupted: followed.isInterrupted, now: now)
    remember(face, isGood: seen.isGood)
    seen.step = isSteady ? .capturing : .scanning
    seen.events = tell(seen.urgent ?? feedback) + [.face(index: followed.index)]
    seen.events += keep(face, at: followed.index, feedback: feedback, isSteady: isSteady, now: now)
    seen.share = share(now)
    seen.isComplete = options.images == 0 ? isSteady : keeper.steadyCount == options.images
    return seen
  }

  mutating func tell(_ feedback: CaptureEvent.Feedback) -> [CaptureEvent] {
    filter.take(feedback).map { [.feedback($0)] } ?? []
  }

  private mutating func remember(_ face: Face, isGood: Bool) {
    guard isGood else { return }
    good.append(face)
    if good.count > Self.neutralFrames { good.removeFirst() }
  }

  /// Whether frames have been good for the time that was asked for.
  private mutating func isSteady(isGood: Bool, isInterrupted: Bool, now: UInt64) -> Bool {
    if !isGood || isInterrupted { goodSince = nil }
    guard isGood else { return false }
    let since = goodSince ?? now
    goodSince = since
    return now - since >= options.steady
  }

  private mutating func keep(
    _ face: Face, at index: Int, feedback: CaptureEvent.Feedback, isSteady: Bool, now: UInt64
  ) -> [CaptureEvent] {
    let quality = face.quality[.unified] ?? 0
    // With two people in the image it is ambiguous whose image it is.
    guard options.images > 0, quality >= options.qualityThreshold, feedback != .oneFace else { return [] }
    let tracking: CaptureEvent.Tracking = follower.wasLost ? .lost : .steady
    let slot = keeper.offer(quality: quality, time: now, isSteady: isSteady, tracking: tracking)
    return slot.map { [.keep(slot: $0, face: index)] } ?? []
  }

  /// Half for having been steady, half for the images.
  private func share(_ now: UInt64) -> Float {
    guard let goodSince else { return 0 }
    let part = CaptureRules.steadyShare
    let waited = options.steady == 0 ? 1 : min(Float(now - goodSince) / Float(options.steady), 1)
    let images = options.images == 0 ? 0 : Float(keeper.steadyCount) / Float(options.images)
    return part * waited + (1 - part) * images
  }
}
