// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintSignedDocuments
internal import ImprintLicenseClient
internal import ImprintSettings
public import Logging

// What settings describe.
extension LicenseSettingsFile {
  /// The roots that a licence may chain to.
  /// - Throws: ``TrustAnchorError``: the file is missing, writable by others, or contains no root.
  public func trustAnchors() throws -> [TrustAnchor] {
    try TrustAnchor.read(path: resolved(settings.trustAnchors))
  }

  /// The requirements on a licence for this machine.
  public func expectation() throws -> LicenseExpectation {
    LicenseExpectation(
      profile: settings.profile, product: settings.product,
      device: try DeviceReader.system.fingerprint(profile: settings.profile, product: settings.product))
  }

  /// The licence manager that the settings describe, with its transport where they name a server.
  /// - Throws: ``TrustAnchorError``, ``TrustedFileError``, ``PublicKeyPinError``, ``LicenseTransportError``.
  public func manager(logger: Logger = Logger(label: "imprint")) throws -> LicenseManager {
    manager(
      trustAnchors: try trustAnchors(), apiKey: try apiKey(), transport: try transport(logger: logger),
      logger: logger)
  }

  /// The licence manager that the settings describe, without its server where only that is unusable, such as
  /// because of a key that others may read: the licence already held stays valid.
  /// - Returns: the manager, and why it has no server.
  /// - Throws: ``TrustAnchorError``.
  public func managerOfHeldLicense(
    logger: Logger = Logger(label: "imprint")
  ) throws -> (manager: LicenseManager, problem: (any Error)?) {
    let anchors = try trustAnchors()
    do {
      return (
        manager(
          trustAnchors: anchors, apiKey: try apiKey(), transport: try transport(logger: logger),
          logger: logger), nil
      )
    } catch {
      return (manager(trustAnchors: anchors, apiKey: nil, transport: nil, logger: logger), error)
    }
  }

  private func manager(
    trustAnchors: [TrustAnchor], apiKey: APIKey?, transport: (any LicenseTransport)?, logger: Logger
  ) -> LicenseManager {
    LicenseManager(
      profile: settings.profile, product: settings.product, apiKey: apiKey, trustAnchors: trustAnchors,
      transport: transport, sdkVersion: BuildInformation.version.description, logger: logger)
  }

  private func apiKey() throws -> APIKey? {
    guard let file = settings.apiKeyFile else { return nil }
    let bytes = try TrustedFile.read(resolved(file), limit: 1024, isSecret: true)
    return APIKey(String(decoding: bytes, as: UTF8.self))
  }

  private func transport(logger: Logger) throws -> (any LicenseTransport)? {
    guard let server = settings.server else { return nil }
    var configuration = HTTPSLicenseTransport.Configuration()
    configuration.allowsInsecureHTTP = settings.allowsInsecureHTTP
    configuration.pins = PublicKeyPins(try settings.pins.map(Self.pinned))
    if let roots = settings.tlsRoots {
      configuration.trustedRoots = .only(
        pem: String(decoding: try TrustedFile.read(resolved(roots), limit: 1 << 20), as: UTF8.self))
    }
    switch settings.proxy {
    case nil: configuration.proxy = .environment
    case "none": configuration.proxy = .none
    case let url?: configuration.proxy = .url(url)
    }
    return try HTTPSLicenseTransport(serverURL: server, configuration: configuration, logger: logger)
  }

  private static func pinned(_ pin: LicenseSettings.Pin) throws -> PinnedHost {
    try PinnedHost(
      host: pin.host, pins: try pin.keys.map { try PublicKeyPin($0) },
      expires: pin.end)
  }

  /// Paths in the settings are relative to their folder.
  private func resolved(_ file: String) -> String {
    if file.hasPrefix("/") { return file }
    guard let slash = path.lastIndex(of: "/") else { return file }
    return String(path[...slash]) + file
  }
}
