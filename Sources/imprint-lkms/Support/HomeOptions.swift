// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintSettings

/// The options of every command.
struct HomeOptions: ConsoleOptions {
  @Option(
    help: ArgumentHelp(
      "The server's folder; left out: imprint/lkms below $XDG_STATE_HOME or ~/.local/state.", valueName: "dir"
    ))
  var home: String?

  @OptionGroup var output: OutputOptions

  func serverHome() throws -> ServerHome { ServerHome(path: try home ?? ServerHome.standardPath) }

  func database() throws -> LicenseDatabase { try serverHome().database() }

  /// The service with its signing key: opens the token, if there is one.
  func service(_ settings: ServerSettings, _ database: LicenseDatabase) throws -> LicenseService {
    let home = try serverHome()
    let anchor = try TrustAnchor(der: home.rootCertificate())
    return try LicenseService(
      database: database, issuer: LicenseIssuer(signer: home.signer(settings)),
      verifier: LicenseVerifier(trustAnchors: [anchor]), issuerName: settings.name, logger: logger)
  }
}
