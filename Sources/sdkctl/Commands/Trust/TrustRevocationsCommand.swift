// SPDX-License-Identifier: Apache-2.0

struct TrustRevocationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revocations", abstract: "Imports, removes and creates revocation lists.",
    subcommands: [
      TrustRevocationsImportCommand.self, TrustRevocationsRemoveCommand.self,
      TrustRevocationsCreateCommand.self,
    ])
}

struct TrustRevocationsRemoveCommand: TrustChanging {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes the revocation list from the settings.",
    discussion: """
      For a list that can no longer be verified: as long as the settings name it, nothing is trusted. What \
      it revoked may be used again; its file is kept.
      """)

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func change(_ trust: inout TrustChange) { trust.removeRevocations() }
}

struct TrustRevocationsImportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Imports a newer revocation list into the settings.",
    discussion: "It must chain to a trusted root; a list older than one seen before is refused."
  )

  @Argument(help: "The list.")
  var file: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let (list, path) = try await RevocationImport.take(
      try Files.read(file, upTo: RevocationList.mostBytes), into: global.trust.map(Files.absolute))
    return Report(
      text: facts([
        ("list", list.name), ("number", "\(list.number)"), ("certificates", "\(list.certificates.count)"),
        ("plugins", "\(list.plugins.count)"), ("versions", "\(list.versions.count)"), ("file", path),
      ]),
      json: ["list": list.name, "number": list.number, "file": path])
  }
}

struct TrustRevocationsCreateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Creates a signed revocation list.",
    discussion: """
      Each list of a name replaces the previous one: it has a higher number, and names everything that is \
      revoked. The signing certificate has the usage 'plugin revocation': sdkctl plugin key create creates \
      one.
      """)

  @Option(help: ArgumentHelp("The list's name, the same for all its numbers.", valueName: "name"))
  var list: String

  @Option(help: ArgumentHelp("The sequence number, higher than that of any previous list.", valueName: "n"))
  var number: Int

  @Option(
    name: .customLong("certificate"),
    help: ArgumentHelp("A certificate to revoke, PEM; may be repeated.", valueName: "file"))
  var revokedCertificates: [String] = []

  @Option(
    name: .customLong("contents"),
    help: ArgumentHelp(
      "The hash of the contents of a plugin to revoke, as plugin verify shows it; may be repeated.",
      valueName: "sha256"))
  var contents: [String] = []

  @Option(
    name: .customLong("below"),
    help: ArgumentHelp(
      "A plugin whose versions before the given one are all revoked; may be repeated.",
      valueName: "id=version"))
  var below: [String] = []

  @Option(help: ArgumentHelp("The private key.", valueName: "file"))
  var key: String

  @Option(help: ArgumentHelp("The key's certificate, and the chain above it.", valueName: "file"))
  var certificates: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    for text in contents where ContentHash(hex: text) == nil {
      throw ValidationError("'\(text)' is not a SHA-256: give 64 hexadecimal digits")
    }
    for text in below where Self.versions(text) == nil {
      throw ValidationError("'\(text)' states no version: give id=1.2.3")
    }
    guard number > 0 else { throw ValidationError("--number is 1 or more") }
  }

  func report(to console: Console) async throws -> Report {
    let signer = try PublisherKey.read(key: Files.absolute(key), certificates: Files.absolute(certificates))
    var made = RevocationList(name: list, number: number, time: Clock.now)
    for file in revokedCertificates {
      made.certificates += try RevocationList.certificates(
        pem: String(decoding: try Files.read(file, upTo: 65_536), as: UTF8.self), place: file)
    }
    made.plugins = contents.compactMap { ContentHash(hex: $0) }
    made.versions = below.compactMap(Self.versions)
    try Files.write(Array(made.signed(with: signer).utf8), to: output)
    return Report(
      text: facts([("list", list), ("number", "\(number)"), ("file", output)]),
      json: ["list": list, "number": number, "file": output])
  }

  private static func versions(_ text: String) -> RevocationList.RevokedVersions? {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let version = SemanticVersion(parts[1]) else { return nil }
    return RevocationList.RevokedVersions(plugin: String(parts[0]), below: version)
  }
}
