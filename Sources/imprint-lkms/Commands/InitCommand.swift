// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintSignedDocuments
import ImprintSettings

struct InitCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Creates the server's folder: keys, certificates, settings, the database.",
    discussion: """
      Nothing existing is overwritten. Give devices the files in its folder client/, and keep a copy of \
      authority/ where no network reaches it.
      """)

  @Option(help: "The authority's name, as stated in licences.")
  var name = "Imprint"

  @Option(
    name: .customLong("host"),
    help: ArgumentHelp(
      "A name or address that devices reach the server by; may be repeated. Left out: this machine's name.",
      valueName: "name"))
  var hosts: [String] = []

  @Option(help: ArgumentHelp("The address to listen on; :: is every one.", valueName: "address"))
  var listen = "127.0.0.1"

  @Option(help: "The port to listen on.")
  var port = 8443

  @Option(help: "The signature algorithm of licences.")
  var algorithm: SignatureAlgorithm = .es256

  @Option(
    help: ArgumentHelp(
      "Sign with a key in a PKCS#11 token, such as 'pkcs11:token=licences;object=signing'; it is made where it "
        + "is not there.", valueName: "uri"))
  var token: String?

  @Option(help: ArgumentHelp("The token's PKCS#11 module.", valueName: "file"))
  var module: String?

  @Option(help: ArgumentHelp("A file with the token's PIN, mode 600.", valueName: "file"))
  var pinFile: String?

  @Option(help: ArgumentHelp("The environment variable with the token's PIN.", valueName: "name"))
  var pinVariable: String?

  @OptionGroup(title: "Global options") var global: HomeOptions

  func validate() throws {
    guard token != nil else {
      guard module == nil, pinFile == nil, pinVariable == nil else {
        throw ValidationError("--module, --pin-file and --pin-variable go with --token.")
      }
      return
    }
    guard module != nil else {
      throw ValidationError("--token needs --module FILE, the token's PKCS#11 module.")
    }
    guard (pinFile == nil) != (pinVariable == nil) else {
      throw ValidationError("--token needs either --pin-file FILE or --pin-variable NAME.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let home = try global.serverHome()
    let settings = try settings()
    try home.make(HomePlan(settings: settings, algorithm: algorithm), now: Clock.now)
    let pins = try home.pins()
    return Report(
      text: """
        \(console.styled("made", .green)) \(home.path)
        \(facts([
          ("devices get", "\(home.path)/client"), ("pins", "\(pins.server) \(pins.authority)"),
          ("keep offline", home.path(of: .rootKey)),
        ]))
        next: imprint-lkms profile create NAME --bundle face, then key create, then serve
        """,
      json: [
        "home": home.path, "name": settings.name, "hosts": settings.hosts, "algorithm": algorithm.rawValue,
        "token": token, "trustAnchor": home.path(of: .clientTrustAnchor),
        "tlsAuthority": home.path(of: .clientTLSAuthority), "pins": [pins.server, pins.authority],
        "rootKey": home.path(of: .rootKey),
      ])
  }

  /// Validated as if read: what is written must be readable.
  private func settings() throws -> ServerSettings {
    var settings = ServerSettings(name: name, hosts: hosts.isEmpty ? [Self.machineName] : hosts)
    settings.listen = listen
    settings.port = port
    if let token, let module {
      let pin: ServerSettings.PIN = pinFile.map { .file(Self.absolute($0)) } ?? .variable(pinVariable ?? "")
      settings.token = ServerSettings.Token(uri: token, module: Self.absolute(module), pin: pin)
    }
    return try SettingsReader.serverSettings(bytes: Array(settings.yaml.utf8), place: "server.yaml")
  }

  private static var machineName: String {
    var room = [CChar](repeating: 0, count: 256)
    guard gethostname(&room, room.count - 1) == 0 else { return "localhost" }
    return String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The server may be started elsewhere.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let working = getcwd(nil, 0) else { return path }
    defer { free(working) }
    return "\(String(cString: working))/\(path)"
  }
}
