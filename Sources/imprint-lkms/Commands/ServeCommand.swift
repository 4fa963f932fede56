// SPDX-License-Identifier: Apache-2.0
import ImprintSettings

struct ServeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serves licences until stopped.",
    discussion: """
      Prints one line that begins with `ready` once it listens. On SIGTERM and Ctrl-C it completes requests \
      in flight and exits with code 0.
      """)
  static let isInterruptible = true

  @Option(help: ArgumentHelp("The address to listen on, in place of the settings'.", valueName: "address"))
  var listen: String?

  @Option(help: "The port, in place of the settings'; 0 is any that is free.")
  var port: Int?

  @Flag(help: "Serve without TLS: keys and licences are sent in clear text. For development.")
  var insecureHttp = false

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    let home = try global.serverHome()
    let settings = try settings(of: home)
    for note in try home.examine(settings, now: Clock.now) { console.tell("note: \(note)") }
    if insecureHttp { console.tell("note: without TLS, keys and licences are sent in clear text") }
    let database = try global.database()
    // Complete after an unclean shutdown; else only what takes about a second (LicenseDatabase.CheckDepth).
    try await database.check(database.hadLog ? .everything : .pages)
    do {
      try await serve(home, settings, database, console)
    } catch {
      // The original error is the one to report; acknowledged transactions are in the remaining log.
      try? database.close()
      throw error
    }
    try database.close()
    console.tell("stopped")
    return .told
  }

  private func serve(
    _ home: ServerHome, _ settings: ServerSettings, _ database: LicenseDatabase, _ console: Console
  ) async throws {
    let service = try global.service(settings, database)
    let configuration = LicenseServerConfiguration(settings, tls: insecureHttp ? nil : try home.tls())
    let pins = try home.pins()
    let host = settings.hosts.first ?? settings.listen
    try await LicenseServer(service: service, configuration: configuration, logger: global.logger)
      .run(stopsOnSignals: false) { port in
        let url = Self.url(host, port, secure: configuration.tls != nil)
        console.show(
          Report(
            text: configuration.tls == nil ? "ready \(url)" : "ready \(url) \(pins.server) \(pins.authority)",
            json: [
              "ready": true, "url": url, "port": port,
              "pins": configuration.tls == nil ? [] : [pins.server, pins.authority],
            ]))
      }
  }

  private func settings(of home: ServerHome) throws -> ServerSettings {
    try home.check()
    var settings = try home.settings()
    if let listen { settings.listen = listen }
    if let port { settings.port = port }
    guard settings.tls || insecureHttp else {
      throw CommandError(
        .refused, place: home.path(of: .settings), reason: "TLS is off, and --insecure-http was not given.",
        remedy: "Set 'tls: true', or give --insecure-http on a machine for development.")
    }
    return settings
  }

  private static func url(_ host: String, _ port: Int, secure: Bool) -> String {
    "\(secure ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
