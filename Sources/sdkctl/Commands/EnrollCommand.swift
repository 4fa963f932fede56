// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint
import ImprintCommandLine
import ImprintTrial

struct EnrollCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "enroll", abstract: "Makes templates of a person's face and keeps them in the store.",
    discussion: """
      A user of that name who is there already gets further templates. Nothing is kept unless every picture \
      gives one.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("Name of the user, or id of one who is there.", valueName: "name"))
  var user: String

  @Argument(help: "Pictures of the person, JPEG or PNG; without any a camera is used.")
  var images: [String] = []

  @OptionGroup var source: FaceSource
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try source.check(images: images) }

  func report(to console: Console) async throws -> Report {
    let imprint = try await global.open(telling: console)
    let matcher = try await imprint.matcher()
    let templates = try await source.templates(of: images, with: imprint, matcher, to: console)
    let store = try await store.open(creating: true)
    try Task.checkCancellation()
    let enrollment = try await imprint.enroll(name: user, templates: templates, in: store)
    let (enrolled, stored) = (enrollment.user, enrollment.templates)
    let count = stored.count == 1 ? "1 template" : "\(stored.count) templates"
    return Report(
      text: "\(console.styled("enrolled", .green)) \(enrolled.name): \(count) of \(templates[0].format), "
        + "user \(enrolled.id)",
      json: .object([
        ("user", .string("\(enrolled.id)")), ("name", .string(enrolled.name)),
        ("new", .bool(enrollment.isNew)),
        (
          "templates",
          .array(
            stored.map {
              .object([
                ("id", .string("\($0.id)")), ("format", .string("\($0.template.format)")),
                ("quality", .optional($0.template.quality) { .integer(Int($0)) }),
                ("payloadBytes", .integer($0.template.payload.count)),
              ])
            })
        ),
      ]), next: global.next(after: .enroll, user: enrolled.name))
  }
}
