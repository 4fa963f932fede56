// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import Logging

extension LicenseManager {
  /// A manager that gets its licence from a server, over HTTPS. Nothing is read or asked yet.
  /// - Parameters:
  ///   - serverURL: `https://host[:port][/path]`.
  ///   - trustAnchors: The roots of the authorities whose licences count. The server's TLS certificate is
  ///     another matter: `configuration` has its roots and pins.
  ///   - sdkVersion: Told to the server.
  /// - Throws: `LicenseTransportError` as `HTTPSLicenseTransport` does, where URL or configuration cannot be.
  /// - SeeAlso: The designated initialiser, for the other parameters.
  public convenience init(
    profile: String, product: String, apiKey: APIKey, serverURL: String, trustAnchors: [TrustAnchor],
    configuration: HTTPSLicenseTransport.Configuration = HTTPSLicenseTransport.Configuration(),
    store: LicenseStore = .standard, sdkVersion: String, logger: Logger
  ) throws(LicenseTransportError) {
    let transport = try HTTPSLicenseTransport(
      serverURL: serverURL, configuration: configuration, logger: logger)
    self.init(
      profile: profile, product: product, apiKey: apiKey, trustAnchors: trustAnchors, transport: transport,
      store: store, sdkVersion: sdkVersion, logger: logger)
  }
}
