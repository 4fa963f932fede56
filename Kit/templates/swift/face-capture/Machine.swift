// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// A state machine without clock, thread or file: all timing is by `now`, so the same steps give the same
/// events, and a recording replays exactly. To make it yours, replace `advise`, which says what the person
/// should do, and `offer`, which says what frames are worth keeping.
struct Machine {
  private let options: FaceCaptureOptions
  private var begin: UInt64?
  /// Since when frames have been good without a break.
  private var goodSince: UInt64?
  /// Of the face followed.
  private var track: UInt32?
  private var wasLost = false
  private var step: CaptureEvent.Step?
  private var feedback: CaptureEvent.Feedback?
  private var progress: Float = 0
  /// By slot; the host has the pixels.
  private var kept: [(quality: Float, tracking: CaptureEvent.Tracking)] = []

  init(_ options: FaceCaptureOptions) { self.options = options }

  /// - Parameters:
  ///   - width: of the image, in pixels.
  ///   - height: of the image, in pixels.
  mutating func frame(width: Float, height: Float, faces: [Face], now: UInt64) -> [CaptureEvent] {
    if isTimeUp(now) { return finish(.timeout) }
    guard let first = faces.first else {
      goodSince = nil
      return enter(.preparing) + tell(.comeBack)
    }
    // The face followed so far, or else the first, which is the largest.
    let index = faces.firstIndex { $0.trackID == track } ?? 0
    let face = index == 0 ? first : faces[index]
    if let track, track != face.trackID {
      // What was kept may show another person than what comes.
      wasLost = true
      goodSince = nil
      kept = []
    }
    track = face.trackID
    let advice = advise(face, isAlone: faces.count == 1, width: width, height: height)
    goodSince = advice == .good ? goodSince ?? now : nil
    var events = enter(advice == .good ? .capturing : .scanning) + tell(advice) + [.face(index: index)]
    // No images are asked for: it guides only, until it is stopped.
    guard let goodSince, options.images > 0 else { return events }
    events += offer(quality(of: face), at: index) + advance(steadyFor: now - goodSince)
    if kept.count == options.images, now - goodSince >= options.steady { events += finish(.captured) }
    return events
  }

  mutating func tick(now: UInt64) -> [CaptureEvent] {
    isTimeUp(now) ? finish(.timeout) : step == nil ? enter(.preparing) : []
  }

  mutating func end(now: UInt64) -> [CaptureEvent] { finish(isTimeUp(now) ? .timeout : .ended) }

  mutating func stop(now: UInt64) -> [CaptureEvent] { finish(isTimeUp(now) ? .timeout : .stopped) }

  private mutating func isTimeUp(_ now: UInt64) -> Bool {
    let begin = begin ?? now
    self.begin = begin
    return now - begin >= options.timeout
  }

  private mutating func enter(_ next: CaptureEvent.Step) -> [CaptureEvent] {
    defer { step = next }
    return step == next ? [] : [.step(next)]
  }

  private mutating func tell(_ next: CaptureEvent.Feedback) -> [CaptureEvent] {
    defer { feedback = next }
    return feedback == next ? [] : [.feedback(next)]
  }

  /// What the person should do.
  private func advise(_ face: Face, isAlone: Bool, width: Float, height: Float) -> CaptureEvent.Feedback {
    let right = (face.box.x + face.box.width / 2) / width - 0.5
    let down = (face.box.y + face.box.height / 2) / height - 0.5
    if !isAlone { return .oneFace }
    // Of the image's sides; written so that NaN is off-centre too.
    guard abs(right) <= 0.2, abs(down) <= 0.2 else { return .center }
    if face.box.height < 0.2 * height { return .moveForwards }
    if face.box.height > 0.9 * height { return .moveBackwards }
    return quality(of: face) >= options.qualityThreshold ? .good : .doNotMove
  }

  /// A tracker that measures nothing says so; that is no good image.
  private func quality(of face: Face) -> Float { face.quality[.unified] ?? 0 }

  /// Keeps the frame where a slot is free, or one holds a worse one.
  private mutating func offer(_ quality: Float, at face: Int) -> [CaptureEvent] {
    let offered = (quality, wasLost ? CaptureEvent.Tracking.lost : .steady)
    if kept.count < options.images {
      kept.append(offered)
      return [.keep(slot: kept.count - 1, face: face)]
    }
    guard let slot = kept.indices.min(by: { kept[$0].quality < kept[$1].quality }),
      kept[slot].quality < quality
    else { return [] }
    kept[slot] = offered
    return [.keep(slot: slot, face: face)]
  }

  /// Half for having been steady, half for the images; it never decreases.
  private mutating func advance(steadyFor time: UInt64) -> [CaptureEvent] {
    let steady = options.steady == 0 ? 1 : min(Float(time) / Float(options.steady), 1)
    let reached = 0.5 * steady + 0.5 * Float(kept.count) / Float(options.images)
    guard reached > progress else { return [] }
    progress = reached
    return [.progress(reached)]
  }

  /// The kept images, best first, and of equals the earlier slot; then the end.
  private func finish(_ how: CaptureEvent.Finish) -> [CaptureEvent] {
    let slots = kept.indices.sorted { (kept[$0].quality, $1) > (kept[$1].quality, $0) }
    let results = slots.enumerated().map { rank, slot in
      CaptureEvent.result(
        slot: slot, rank: rank, quality: kept[slot].quality, tracking: kept[slot].tracking, liveness: .unknown
      )
    }
    return results + [.finished(how, liveness: .unknown)]
  }
}
