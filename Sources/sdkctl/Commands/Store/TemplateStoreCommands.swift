// SPDX-License-Identifier: Apache-2.0

struct TemplateListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the templates of a user, or of all users; never their contents.",
    discussion: "Exit code 1 if part of the store cannot be read.")

  @Option(help: ArgumentHelp("Name or id of the user; default: all users.", valueName: "name"))
  var user: String?

  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    var entries: Listing<GalleryEntry>
    if let user {
      let known = try await store.user(matching: user)
      let templates = try await store.templates(of: known.id)
      entries = Listing(
        items: templates.items.map { GalleryEntry(user: known, template: $0) }, problems: templates.problems)
    } else {
      entries = try await store.gallery(algorithm: nil)
    }
    for problem in entries.problems { console.tell("warning: \(problem)") }
    let formats = TemplateFormatCount.of(entries.items.map(\.template.template.format))
    return Report(
      text: entries.items.isEmpty
        ? "no templates"
        : entries.items.table + "\n" + formats.map(\.description).joined(separator: ", "),
      json: [
        "templates": entries.items.json { $0.template.json.adding(["name": $0.user.name]) },
        "formats": JSONValue.counts(formats), "problems": JSONValue.problems(entries.problems),
      ], isSuccess: entries.problems.isEmpty)
  }
}

struct TemplateRemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes templates of a user; the user is kept.",
    discussion: """
      Give templates by their ids, or all of one algorithm: those of a matcher that is no longer used. \
      Removal cannot be undone.
      """)

  @Option(help: ArgumentHelp("Name or id of the user.", valueName: "name"))
  var user: String

  @Argument(help: ArgumentHelp("Template ids.", valueName: "id"))
  var templates: [String] = []

  @Option(
    help: ArgumentHelp("Remove all templates of this algorithm, such as imprint.face-f6.", valueName: "name"))
  var algorithm: String?

  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard templates.isEmpty != (algorithm == nil) else {
      throw ValidationError("Give template ids, or --algorithm.")
    }
    for template in templates where UniqueID(template) == nil {
      throw ValidationError(
        "'\(template)' is not a template id, such as 6ba7b810-9dad-41d1-80b4-00c04fd430c8.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let known = try await store.user(matching: user)
    let removed: [UniqueID]
    if let algorithm {
      removed = try await store.removeTemplates(of: known.id, algorithm: algorithm)
    } else {
      removed = templates.compactMap { UniqueID($0) }
      try await store.removeTemplates(removed, of: known.id)
    }
    return Report(
      text:
        "\(console.styled("removed", .green)) "
        + "\(removed.count == 1 ? "1 template" : "\(removed.count) templates") of "
        + "\(known.name), user \(known.id)",
      json: ["user": "\(known.id)", "name": known.name, "removed": removed.map { "\($0)" }])
  }
}
