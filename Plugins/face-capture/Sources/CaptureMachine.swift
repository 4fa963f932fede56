// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// The states of a capture: preparing (no face), scanning (a face is followed), capturing (images of a steady
/// face are kept), finished. It knows no clock but `now`: the same steps give the same events.
struct CaptureMachine {
  private let options: FaceCaptureOptions
  private var begin: UInt64?
  private var step: CaptureEvent.Step?
  private var follower = FaceFollower()
  private var filter = FeedbackFilter()
  private var keeper: ImageKeeper
  /// When the current run of good frames began.
  private var goodSince: UInt64?
  private var progress: Float = 0

  init(options: FaceCaptureOptions) {
    self.options = options
    keeper = ImageKeeper(capacity: options.images)
  }

  /// - Parameters:
  ///   - width: of the image, in pixels.
  ///   - height: of the image, in pixels.
  mutating func frame(width: Float, height: Float, faces: [Face], now: UInt64) -> [CaptureEvent] {
    if isTimeUp(now) { return finish(.timeout) }
    guard let followed = follower.follow(faces, width: width, height: height, now: now) else {
      return withoutFace(now)
    }
    if followed.isInterrupted { keeper.forget() }
    var others = faces
    let face = others.remove(at: followed.index)
    let judge = FaceJudge(width: width, height: height, shown: filter.shown)
    let feedback = judge.judge(
      face, others: others, motion: followed.motion, threshold: options.qualityThreshold)
    let isSteady = isSteady(isGood: feedback == .good, isInterrupted: followed.isInterrupted, now: now)

    var events = enter(isSteady ? .capturing : .scanning)
    events += filter.take(feedback, now: now).map { [.feedback($0)] } ?? []
    events.append(.face(index: followed.index))
    events += keep(face, at: followed.index, feedback: feedback, isSteady: isSteady, now: now)
    events += advance(now)
    if keeper.steadyCount == options.images { events += finish(.captured) }
    return events
  }

  mutating func tick(now: UInt64) -> [CaptureEvent] {
    isTimeUp(now) ? finish(.timeout) : enter(step ?? .preparing)
  }

  mutating func end(now: UInt64) -> [CaptureEvent] { finish(isTimeUp(now) ? .timeout : .ended) }

  private mutating func isTimeUp(_ now: UInt64) -> Bool {
    let begin = begin ?? now
    self.begin = begin
    return now - begin >= options.timeout
  }

  private mutating func withoutFace(_ now: UInt64) -> [CaptureEvent] {
    goodSince = nil
    return enter(.preparing) + (filter.take(.comeBack, now: now).map { [.feedback($0)] } ?? [])
  }

  /// Whether frames have been good for the time that was asked for.
  private mutating func isSteady(isGood: Bool, isInterrupted: Bool, now: UInt64) -> Bool {
    if !isGood || isInterrupted { goodSince = nil }
    guard isGood else { return false }
    let since = goodSince ?? now
    goodSince = since
    return now - since >= options.steady
  }

  private mutating func enter(_ next: CaptureEvent.Step) -> [CaptureEvent] {
    guard step != next else { return [] }
    step = next
    return [.step(next)]
  }

  private mutating func keep(
    _ face: Face, at index: Int, feedback: CaptureEvent.Feedback, isSteady: Bool, now: UInt64
  ) -> [CaptureEvent] {
    let quality = face.quality[.unified] ?? 0
    // With two people in the image it is ambiguous whose image it is.
    guard quality >= options.qualityThreshold, feedback != .oneFace else { return [] }
    let tracking: CaptureEvent.Tracking = follower.wasLost ? .lost : .steady
    let slot = keeper.offer(quality: quality, time: now, isSteady: isSteady, tracking: tracking)
    return slot.map { [.keep(slot: $0, face: index)] } ?? []
  }

  /// Half for having been steady, half for the images; it never falls.
  private mutating func advance(_ now: UInt64) -> [CaptureEvent] {
    let share = CaptureRules.steadyShare
    let steadyFor = goodSince.map { Float(now - $0) } ?? 0
    let waited = options.steady == 0 ? 1 : min(steadyFor / Float(options.steady), 1)
    let images = Float(keeper.steadyCount) / Float(options.images)
    let reached = goodSince == nil ? 0 : share * waited + (1 - share) * images
    guard reached > progress else { return [] }
    progress = reached
    return [.progress(reached)]
  }

  private func finish(_ finish: CaptureEvent.Finish) -> [CaptureEvent] {
    var events: [CaptureEvent] = []
    for (rank, kept) in keeper.ranked.enumerated() {
      events.append(
        .result(
          slot: kept.slot, rank: rank, quality: kept.quality, tracking: kept.tracking, liveness: .unknown))
    }
    return events + [.finished(finish, liveness: .unknown)]
  }
}
