// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintSignedDocuments
public import Logging

extension LicenseManager {
  /// A manager that gets its licence from a server, over HTTPS (F21, F28). Nothing is read or asked yet.
  /// - Parameters:
  ///   - profile: The profile's name on the server.
  ///   - product: The product that licences have to be for; `nil` for the profile's name.
  ///   - apiKey: The key that came with the profile.
  ///   - serverURL: `https://host[:port][/path]`.
  ///   - trustAnchors: The roots of the authorities whose licences count; built into the application. The
  ///     server's TLS certificate is another matter: `configuration` has its roots and pins.
  ///   - configuration: Roots and pins of the server's certificate, proxy, timeouts.
  /// - Throws: `LicenseTransportError` as `HTTPSLicenseTransport` does, where URL or configuration cannot be.
  /// - SeeAlso: The designated initialiser, for the other parameters.
  public convenience init(
    profile: String, product: String? = nil, apiKey: APIKey, serverURL: String, trustAnchors: [TrustAnchor],
    configuration: HTTPSLicenseTransport.Configuration = HTTPSLicenseTransport.Configuration(),
    store: LicenseStore = .standard, logger: Logger = Logger(label: "imprint")
  ) throws(LicenseTransportError) {
    let transport = try HTTPSLicenseTransport(
      serverURL: serverURL, configuration: configuration, logger: logger)
    self.init(
      profile: profile, product: product ?? profile, apiKey: apiKey, trustAnchors: trustAnchors,
      transport: transport, store: store, sdkVersion: BuildInformation.version.description, logger: logger)
  }
}
