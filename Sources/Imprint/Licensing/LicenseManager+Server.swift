// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintLicenseClient
public import Logging

extension LicenseManager {
  /// A licence manager that asks a server over HTTPS (F21, F28).
  ///
  /// - Parameters:
  ///   - profile: the profile's name on the server.
  ///   - product: the product that licences have to be for; `nil` for the profile's name.
  ///   - apiKey: the key that came with the profile.
  ///   - serverURL: `https://host[:port][/path]`.
  ///   - trustAnchors: the roots of the authority whose licences count; built into the application.
  ///   - connection: roots and pins of the server's certificate, proxy, timeouts.
  /// - Throws: ``LicenseTransportError`` `address` or `certificate`: the URL, or what `connection` has, cannot be.
  public convenience init(
    profile: String, product: String? = nil, apiKey: APIKey, serverURL: String, trustAnchors: [TrustAnchor],
    connection: HTTPSLicenseTransport.Configuration = .init(), store: LicenseStore = .standard,
    logger: Logger = Logger(label: "imprint")
  ) throws(LicenseTransportError) {
    try self.init(
      profile: profile, product: product ?? profile, apiKey: apiKey, serverURL: serverURL,
      trustAnchors: trustAnchors, configuration: connection, store: store,
      sdkVersion: BuildInformation.version.description, logger: logger)
  }

  /// The seed's way to one: with a profile, and everything else as it is by default.
  public static func provideLicenseManager(
    profileId: String, apiKey: String, serverUrl: String, trustAnchors: [TrustAnchor]
  ) throws(LicenseTransportError) -> LicenseManager {
    try LicenseManager(
      profile: profileId, apiKey: APIKey(apiKey), serverURL: serverUrl, trustAnchors: trustAnchors)
  }
}
