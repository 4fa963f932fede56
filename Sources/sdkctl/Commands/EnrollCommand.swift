// SPDX-License-Identifier: Apache-2.0
import ImprintTrial

struct EnrollCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "enroll", abstract: "Extracts templates of a person's face and stores them.",
    discussion: """
      An existing user of that name gets further templates. Templates that seem to be of a different person \
      than the stored ones, or than each other, are rejected. Nothing is stored unless every picture yields \
      a template.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Name of the user, or id of an existing one.", valueName: "name"))
  var user: String

  @Argument(help: "Pictures of the person: JPEG, PNG, PGM, PPM or BMP; default: a camera.")
  var images: [String] = []

  @Option(help: ArgumentHelp("The minimum quality of a face, 0 to 100.", valueName: "quality"))
  var quality: Float = FaceCaptureOptions.standardQuality

  @Flag(help: "Enrol even a face that seems to be of a different person than this user's templates.")
  var anyway = false

  @OptionGroup var enrollment: EnrollmentOptions
  @OptionGroup var use: UseOptions
  @OptionGroup var source: FaceSource
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    try source.check(images: images)
    try enrollment.check(images: images, source.camera.liveness)
    guard (0...100).contains(quality) else { throw ValidationError("--quality is 0 to 100.") }
  }

  func report(to console: Console) async throws -> Report {
    let system = try await global.open(telling: console)
    let (extractor, matcher) = (try await system.faces.extractor(), try await system.faces.matcher())
    let otherUse = try use.check(with: matcher, telling: console)
    let samples =
      if enrollment.isAsked {
        try await enrollment.samples(of: source.camera, quality: quality, with: system, to: console)
      } else {
        try await source.samples(of: images, quality: quality, with: system, extractor, to: console)
      }
    let store = try await store.open(creating: true)
    try Task.checkCancellation()
    let enrolled = try await system.enroll(
      name: user, templates: samples.map(\.template), with: matcher, in: store, anyway: anyway)
    for note in enrolled.resemblance.notes { console.tell(note) }
    let stored = enrolled.templates
    let count = stored.count == 1 ? "1 template" : "\(stored.count) templates"
    let qualities = samples.compactMap(\.quality).map { "\(Int($0))" }
    return Report(
      text: "\(console.styled("enrolled", .green)) \(enrolled.user.name): \(count) of "
        + "\(samples[0].template.format), quality "
        + (qualities.isEmpty ? "not measured" : qualities.joined(separator: ", "))
        + ", user \(enrolled.user.id)",
      json: [
        "user": "\(enrolled.user.id)", "name": enrolled.user.name, "new": enrolled.isNew,
        "templates": zip(stored, samples).json { template, sample in
          [
            "id": "\(template.id)", "format": "\(template.template.format)",
            "quality": template.template.quality.map { Int($0) },
            "faceQuality": sample.quality.map { Double($0) }, "payloadBytes": template.template.payload.count,
          ]
        }, "resemblance": enrolled.resemblance.json, "otherUse": otherUse?.json,
      ], next: global.next(after: .enroll, user: enrolled.user.name, in: self.store))
  }
}
