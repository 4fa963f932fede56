// SPDX-License-Identifier: Apache-2.0

/// The result of an evaluation.
public struct EvaluationRun: Sendable {
  /// A picture without a template.
  public struct Failure: Sendable, Hashable {
    /// Index into the pictures.
    public let picture: Int
    public let reason: String
    /// Whether there was no picture to look at: its file is missing or no image. That is a fault of the data
    /// and no failure of what is measured, so it is in no rate.
    public let isUnread: Bool
  }

  /// The two pictures of a comparison, by index into the pictures.
  public struct PicturePair: Sendable, Hashable {
    public let probe: Int
    public let reference: Int

    public init(probe: Int, reference: Int) {
      self.probe = probe
      self.reference = reference
    }
  }

  /// One quality of each picture; higher is better.
  public struct PictureQualities: Sendable, Hashable {
    /// What it is called, such as a component of ISO/IEC 29794-5.
    public let name: String
    /// By picture; `nil` where there is none.
    public let values: [Double?]

    public init(name: String, values: [Double?]) {
      self.name = name
      self.values = values
    }
  }

  public let pairs: EvaluationPairs
  /// By picture; `nil` if extraction failed, or there was no picture.
  public let templates: [Template?]
  public let failures: [Failure]
  /// Of the pairs that could be compared.
  public let accuracy: VerificationAccuracy
  /// The pictures of the genuine comparisons, in the order of ``VerificationAccuracy/genuine``.
  public let genuinePictures: [PicturePair]
  /// What was measured of pictures beside their templates, by ascending name.
  public let measuredQualities: [PictureQualities]

  private let isUnread: [Bool]

  init(
    pairs: EvaluationPairs, templates: [Template?], failures: [Failure], accuracy: VerificationAccuracy,
    genuinePictures: [PicturePair] = [], measuredQualities: [PictureQualities] = []
  ) {
    self.pairs = pairs
    self.templates = templates
    self.failures = failures
    self.accuracy = accuracy
    self.genuinePictures = genuinePictures
    self.measuredQualities = measuredQualities
    var unread = [Bool](repeating: false, count: templates.count)
    for failure in failures where failure.isUnread { unread[failure.picture] = true }
    isUnread = unread
  }

  /// Of the templates, all by one extractor.
  public var format: TemplateFormat? { origin?.format }

  /// Of the templates, all by one extractor.
  public var origin: TemplateOrigin? { templates.lazy.compactMap { $0?.origin }.first }

  /// The quality that each template says it has.
  public var templateQualities: PictureQualities {
    PictureQualities(name: "template", values: templates.map { $0?.quality.map(Double.init) })
  }

  /// Pictures that could not be read: in no rate.
  public var unread: [Failure] { failures.filter(\.isUnread) }

  /// Failure to enrol (FTE): people of whom there were pictures to enrol with, and none gave a template.
  public var failureToEnrol: ErrorRate {
    var (isThere, isEnrolled) = (
      [Bool](repeating: false, count: pairs.subjects), [Bool](repeating: false, count: pairs.subjects)
    )
    for picture in references where !isUnread[picture] {
      let subject = Int(pairs.images[picture].subject)
      isThere[subject] = true
      if templates[picture] != nil { isEnrolled[subject] = true }
    }
    return ErrorRate(
      errors: zip(isThere, isEnrolled).count { $0 && !$1 }, trials: isThere.count { $0 })
  }

  /// Failure to acquire (FTA): pictures that were read, are used as probe, and gave no template, each counted
  /// once.
  public var failureToAcquire: ErrorRate {
    let probes = acquired
    return ErrorRate(errors: probes.count { templates[$0] == nil }, trials: probes.count)
  }

  /// The pictures that failure to acquire counts: read, and used as probe. In order.
  public var acquired: [Int] {
    let all =
      pairs.isAllAgainstAll ? Array(pairs.images.indices) : Set(pairs.pairs.map(\.probe)).sorted()
    return all.filter { !isUnread[$0] }
  }

  private var references: some Sequence<Int> {
    pairs.isAllAgainstAll ? Set(pairs.images.indices) : Set(pairs.pairs.map(\.reference))
  }

  /// Pairs that could not be compared, since one picture or both gave no template.
  public var genuineLost: Int { lost(genuine: true) }
  public var impostorLost: Int { lost(genuine: false) }

  /// Pairs that are in no rate, since one picture or both could not be read.
  public var pairsUnread: Int {
    if pairs.isAllAgainstAll { return Self.pairsOf(templates.count) - Self.pairsOf(isUnread.count { !$0 }) }
    return pairs.pairs.count { isUnread[$0.reference] || isUnread[$0.probe] }
  }

  /// The false non-match rate at a threshold, counting pairs that could not be compared as non-matches: what
  /// users experience.
  public func falseNonMatchWithFailures(threshold: Float) -> ErrorRate {
    let compared = accuracy.point(threshold: threshold).falseNonMatch
    let lost = genuineLost
    return ErrorRate(errors: compared.errors + lost, trials: compared.trials + lost)
  }

  /// The number of templates of each subject.
  public var templatesOfSubject: [Int] { counts { templates[$0] != nil } }

  private func counts(of isCounted: (Int) -> Bool) -> [Int] {
    var counts = [Int](repeating: 0, count: pairs.subjects)
    for (index, picture) in pairs.images.enumerated() where isCounted(index) {
      counts[Int(picture.subject)] += 1
    }
    return counts
  }

  private func lost(genuine: Bool) -> Int {
    guard pairs.isAllAgainstAll else {
      return pairs.pairs.count { pair in
        let sides = [pair.reference, pair.probe]
        return pair.isGenuine == genuine && sides.contains { templates[$0] == nil }
          && !sides.contains { isUnread[$0] }
      }
    }
    let (read, made) = (counts { !isUnread[$0] }, templatesOfSubject)
    func genuinePairs(_ counts: [Int]) -> Int { counts.reduce(0) { $0 + Self.pairsOf($1) } }
    let lost = genuinePairs(read) - genuinePairs(made)
    if genuine { return lost }
    return Self.pairsOf(read.reduce(0, +)) - Self.pairsOf(made.reduce(0, +)) - lost
  }

  private static func pairsOf(_ count: Int) -> Int { count * (count - 1) / 2 }
}
