// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintSignedDocuments
public import Logging

extension LicenseManager {
  /// A manager that obtains its licence from a server, over HTTPS (F21, F28). Makes no I/O yet.
  /// - Parameters:
  ///   - profile: The profile's name on the server.
  ///   - product: the product that licences must be for; `nil` for the profile's name.
  ///   - apiKey: the key that came with the profile.
  ///   - serverURL: `https://host[:port][/path]`.
  ///   - trustAnchors: the roots of the trusted licence authorities; built into the application. Not for the
  ///     server's TLS certificate: `configuration` has its roots and pins.
  ///   - configuration: Roots and pins of the server's certificate, proxy, timeouts.
  /// - Throws: `LicenseTransportError` as `HTTPSLicenseTransport` does, if URL or configuration are invalid.
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
