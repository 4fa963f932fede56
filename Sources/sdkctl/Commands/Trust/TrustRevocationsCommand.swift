// SPDX-License-Identifier: Apache-2.0

struct TrustRevocationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revocations", abstract: "What was taken back: imports a list, removes or makes one.",
    subcommands: [
      TrustRevocationsImportCommand.self, TrustRevocationsRemoveCommand.self,
      TrustRevocationsCreateCommand.self,
    ])
}

struct TrustRevocationsRemoveCommand: TrustChanging {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Lets the revocation list of the settings count no more.",
    discussion: """
      For a list that cannot be verified any more, as long as it is named nothing is trusted. What it took back may be \
      used again; its file stays.
      """)

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func change(_ trust: inout TrustChange) { trust.removeRevocations() }
}

struct TrustRevocationsImportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Puts a newer revocation list in its place.",
    discussion: "It is signed under a root that is trusted; a list that is older than another one is refused."
  )

  @Argument(help: "The list.")
  var file: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let (list, path) = try RevocationImport.take(
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
    commandName: "create", abstract: "Makes a signed revocation list.",
    discussion: """
      Each list of a name replaces the one before: it has a higher number, and names everything that is taken back. \
      The signing certificate has the usage 'plugin revocation': sdkctl plugin key create makes one.
      """)

  @Option(help: ArgumentHelp("The list's name: the same for every number.", valueName: "name"))
  var list: String

  @Option(help: ArgumentHelp("Higher than that of any list before.", valueName: "n"))
  var number: Int

  @Option(
    name: .customLong("certificate"),
    help: ArgumentHelp("A certificate that is taken back, PEM; may be repeated.", valueName: "file"))
  var revokedCertificates: [String] = []

  @Option(
    name: .customLong("contents"),
    help: ArgumentHelp(
      "The hash of a whole plugin that is taken back, as plugin verify shows it; may be repeated.",
      valueName: "sha256"))
  var contents: [String] = []

  @Option(
    name: .customLong("below"),
    help: ArgumentHelp(
      "A plugin of which all versions before one are taken back; may be repeated.", valueName: "id=version"))
  var below: [String] = []

  @Option(help: ArgumentHelp("The private key.", valueName: "file"))
  var key: String

  @Option(help: ArgumentHelp("Its certificates.", valueName: "file"))
  var certificates: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    for text in contents where ContentHash(hex: text) == nil {
      throw ValidationError("'\(text)' is no SHA-256: write 64 hexadecimal digits")
    }
    for text in below where Self.versions(text) == nil {
      throw ValidationError("'\(text)' names no versions: write id=1.2.3")
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
