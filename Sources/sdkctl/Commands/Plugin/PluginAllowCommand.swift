// SPDX-License-Identifier: Apache-2.0

struct PluginAllowCommand: TrustChanging {
  static let configuration = CommandConfiguration(
    commandName: "allow",
    abstract: "Allows a plugin with its present contents, or everything its publisher signs.",
    discussion: """
      Writes it to your trust settings, or to those given with --trust. A plugin under development is \
      allowed by its contents, again after each build. If it is not signed, a debug build from then on warns \
      about unsigned plugins instead of refusing them; a release build requires a signature.
      """)

  @Argument(help: ArgumentHelp("The plugin's folder or package, or its id.", valueName: "plugin"))
  var plugin: String

  @Flag(help: "Allow everything that its publisher signs; its signature must be valid.")
  var publisher = false

  @Option(
    help: ArgumentHelp(
      "Allow what its publisher signs with ids of this prefix (whole words), and no other publisher for "
        + "them; may be repeated.",
      valueName: "prefix"),
    transform: { text in
      guard let prefix = PluginIDPrefix(text) else {
        throw ValidationError("It is an id or a prefix of ids, such as org.example.")
      }
      return prefix
    })
  var ids: [PluginIDPrefix] = []

  @Flag(help: "Allow these contents although the id belongs to another publisher.")
  var replacePublisher = false

  @Flag(help: "Allow everything signed by the examiner that signed its conformance result.")
  var examiner = false

  @Option(help: ArgumentHelp("The reason, as a note in the settings.", valueName: "text"))
  var note: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard !replacePublisher || (!publisher && !examiner && ids.isEmpty) else {
      throw ValidationError(
        "--replace-publisher applies to contents; to assign an id to a publisher, use --ids.")
    }
  }

  func change(_ trust: inout TrustChange) throws {
    let read = try global.readPlugin(plugin, orPackage: true)
    // Settings named by --trust may not exist yet.
    let current: PluginTrust = global.trust.map(Files.exists) == false ? .standard() : global.pluginTrust
    if publisher { try trust.allowPublisher(of: read, under: current) }
    if !ids.isEmpty { try trust.allowPublisher(of: read, ids: ids, under: current) }
    if examiner { try trust.allowExaminer(of: read, under: current) }
    if !publisher, ids.isEmpty, !examiner {
      try trust.allow(read, note: note, replacingPublisher: replacePublisher, under: current)
    }
  }
}

struct PluginDisallowCommand: TrustChanging {
  static let configuration = CommandConfiguration(
    commandName: "disallow", abstract: "Revokes what `plugin allow` has allowed.")

  @Argument(help: ArgumentHelp("The plugin's id, or with --publisher a name.", valueName: "id"))
  var name: String

  @Flag(help: "No longer allow what the publisher of this name signs.")
  var publisher = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func change(_ trust: inout TrustChange) {
    if publisher { trust.disallow(publisher: name) } else { trust.disallow(name) }
  }
}

struct PluginAllowOlderCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow-older",
    abstract: "Forgets the newest version of a plugin, so that an older one may be used.")

  @Argument(help: "The plugin's id.")
  var id: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let seen = try TrustMemory.standard.forget(id)
    return Report(
      text: seen.map { "forgot that \(id) \($0) was used" } ?? "no version of \(id) was used here before",
      json: ["plugin": id, "forgotten": seen.map { "\($0)" }])
  }
}
