// SPDX-License-Identifier: Apache-2.0

struct IdentifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify", abstract: "Searches the store for a face (1:N).",
    discussion: """
      The threshold rises with the number of templates searched: by default 1 in 1000 searches for a person \
      who is not enrolled returns a candidate. --fmr and --threshold are applied unchanged, whatever the \
      number; the resulting rate is always reported. Exit code 1 if no match is found.

      A strict threshold also refuses people who are enrolled. \(Self.whatTheDefaultFinds)

      With --face all every face of every picture is searched for individually, at most \
      \(Faces.mostOfOnePicture) per picture: if that many are found there may be more, and this is reported. \
      The rate is that of one face's search.
      """)
  static let isInterruptible = true

  /// Of the accuracy page, which has the figures.
  private static let whatTheDefaultFinds =
    "Measured with Face F6 among 800 people, the default finds one search in two with one picture enrolled "
    + "for each person, and three in four with three; --fpir 1e-2 finds three in four with one."

  @Argument(
    help:
      "A picture of the person: JPEG, PNG, PGM, PPM or BMP; of several the best is used; default: a camera."
  )
  var images: [String] = []

  @Option(help: "Which face to use if a picture shows several: only, largest or central; or all of them.")
  var face: SearchedFaces = .only

  @Option(
    help: ArgumentHelp(
      "The false positive identification rate: searches for a person not enrolled that return anyone; "
        + "default 1e-3.", valueName: "rate"))
  var fpir: Double?

  @Option(help: ArgumentHelp("Maximum number of candidates to show.", valueName: "n"))
  var candidates = 10

  @OptionGroup var source: CameraSource
  @OptionGroup var policy: PolicyOptions
  @OptionGroup var use: UseOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    try source.check(images: images)
    if let fpir {
      guard fpir > 0 && fpir < 1 else { throw ValidationError("--fpir is between 0 and 1, such as 1e-3.") }
      guard policy.chosen == nil else {
        throw ValidationError("Give one of --fpir, --fmr, --threshold and --matching-threshold.")
      }
    }
    guard candidates >= 1 else { throw ValidationError("--candidates is at least 1.") }
    guard face.choice != nil || !images.isEmpty else { throw ValidationError("--face all needs a picture.") }
  }

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let enrolled = try await store.gallery(algorithm: nil)
    for problem in enrolled.problems { console.tell("warning: \(problem)") }
    let system = try await global.open(telling: console)
    let extractor = try await system.faces.extractor()
    let handler = try await told { () throws(MatcherHandlerError) in try await system.matcherHandler() }
    let matcher = try await told { () throws(MatcherHandlerError) in try await handler.matcher(of: .face) }
    try use.check(with: matcher, telling: console)
    let gallery = Gallery(
      enrolled.items.map { (id: $0.user.id, template: $0.template.template) }, for: matcher,
      minimumQuality: policy.minimumQuality)
    let search = FaceSearch(
      extractor: extractor, matcher: handler, gallery: gallery, enrolled: enrolled.items,
      options: IdentificationOptions(
        modality: .face,
        // The search itself counts what it compares.
        policy: fpir.map { .falsePositiveIdentificationRate($0, gallery: 1) } ?? policy.chosen
          ?? .standardSearch,
        maximumCandidates: candidates, requireCalibrated: policy.requireCalibrated,
        minimumQuality: policy.minimumQuality, use: use.use, otherUses: use.otherUses),
      explains: policy.explain,
      note: fpir == nil && policy.chosen == nil ? Self.whatTheDefaultFinds : nil)
    for skipped in search.notSearched {
      console.tell("warning: \(skipped) were not searched: this matcher does not support them")
    }
    if search.tooPoor > 0 {
      console.tell(
        "warning: \(search.tooPoor) of the templates were not searched: a quality below \(policy.minimumQuality)"
      )
    }
    guard let choice = face.choice else {
      return try await search.everyFace(of: images, with: system, to: console)
    }
    let probes = try await source.samples(
      of: images, choosing: choice, quality: nil, with: system, extractor, to: console)
    return try await search.report(of: probes.map(\.template), to: console)
  }
}

/// The faces of `--face` in a search.
enum SearchedFaces: String, ExpressibleByArgument, CaseIterable {
  case only, largest, central, all

  /// `nil` for all.
  var choice: FaceChoice? {
    switch self {
    case .only: .only
    case .largest: .largest
    case .central: .central
    case .all: nil
    }
  }
}
