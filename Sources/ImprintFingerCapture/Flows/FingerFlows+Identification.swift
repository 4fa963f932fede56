// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintMatching
public import ImprintModel
public import ImprintStore

/// What a search for a finger is asked for.
public struct FingerIdentificationSettings: Sendable, Hashable {
  public var demand: FingerDemand
  /// Default: the compact card, as in the seed.
  public var templateType: FingerTemplateType
  /// Default: one search in 1,000 for a person who is not enrolled finds somebody, by a calibration.
  public var decision: FingerDecision
  /// How many people are returned at most: from 1, default 10.
  public var maximumCandidates: Int

  public init(
    demand: FingerDemand = FingerDemand(), templateType: FingerTemplateType = .isoCompactCard,
    decision: FingerDecision = .policy(.standardSearch), maximumCandidates: Int = 10
  ) {
    self.demand = demand
    self.templateType = templateType
    self.decision = decision
    self.maximumCandidates = maximumCandidates
  }

  /// - Throws: ``FingerCaptureError`` `badOptions`.
  func check() throws(FingerCaptureError) {
    try demand.check()
    guard maximumCandidates >= 1 else {
      throw .option("maximumCandidates", "it is \(maximumCandidates).", "Give 1 or more.")
    }
  }
}

/// What a search for a finger came to.
public struct FingerIdentification: Sendable, Hashable {
  public struct Candidate: Sendable, Hashable {
    public let user: UniqueID
    /// `nil` where it was decided by similarities alone.
    public let score: Score?
    /// Raw, of the best reference.
    public let similarity: Float
    public let isMatch: Bool

    public init(user: UniqueID, score: Score?, similarity: Float, isMatch: Bool) {
      self.user = user
      self.score = score
      self.similarity = similarity
      self.isMatch = isMatch
    }
  }

  /// The best first, whether they match or not: at most as many as were asked for.
  public let candidates: [Candidate]
  /// How many templates were compared.
  public let searched: Int
  public let press: FingerPress

  public var matches: [Candidate] { candidates.filter(\.isMatch) }
}

extension FingerFlows {
  /// Searches what is enrolled for the finger that is pressed.
  /// - Parameter entries: what is searched; those of other types are not.
  /// - Throws: ``FingerCaptureError``: why it cannot begin.
  public func identify(
    _ settings: FingerIdentificationSettings = FingerIdentificationSettings(), among entries: [GalleryEntry]
  ) async throws(FingerCaptureError) -> FingerOperation<FingerIdentification> {
    try settings.check()
    let matcher: TemplateMatcher
    do { matcher = try await source.matcher(of: settings.templateType) } catch {
      throw FingerCaptureError(error, .notAvailable)
    }
    try settings.decision.check(with: matcher)
    let type = settings.templateType.rawValue
    let chosen = entries.filter { $0.template.template.format.algorithm == type }
    let maker = try await maker(of: settings.templateType)
    return try await FingerOperation.start(work(settings.demand), on: source, maker: maker) { taker in
      let press = try await taker.press(of: .unknown)
      await taker.keep(press)
      guard let template = press.template else {
        return FingerIdentification(candidates: [], searched: 0, press: press)
      }
      return try await taker.inTime {
        do {
          let (candidates, searched) = try await matcher.search(template, among: chosen, settings)
          return FingerIdentification(candidates: candidates, searched: searched, press: press)
        } catch {
          throw FingerCaptureError(error, .comparison)
        }
      }
    }
  }
}

extension TemplateMatcher {
  fileprivate func search(
    _ probe: Template, among entries: [GalleryEntry], _ settings: FingerIdentificationSettings
  ) async throws -> (candidates: [FingerIdentification.Candidate], searched: Int) {
    switch settings.decision {
    case .policy(let policy):
      let gallery = Gallery(entries.map { (id: $0.user.id, template: $0.template.template) }, for: self)
      let found = try await identify(
        candidates: [probe], in: gallery, policy: policy, maximumCandidates: settings.maximumCandidates)
      return (
        found.candidates.map {
          .init(user: $0.id, score: $0.score, similarity: $0.similarity, isMatch: $0.isMatch)
        }, found.searched
      )
    case .similarity(let least):
      try checkEntitlement(for: .identification)
      let similarities = try await similarities(of: probe, to: entries.map(\.template.template))
      let best = Dictionary(
        similarities.map { (entries[$0.index].user.id, $0.similarity) }, uniquingKeysWith: max)
      let order = best.sorted { ($1.value, "\($0.key)") < ($0.value, "\($1.key)") }
      return (
        order.prefix(settings.maximumCandidates).map {
          .init(user: $0.key, score: nil, similarity: $0.value, isMatch: $0.value > least)
        }, similarities.count
      )
    }
  }
}
