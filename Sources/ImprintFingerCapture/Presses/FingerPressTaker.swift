// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintRuntime

/// Takes presses from a reader that is open, for one operation: each good enough, each a touch of its own.
actor FingerPressTaker {
  /// The presses that were used, in order.
  private(set) var kept: [FingerPress] = []

  private let source: any FingerEventSource
  private let maker: (any FingerTemplateMaker)?
  private let demand: FingerDemand
  private let deadline: Duration
  private let now: @Sendable () -> Int64
  private let tell: @Sendable (FingerEvent) -> Void

  /// A finger is on the sensor, as far as the reader tells.
  private var isCovered = false
  /// The touch was used: what comes before the finger is lifted is the same one.
  private var mustLift = false
  /// Whether a finger was there with an image that was not good enough, and none that was.
  var sawOnlyPoorFingers: Bool { sawPoorFinger && !sawGoodFinger }
  private var sawPoorFinger = false
  private var sawGoodFinger = false
  /// How many scans and presses failed.
  private(set) var failures = 0

  /// - Parameters:
  ///   - deadline: by the source's time.
  ///   - now: seconds since 1970.
  init(
    _ source: any FingerEventSource, maker: (any FingerTemplateMaker)?, demand: FingerDemand,
    deadline: Duration, now: @escaping @Sendable () -> Int64, tell: @escaping @Sendable (FingerEvent) -> Void
  ) {
    self.source = source
    self.maker = maker
    self.demand = demand
    self.deadline = deadline
    self.now = now
    self.tell = tell
  }

  /// The next press that is good enough.
  /// - Throws: ``FingerStop`` at the deadline and at the end of a recording; ``FingerCaptureError``
  ///   `notAlive`; what the reader and the maker throw.
  func press(of site: BodySite) async throws -> FingerPress {
    tell(.feedback(mustLift ? .lift : .place(site)))
    while let event = try await next() {
      switch event.kind {
      case .arrived:
        // Also where the reader lost that the finger before was lifted.
        startTouch(of: site)
        isCovered = true
        tell(.sensor(isCovered: true))
      case .lifted:
        isCovered = false
        tell(.sensor(isCovered: false))
        startTouch(of: site)
      case .retry(let reason):
        if reason.isOfPress { sawPoorFinger = true }
        fail(.again(reason))
      case .image(let image):
        guard !mustLift, let press = try await judge(image, site) else { continue }
        mustLift = isCovered
        sawGoodFinger = true
        return press
      }
    }
    throw FingerStop(retry: .sourceEnded)
  }

  /// What comes now is of another touch than the one that was used.
  private func startTouch(of site: BodySite) {
    if mustLift { tell(.feedback(.place(site))) }
    mustLift = false
  }

  /// The press is used.
  func keep(_ press: FingerPress) {
    kept.append(press)
    tell(.chosen(press.picture))
  }

  /// The press is shown as good, and not kept.
  func show(_ press: FingerPress) { tell(.chosen(press.picture)) }

  /// The press failed, or is of no use.
  func fail(_ feedback: FingerFeedback) {
    failures += 1
    for event in demand.signals.events(for: .pressFailed) { tell(event) }
    tell(.feedback(feedback))
  }

  /// Says how far it is.
  func progress(_ site: BodySite, done: Int, of count: Int) { tell(.progress(site, done: done, of: count)) }

  /// What a verifier, a maker or a matcher answers in the time that is left. At the deadline it is cancelled,
  /// and its answer counts no more.
  /// - Throws: ``FingerStop`` at the deadline; what the work throws.
  func inTime<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    let left = deadline - (await source.time)
    guard left > .zero else { throw FingerStop(retry: .timedOut) }
    return try await withThrowingTaskGroup(of: Answer?.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await work() }
      // In real time, also where the reader's is its script's.
      group.addTask {
        try await Task.sleep(for: left)
        return nil
      }
      guard let first = try await group.next(), let answer = first else {
        throw FingerStop(retry: .timedOut)
      }
      return answer
    }
  }

  /// How many images in a row may be unreadable: a recording that is played without end may have no others,
  /// and its time does not pass.
  private static let mostUnread = 100

  /// The next event that can be read; `nil` at the end of a recording.
  private func next() async throws -> FingerReaderEvent? {
    var unread = 0
    while true {
      try Task.checkCancellation()
      let left = deadline - (await source.time)
      // A reader that always has something to tell must not outlast it.
      guard left > .zero else { throw FingerStop(retry: .timedOut) }
      do throws(PluginCallError) {
        return try await source.nextEvent(timeout: left)
      } catch {
        switch error.code {
        case .timeout: throw FingerStop(retry: .timedOut)
        // A recorded image that cannot be read is a scan that failed; the next call goes on after it.
        case .file where unread < Self.mostUnread:
          unread += 1
          fail(.again(.other))
        default: throw error
        }
      }
    }
  }

  private func judge(_ image: FingerImage, _ site: BodySite) async throws -> FingerPress? {
    let measures = FingerImageMeasures(of: image)
    let enhanced = demand.enhances ? image.enhanced() : nil
    func picture(_ quality: Int?) -> FingerPicture {
      FingerPicture(raw: image, enhanced: enhanced, measures: measures, quality: quality)
    }
    // An attack is no press, however good: nobody is told how to press it better.
    guard !demand.refuses(image.liveness) else {
      tell(.image(picture(nil)))
      throw FingerCaptureError.notAlive
    }
    let template: Template?
    do {
      if let maker {
        let created = now()
        template = try await inTime { try await maker.make(of: image, site: site, created: created) }
      } else {
        template = nil
      }
    } catch let error as PluginCallError where error.statusClass == .cannotAcquire {
      tell(.image(picture(nil)))
      return poor(error.code == .quality ? .poor : .other)
    }
    let quality = template?.quality.map { Int($0) }
    tell(.image(picture(quality)))
    guard measures.area >= demand.minimumArea else { return poor(.tooSmall) }
    if let quality, quality < demand.minimumQuality { return poor(.poor) }
    return FingerPress(site: site, picture: picture(quality), template: template)
  }

  private func poor(_ reason: FingerRetryReason) -> FingerPress? {
    sawPoorFinger = true
    fail(.again(reason))
    return nil
  }
}

extension FingerRetryReason {
  /// Whether a finger was pressed, and not well enough.
  fileprivate var isOfPress: Bool {
    switch self {
    case .tooShort, .tooFast, .tooSlow, .offCentre, .tooSmall, .turned, .tooLight, .tooHard, .tooDry, .tooWet,
      .dirty, .poor, .moved:
      true
    case .other, .lift: false
    }
  }
}

extension FingerTemplateMaker {
  /// - Throws: ``PluginCallError`` of the class `cannot-acquire`; else ``FingerCaptureError``, `extraction`
  ///   unless the error says more.
  fileprivate func make(of image: FingerImage, site: BodySite, created: Int64) async throws -> Template {
    do {
      return try await template(of: image, site: site, created: created)
    } catch let error as PluginCallError where error.statusClass == .cannotAcquire {
      throw error
    } catch {
      throw FingerCaptureError(error, .extraction)
    }
  }
}
