// SPDX-License-Identifier: Apache-2.0

struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Lists, shows, renames and removes the users of the store.",
    subcommands: [
      UserListCommand.self, UserShowCommand.self, UserRenameCommand.self, UserRemoveCommand.self,
    ])
}

struct UserListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the users of the store, and how many templates each has.",
    discussion: "Exit code 1 if part of the store cannot be read.")

  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let listing = try await store.open(creating: false).summaries()
    for problem in listing.problems { console.tell("warning: \(problem)") }
    var table = Table(["ID", "NAME", "TEMPLATES"])
    for summary in listing.items {
      table.add(["\(summary.user.id)", summary.user.name, summary.text])
    }
    let count = listing.items.count == 1 ? "1 user" : "\(listing.items.count) users"
    return Report(
      text: listing.items.isEmpty ? "no users" : table.text + "\n" + count,
      json: ["users": listing.items.map(\.json), "problems": JSONValue.problems(listing.problems)],
      isSuccess: listing.problems.isEmpty)
  }
}

struct UserShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a user and their templates.")

  @Argument(help: ArgumentHelp("Name or id of the user.", valueName: "name"))
  var user: String

  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let user = try await store.user(matching: user)
    let templates = try await store.templates(of: user.id)
    for problem in templates.problems { console.tell("warning: \(problem)") }
    return Report(
      text: facts([("name", user.name), ("id", "\(user.id)"), ("templates", "\(templates.items.count)")])
        + (templates.items.isEmpty ? "" : "\n" + templates.items.table),
      json: [
        "user": "\(user.id)", "name": user.name, "templates": templates.items.map(\.json),
        "problems": JSONValue.problems(templates.problems),
      ], isSuccess: templates.problems.isEmpty)
  }
}

struct UserRenameCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Gives a user another name.",
    discussion: "Id and templates are kept. The name of another user is refused: names are unique.")

  @Argument(help: ArgumentHelp("Name or id of the user.", valueName: "name"))
  var user: String

  @Argument(help: ArgumentHelp("The new name.", valueName: "new-name"))
  var name: String

  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let known = try await store.user(matching: user)
    let renamed = try await store.renameUser(known.id, toFree: name)
    return Report(
      text: "\(console.styled("renamed", .green)) \(known.name) to \(renamed.name), user \(renamed.id)",
      json: ["user": "\(renamed.id)", "name": renamed.name, "before": known.name])
  }
}

struct UserRemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes a user with all their templates.",
    discussion: "Removal cannot be undone: the person would have to be enrolled again.")

  @Argument(help: ArgumentHelp("Name or id of the user.", valueName: "name"))
  var user: String

  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let store = try await store.open(creating: false)
    let (id, name) = try await named(in: store)
    let templates = try await store.templates(of: id)
    try await store.removeUser(id)
    let count = templates.items.count + templates.problems.count
    return Report(
      text:
        "\(console.styled("removed", .green)) \(name ?? "a user whose file cannot be read,") with "
        + "\(count == 1 ? "1 template" : "\(count) templates"), "
        + "user \(id)",
      json: ["user": "\(id)", "name": name.map(JSONValue.string) ?? .null, "templates": count])
  }

  /// One whose file cannot be read has an id and no name, and can be removed all the same.
  private func named(in store: FolderStore) async throws -> (id: UniqueID, name: String?) {
    do throws(StoreError) {
      let known = try await store.user(matching: user)
      return (known.id, known.name)
    } catch {
      guard error.code == .damaged, let id = UniqueID(user) else { throw error }
      return (id, nil)
    }
  }
}
