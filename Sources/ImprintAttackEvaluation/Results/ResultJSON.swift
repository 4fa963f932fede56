// SPDX-License-Identifier: Apache-2.0

// Runs and results as lines of a results file. Members that are not known are passed over.

extension PresentationResult {
  var json: JSONValue {
    var (kind, species): (String, String?) = ("bona-fide", nil)
    if case .attack(let name) = presentation.kind { (kind, species) = ("attack", name) }
    var error: String?
    if case .failed(let code) = outcome { error = code }
    return .present([
      "id": presentation.id, "kind": kind, "species": species, "subject": presentation.subject,
      "session": presentation.session, "mode": mode, "level": level, "outcome": outcome.name, "error": error,
      "frames": frames, "seconds": seconds, "findings": findings.json(\.json),
      "match": isMatch,
    ])
  }

  init(_ json: JSONValue) throws(ResultFields.Problem) {
    let fields = try ResultFields(json, "the result")
    let outcome = try fields.text("outcome")
    guard let outcome = PresentationOutcome(name: outcome, code: try fields.optionalText("error")) else {
      throw ResultFields.Problem(
        "'outcome' is none of live, fake, no-decision, unknown, timeout, no-face, and failed with an 'error'."
      )
    }
    let presentation = Presentation(
      id: try fields.text("id"), kind: try Self.kind(fields), subject: try fields.text("subject"),
      session: try fields.text("session"))
    var findings: [MethodFinding] = []
    for item in try fields.list("findings") { findings.append(try MethodFinding(item)) }
    self.init(
      presentation, mode: try fields.text("mode"), level: try fields.text("level"), outcome: outcome,
      frames: try fields.whole("frames"), seconds: try fields.number("seconds"), findings: findings,
      isMatch: try fields.optionalBool("match"))
  }

  private static func kind(_ fields: ResultFields) throws(ResultFields.Problem) -> Presentation.Kind {
    let species = try fields.optionalText("species")
    switch try fields.text("kind") {
    case "bona-fide":
      guard species == nil else { throw ResultFields.Problem("a bona fide presentation has no species.") }
      return .bonaFide
    case "attack":
      guard let species else {
        throw ResultFields.Problem("an attack has a species, and 'species' is missing.")
      }
      return .attack(species: species)
    default: throw ResultFields.Problem("'kind' is neither bona-fide nor attack.")
    }
  }
}

extension MethodFinding {
  var json: JSONValue {
    .present(["method": method, "verdict": verdict.name, "measure": measure, "limit": limit])
  }

  init(_ json: JSONValue) throws(ResultFields.Problem) {
    let fields = try ResultFields(json, "a finding")
    guard let verdict = LivenessStatus(name: try fields.text("verdict")) else {
      throw ResultFields.Problem("'verdict' is none of live, fake, no-decision and unknown.")
    }
    self.init(
      method: try fields.text("method"), verdict: verdict, measure: try fields.optionalNumber("measure"),
      limit: try fields.optionalNumber("limit"))
  }
}

extension AttackRun {
  /// Bytes of UTF-8 of a sentence, and how many versions or species there may be.
  private static let textLength = 1...4096
  private static let maximumItems = 64

  var json: JSONValue {
    [
      "dataSet": ["name": dataSet.name, "terms": dataSet.terms] as JSONValue,
      "versions": versions.json { ["name": $0.name, "version": $0.version] },
      "species": species.json { ["name": $0.name, "description": $0.description] },
      "synthetic": isSynthetic, "sharedFaceMesh": sharesFaceMesh, "laboratory": laboratory,
      "noDecision": noDecisionPolicy, "processor": processor, "date": date,
    ]
  }

  init(_ json: JSONValue) throws(ResultFields.Problem) {
    let fields = try ResultFields(json, "the first line")
    guard let described = fields.optional("dataSet") else {
      throw ResultFields.Problem("'dataSet' is missing.")
    }
    let dataSet = try ResultFields(described, "'dataSet'")
    var versions: [Version] = []
    for item in try fields.list("versions") {
      let fields = try ResultFields(item, "a version")
      versions.append(Version(name: try fields.text("name"), version: try fields.text("version")))
    }
    var species: [Species] = []
    for item in try fields.list("species") {
      let fields = try ResultFields(item, "a species")
      species.append(Species(name: try fields.text("name"), description: try fields.text("description")))
    }
    self.init(
      dataSet: DataSet(name: try dataSet.text("name"), terms: try dataSet.text("terms")), versions: versions,
      species: species, isSynthetic: try fields.bool("synthetic"),
      sharesFaceMesh: try fields.bool("sharedFaceMesh"),
      laboratory: try fields.optionalText("laboratory"), noDecisionPolicy: try fields.text("noDecision"),
      processor: try fields.text("processor"), date: try fields.text("date"))
    if let problem { throw ResultFields.Problem(problem) }
  }

  /// - Throws: ``AttackEvaluationError`` `brokenResults` if it cannot be written and read back.
  func check() throws(AttackEvaluationError) {
    guard let problem else { return }
    throw AttackEvaluationError(
      .brokenResults, place: "run", reason: problem, remedy: "Say it in fewer words.")
  }

  /// Why it is no run that can be reported; `nil`: it is one.
  private var problem: String? {
    guard versions.count <= Self.maximumItems, species.count <= Self.maximumItems else {
      return "there may be \(Self.maximumItems) versions and as many species."
    }
    let texts =
      [dataSet.name, dataSet.terms, laboratory ?? "-", noDecisionPolicy, processor, date]
      + versions.flatMap { [$0.name, $0.version] } + species.flatMap { [$0.name, $0.description] }
    guard texts.allSatisfy({ Self.textLength.contains($0.utf8.count) }) else {
      return "a text is empty, or longer than \(Self.textLength.upperBound) bytes."
    }
    return nil
  }
}
