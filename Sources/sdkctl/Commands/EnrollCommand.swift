// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint

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

  @Argument(help: "Pictures of the person, JPEG or PNG.")
  var images: [String] = []

  @OptionGroup var source: FaceSource
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws { try source.check(images: images) }

  func report(to console: Console) async throws -> Report {
    let imprint = try global.open()
    let matcher = try await imprint.matcher()
    let templates = try await source.templates(of: images, with: imprint, matcher, to: console)
    let store = try await store.open(creating: true)
    try Task.checkCancellation()
    let (enrolled, isNew) = try await Self.user(user, in: store)
    var stored: [StoredTemplate] = []
    do {
      for template in templates { stored.append(try await store.addTemplate(template, to: enrolled.id)) }
    } catch {
      // What was added before the failure goes again: all or nothing.
      if isNew {
        try await store.removeUser(enrolled.id)
      } else {
        for template in stored { try await store.removeTemplate(template.id, of: enrolled.id) }
      }
      throw error
    }
    let count = stored.count == 1 ? "1 template" : "\(stored.count) templates"
    return Report(
      text: "\(console.styled("enrolled", .green)) \(enrolled.name): \(count) of \(templates[0].format), "
        + "user \(enrolled.id)",
      json: .object([
        ("user", .string("\(enrolled.id)")), ("name", .string(enrolled.name)), ("new", .bool(isNew)),
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
      ]))
  }

  private static func user(_ name: String, in store: FolderStore) async throws -> (User, isNew: Bool) {
    do {
      return (try await store.find(name), false)
    } catch let error as CommandError where error.code == .unknownUser {
      return (try await store.addUser(named: name), true)
    }
  }
}
