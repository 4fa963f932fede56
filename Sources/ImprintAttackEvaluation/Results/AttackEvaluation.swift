// SPDX-License-Identifier: Apache-2.0

/// Results of presentations, gathered: in any order, of several processes, and in several goes.
public struct AttackEvaluation: Sendable {
  /// The most results.
  public static let maximumResults = 1_000_000
  /// The most species, and the most pairs of mode and level: each has a place in every report.
  public static let maximumSpecies = 64
  public static let maximumCells = 64

  /// What the results are of: one, or several that differ in processor or day alone.
  public private(set) var runs: [AttackRun]
  /// In the order in which they were added.
  public private(set) var results: [PresentationResult] = []

  private struct Key: Hashable {
    let id: String
    let mode: String
    let level: String
  }

  private var indices: [Key: Int] = [:]
  private var presentations: [String: Presentation] = [:]
  private var species: Set<String> = []
  private var cells: Set<[String]> = []

  /// - Throws: ``AttackEvaluationError`` `brokenResults` for a run with an empty or too long text.
  public init(_ run: AttackRun) throws(AttackEvaluationError) {
    try run.check()
    runs = [run]
  }

  /// The presentations that have a result.
  public var presentationCount: Int { presentations.count }

  /// Whether there is a result of that presentation: what a resumed evaluation does not make again.
  public func hasResult(of presentation: String, mode: String, level: String) -> Bool {
    indices[Key(id: presentation, mode: mode, level: level)] != nil
  }

  /// Adds a result.
  /// - Parameter place: where it was read, for errors; default: the presentation's id.
  /// - Returns: whether it is new; `false`: exactly this result was there, and nothing has changed.
  /// - Throws: ``AttackEvaluationError`` `brokenResults`, `contradiction`, `limit`.
  @discardableResult
  public mutating func add(
    _ result: PresentationResult, place: String? = nil
  ) throws(AttackEvaluationError) -> Bool {
    let presentation = result.presentation
    let place = place ?? VisibleText.line(presentation.id, upTo: 40)
    if let problem = result.problem {
      throw AttackEvaluationError(
        .brokenResults, place: place, reason: problem, remedy: "Make this result again.")
    }
    if let known = presentations[presentation.id], known != presentation {
      throw AttackEvaluationError(
        .contradiction, place: place,
        reason: "another presentation has the same id, with another kind, subject or session.",
        remedy: "Give every presentation an id of its own.")
    }
    let key = Key(id: presentation.id, mode: result.mode, level: result.level)
    if let index = indices[key] {
      guard results[index] == result else {
        throw AttackEvaluationError(
          .contradiction, place: place,
          reason: "there is another result of this presentation in this mode and at this level.",
          remedy: "Keep one of them. If the same presentation ends differently each time, find out why first."
        )
      }
      return false
    }
    try checkRoom(for: result, place: place)
    indices[key] = results.count
    presentations[presentation.id] = presentation
    if case .attack(let name) = presentation.kind { species.insert(name) }
    cells.insert([result.mode, result.level])
    results.append(result)
    return true
  }

  /// Adds the results of another evaluation of the same data, versions and conditions. Those that are in both
  /// count once.
  /// - Throws: ``AttackEvaluationError`` `differentRuns`, `contradiction`, `limit`; then nothing has changed.
  public mutating func merge(_ other: AttackEvaluation, place: String) throws(AttackEvaluationError) {
    var merged = self
    for run in other.runs where !merged.runs.contains(run) {
      if let difference = run.difference(from: merged.runs[0]) {
        throw AttackEvaluationError(
          .differentRuns, place: place, reason: "its \(difference) are not those of the other results.",
          remedy: "Report them apart: rates of different things are not added.")
      }
      merged.runs.append(run)
    }
    for result in other.results { try merged.add(result, place: place) }
    self = merged
  }

  private func checkRoom(for result: PresentationResult, place: String) throws(AttackEvaluationError) {
    var full: String?
    if results.count >= Self.maximumResults { full = "\(Self.maximumResults) results" }
    if case .attack(let name) = result.presentation.kind, !species.contains(name),
      species.count >= Self.maximumSpecies
    {
      full = "\(Self.maximumSpecies) species"
    }
    if !cells.contains([result.mode, result.level]), cells.count >= Self.maximumCells {
      full = "\(Self.maximumCells) pairs of mode and level"
    }
    guard let full else { return }
    throw AttackEvaluationError(
      .limit, place: place, reason: "there may be \(full), and this is one more.",
      remedy: "Evaluate parts of the data, and report them apart.")
  }
}
