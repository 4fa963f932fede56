// SPDX-License-Identifier: Apache-2.0

struct PluginAllowCommand: TrustChanging {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Allows a plugin, as it is now, or all that its publisher signs.",
    discussion: """
      Writes it to your trust settings, or to those that --trust names. A plugin under development is allowed by \
      its contents, after each build anew. Where it is not signed, a debug build warns of unsigned plugins from then \
      on in place of refusing them; a release build insists on a signature.
      """)

  @Argument(help: ArgumentHelp("The plugin's folder or package, or its id.", valueName: "plugin"))
  var plugin: String

  @Flag(help: "Allow everything that its publisher signs; its signature has to be good.")
  var publisher = false

  @Option(
    help: ArgumentHelp(
      "Allow what its publisher signs with ids that begin so, by whole words, and nobody else for them; may be repeated.",
      valueName: "prefix"),
    transform: { text in
      guard let prefix = PluginIDPrefix(text) else {
        throw ValidationError("It is an id or the beginning of ids, such as org.example.")
      }
      return prefix
    })
  var ids: [PluginIDPrefix] = []

  @Flag(help: "Allow these contents although the id is another publisher's.")
  var replacePublisher = false

  @Flag(help: "Allow everything that whoever signed its conformance result signs.")
  var examiner = false

  @Option(help: ArgumentHelp("Why, for whoever reads the settings.", valueName: "text"))
  var note: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard !replacePublisher || (!publisher && !examiner && ids.isEmpty) else {
      throw ValidationError("--replace-publisher is for contents; a publisher is given an id with --ids.")
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
    commandName: "disallow", abstract: "Takes back what `plugin allow` wrote.")

  @Argument(help: ArgumentHelp("The plugin's id, or with --publisher a name.", valueName: "id"))
  var name: String

  @Flag(help: "Take back that all is allowed that the publisher of this name signs.")
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
