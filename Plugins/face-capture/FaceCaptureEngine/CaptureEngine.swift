// SPDX-License-Identifier: Apache-2.0
import CFaceLiveness
public import CImprint
public import ImprintPluginKit

/// One capture: images of a steady face, then what its liveness mode asks for, then a verdict.
///
/// 1. *Images*: the person is guided until their face is steady and in front, and images are kept.
/// 2. *Lighting*, where the host lights the screen: a row of colours, and whether the face answers them.
/// 3. *Challenge*: what the mode asks for. Methods watch the frames meanwhile.
/// 4. *Closing*: back to the front, for one more image that is compared with those that are returned.
/// 5. *Judging*: comparisons that are still awaited; then the verdict.
///
/// An interrupted track, or another face in its place, begins anew with the images, twice at most.
public final class CaptureEngine: FaceCaptureSession {
  /// Who decides.
  public enum Judge: Hashable, Sendable {
    /// Nobody here: every verdict is a doubt.
    case server
    /// The methods, and one comparison at the end.
    case device
    /// The methods, and a comparison at each step of the challenge.
    case deviceThroughout
  }

  enum Phase {
    case images
    case lighting
    case challenge(any Challenge)
    case closing(since: UInt64, missed: Bool)
    case judging
  }

  let plan: LivenessPlan
  let judge: Judge
  private let options: FaceCaptureOptions
  private var random: SeededRandom
  private var guide: ImageGuide
  private var phase = Phase.images
  private var shape: ShapeWatch
  private var surroundings: SurroundingsWatch
  private var artefacts: ArtefactWatch?
  private var device = DeviceWatch()
  private var light: LightWatch?
  private let limits: Limits
  private var stream = StreamWatch()
  private var track = TrackWatch()
  private var person: PersonCheck
  private var followed: Finding?
  private var progress: Float = 0
  private var step: CaptureEvent.Step?

  /// How long the person has to look into the camera again, nanoseconds.
  private static let closingTime: UInt64 = 5_000_000_000
  /// The share of the images in the progress, where a challenge follows.
  private static let imagesShare: Float = 0.4
  /// What the colours add to it, where the screen is lit.
  private static let lightShare: Float = 0.2

  /// - Throws: `.unsupported` for a mode that it does not know, or one whose person is to be compared where
  ///   the host does not compare.
  public init(options: FaceCaptureOptions, judge: Judge) throws(PluginFailure) {
    guard let plan = LivenessPlan(options) else {
      throw PluginFailure(.unsupported, "Liveness mode \(options.livenessMode) is not known; 0...4 are.")
    }
    if judge != .server, plan.isJudged, plan.comparesPerson, !options.helps.contains(.compares) {
      throw PluginFailure(
        .unsupported, "This mode compares images of the person, and the host does not compare any.")
    }
    let limits = Limits(options.security)
    self.plan = plan
    self.judge = judge
    self.options = options
    self.limits = limits
    random = SeededRandom(seed: options.seed)
    guide = ImageGuide(options: options)
    shape = ShapeWatch(limits: limits.shape)
    surroundings = SurroundingsWatch(limits: limits.surroundings)
    person = PersonCheck(limit: limits.person)
    artefacts = isExamined ? ArtefactWatch(limits: limits.artefacts) : nil
  }

  private var isExamined: Bool { judge != .server && plan.isJudged }

  // MARK: Steps

  public func frame(_ image: ImageView, faces: [Face], now: UInt64) -> [CaptureEvent] {
    if guide.isTimeUp(now) { return finish(.timeout) }
    if isExamined { stream.frame(fingerprint: image.withImage { imp_picture_fingerprint($0) }, now: now) }
    let size = PictureSize(width: Float(image.width), height: Float(image.height))
    let seen = guide.frame(
      size, faces: faces, now: now, isGuiding: isGuiding, isStrict: isStrict,
      device: device.feedback(now: now))
    guard let face = seen.face else { return (isGuiding ? enter(seen.step) : []) + seen.events }
    track.frame(isAlone: !seen.hasRival)
    if plan.watchesSurroundings { look(around: face, image, isInterrupted: seen.isInterrupted, now) }
    switch phase {
    case .images: return enter(seen.step) + seen.events + images(seen, face, image, now)
    case _ where seen.isInterrupted: return seen.events + restart(now)
    case .lighting: return seen.events + lighting(seen, face, image, now)
    case .challenge(let challenge): return seen.events + go(on: challenge, seen, face, image, size, now)
    case .closing(let since, let missed):
      return seen.events + close(since, missed, seen, face, now)
    case .judging: return seen.events + judged()
    }
  }

  public func tick(now: UInt64) -> [CaptureEvent] {
    guide.isTimeUp(now) ? finish(.timeout) : step == nil ? enter(.preparing) : []
  }

  public func end(now: UInt64) -> [CaptureEvent] { finish(guide.isTimeUp(now) ? .timeout : .ended) }

  public func stop(now: UInt64) -> [CaptureEvent] { finish(guide.isTimeUp(now) ? .timeout : .stopped) }

  public func compared(_ answer: CaptureComparison, now: UInt64) -> [CaptureEvent] {
    person.answered(answer.score)
    if guide.isTimeUp(now) { return finish(.timeout) }
    if case .judging = phase { return judged() }
    return []
  }

  public func moved(_ acceleration: Point3, now: UInt64) -> [CaptureEvent] {
    device.felt(acceleration, now: now)
    return tick(now: now)
  }

  private func look(around face: Face, _ image: ImageView, isInterrupted: Bool, _ now: UInt64) {
    if isInterrupted {
      surroundings.forget()
      artefacts?.forget()
    }
    artefacts?.frame(face, image: image, now: now)
    if let speed = surroundings.frame(face, image: image, now: now) { device.saw(speed: speed, now: now) }
  }

  /// Whether the usual guidance speaks: in a challenge it has its own words.
  private var isGuiding: Bool {
    switch phase {
    case .images, .closing: true
    case .lighting: light?.isOver ?? true
    case .challenge, .judging: false
    }
  }

  /// Whether frames that did not come end the track: nobody saw meanwhile who does what is asked for, and is
  /// not compared with the images while doing it.
  private var isStrict: Bool {
    guard isExamined, judge == .device || !plan.comparesPerson else { return false }
    return switch phase {
    case .images: false
    case .lighting, .challenge, .closing, .judging: true
    }
  }

  // MARK: Phases

  private func images(
    _ seen: ImageGuide.Seen, _ face: Face, _ image: ImageView, _ now: UInt64
  ) -> [CaptureEvent] {
    let whole = plan.mode == .none ? 1 : Self.imagesShare
    let events = advance(seen.share * whole)
    guard seen.isComplete else { return events }
    guard plan.mode != .none else { return events + (options.images > 0 ? finish(.captured) : []) }
    return events + (plan.lights ? beginLighting(now) : beginChallenge(face, image, now))
  }

  private func beginLighting(_ now: UInt64) -> [CaptureEvent] {
    var watch = LightWatch(colors: LightSequence.random(&random), limits: limits.light)
    let begins = watch.begin(now: now)
    light = watch
    phase = .lighting
    return enter(.challenge) + begins
  }

  /// The colours; then, once the person looks ahead, the challenge.
  private func lighting(
    _ seen: ImageGuide.Seen, _ face: Face, _ image: ImageView, _ now: UInt64
  ) -> [CaptureEvent] {
    guard var watch = light else { return beginChallenge(face, image, now) }
    if watch.isOver {
      guard seen.isGood else { return [] }
      // Somebody else may have been lit than is in the images, and may do what is asked for.
      let compared =
        isExamined && plan.comparesPerson
        ? person.look(at: seen.index, against: guide.bestSlot, now: now) : []
      return beginChallenge(face, image, now) + compared
    }
    var events = watch.frame(face, image: image, now: now)
    light = watch
    events += guide.tell(seen.urgent ?? .standStill)
    return events + advance(Self.imagesShare + Self.lightShare * watch.share)
  }

  private func beginChallenge(_ face: Face, _ image: ImageView, _ now: UInt64) -> [CaptureEvent] {
    guard let neutral = guide.neutral, var challenge = plan.challenge(neutral, &random) else { return [] }
    shape.begin(face, image: image)
    // Whoever was lit has been asked for something already.
    let isAsking = step == .challenge
    let begins = challenge.begin(now: now).filter { !isAsking || $0 != .step(.challenge) }
    phase = .challenge(challenge)
    step = .challenge
    return begins
  }

  /// Nothing lights the person any more, whatever ended it.
  private var darkened: [CaptureEvent] {
    guard case .lighting = phase, light?.isOver == false else { return [] }
    return [.light(LightSequence.dark)]
  }

  private func go(
    on challenge: any Challenge, _ seen: ImageGuide.Seen, _ face: Face, _ image: ImageView,
    _ size: PictureSize, _ now: UInt64
  ) -> [CaptureEvent] {
    // Of eyes that are hardly seen a tracker says something too.
    if challenge is BlinkChallenge, let hindrance = seen.hindrance {
      return guide.tell(seen.urgent ?? hindrance)
    }
    var challenge = challenge
    let progress = challenge.frame(face, image: size, now: now)
    phase = .challenge(challenge)
    if isExamined { shape.frame(face, image: image, isView: progress.isView) }
    var events = progress.events
    events += guide.tell(seen.urgent ?? progress.feedback)
    let before = Self.imagesShare + (plan.lights ? Self.lightShare : 0)
    events += advance(before + (0.9 - before) * progress.share)
    if judge == .deviceThroughout, isExamined, progress.isView {
      events += person.look(at: seen.index, against: guide.bestSlot, now: now)
    }
    switch progress.state {
    case .going: return events
    case .missed: return events + ended(challenge, missed: true, now)
    case .done: return events + ended(challenge, missed: false, now)
    }
  }

  private func ended(_ challenge: any Challenge, missed: Bool, _ now: UInt64) -> [CaptureEvent] {
    if isExamined { followed = Self.finding(of: challenge, missed: missed) }
    guard isExamined, plan.comparesPerson, !missed else {
      phase = .judging
      return judged()
    }
    phase = .closing(since: now, missed: missed)
    return []
  }

  /// What the challenge itself shows. A turn is asked for only to see the shape.
  private static func finding(of challenge: any Challenge, missed: Bool) -> Finding? {
    switch challenge {
    case is TargetChallenge:
      Finding(method: .following, verdict: missed ? .noDecision : .live, measure: missed ? 0 : 1, limit: 1)
    case let blink as BlinkChallenge:
      Finding(
        method: .blink, verdict: missed ? .noDecision : .live, measure: blink.score, limit: blink.threshold)
    default: nil
    }
  }

  private func close(
    _ since: UInt64, _ missed: Bool, _ seen: ImageGuide.Seen, _ face: Face, _ now: UInt64
  ) -> [CaptureEvent] {
    if seen.isGood, let slot = guide.bestSlot {
      phase = .judging
      return enter(.judging) + person.look(at: seen.index, against: slot, now: now, isLast: true)
    }
    guard now - since >= Self.closingTime else { return [] }
    phase = .judging
    return judged()
  }

  private func restart(_ now: UInt64) -> [CaptureEvent] {
    shape.forget()
    let darkened = darkened
    light = nil
    guard track.interrupted() else {
      phase = .judging
      return darkened + judged()
    }
    person.forget()
    followed = nil
    phase = .images
    return darkened + enter(.scanning)
  }

  // MARK: The end

  private func judged() -> [CaptureEvent] { person.isAwaiting ? [] : finish(.judged) }

  private func finish(_ finish: CaptureEvent.Finish) -> [CaptureEvent] {
    let findings = isExamined ? self.findings : []
    let isOver: Bool = if case .judging = phase { true } else { false }
    let liveness: CaptureEvent.Liveness =
      plan.mode == .none
      ? .unknown : isExamined && isOver ? findings.verdict(requiring: required) : .noDecision
    let ranked = guide.ranked
    let results = ranked.enumerated().map { rank, kept in
      CaptureEvent.result(
        slot: kept.slot, rank: rank, quality: kept.quality, tracking: kept.tracking, liveness: liveness)
    }
    let isCaptured = finish == .judged && !ranked.isEmpty && ranked.count == options.images
    return darkened + findings.map(\.event) + results + [
      .finished(isCaptured ? .captured : finish, liveness: liveness)
    ]
  }

  private var required: Set<CaptureEvent.Method> {
    plan.required.union(plan.comparesPerson ? [.person] : [])
  }

  private var findings: [Finding] {
    var all = [stream.finding, track.finding, surroundings.finding]
    if let artefacts { all.append(artefacts.finding) }
    if plan.mode == .passive || plan.mode == .active { all.append(shape.finding) }
    if plan.lights { all.append(light?.finding ?? .nothing(.light, limit: limits.light.gain)) }
    if let followed { all.append(followed) }
    if plan.comparesPerson { all.append(person.finding) }
    return all
  }

  private func enter(_ next: CaptureEvent.Step) -> [CaptureEvent] {
    guard step != next else { return [] }
    step = next
    return [.step(next)]
  }

  private func advance(_ reached: Float) -> [CaptureEvent] {
    guard reached > progress else { return [] }
    progress = min(reached, 1)
    return [.progress(progress)]
  }
}
