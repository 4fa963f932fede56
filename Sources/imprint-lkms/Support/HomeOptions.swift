// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ImprintCommandLine
import ImprintLKMS
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintSettings
import Logging

/// What every command takes.
struct HomeOptions: ConsoleOptions {
  @Option(
    help: ArgumentHelp(
      "The server's folder; left out: imprint/lkms below $XDG_STATE_HOME or ~/.local/state.", valueName: "dir"
    ))
  var home: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  @Flag(help: "No colours; so does the environment variable NO_COLOR.")
  var noColor = false

  @Option(help: ArgumentHelp("What is logged to standard error: trace, debug, info, warning, error."))
  var logLevel: LogLevel = .warning

  var console: Console { Console(wantsJSON: json, allowsColor: !noColor) }

  var logger: Logger {
    var logger = Logger(label: "imprint-lkms") { ConsoleLogHandler(label: $0) }
    logger.logLevel = logLevel.level
    return logger
  }

  func serverHome() throws -> ServerHome { ServerHome(path: try home ?? ServerHome.standardPath) }

  func database() throws -> LicenseDatabase { try serverHome().database() }

  /// What answers requests, with the key that signs: opens the token, where there is one.
  func service(_ settings: ServerSettings, _ database: LicenseDatabase) throws -> LicenseService {
    let home = try serverHome()
    let anchor = try TrustAnchor(der: home.rootCertificate())
    return try LicenseService(
      database: database, issuer: LicenseIssuer(signer: home.signer(settings)),
      verifier: LicenseVerifier(trustAnchors: [anchor]), issuerName: settings.name, logger: logger)
  }
}
