// SPDX-License-Identifier: Apache-2.0

/// Settings that `license activate` and `license request` take, and then store.
struct LicenseSettingsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The profile that the licence is issued from.", valueName: "name"))
  var profile: String?

  @Option(help: ArgumentHelp("The product that it must be for; default: the profile.", valueName: "name"))
  var product: String?

  @Option(help: ArgumentHelp("The licence server.", valueName: "url"))
  var server: String?

  @Option(help: ArgumentHelp("A file with the API key.", valueName: "file"))
  var apiKeyFile: String?

  @Option(help: ArgumentHelp("The root certificates that a licence may chain to, PEM.", valueName: "file"))
  var trustAnchor: String?

  @Option(
    help: ArgumentHelp(
      "The root certificates that the server's may chain to, PEM; default: the system's.", valueName: "file"))
  var tlsRoot: String?

  @Option(
    name: .customLong("pin"),
    help: ArgumentHelp(
      "A pinned public key of a host, sha256/ and base64; may be repeated.", valueName: "host=key"))
  var pins: [String] = []

  @Option(
    help: ArgumentHelp(
      "The date (UTC) from which the pins of --pin no longer apply.", valueName: "YYYY-MM-DD"))
  var pinsExpire: String?

  @Option(
    help: ArgumentHelp(
      "The proxy to the server, or 'none'; default: that of the environment.", valueName: "url"))
  var proxy: String?

  @Flag(help: "Permit a server without TLS: key and licence are sent in clear text.")
  var allowInsecureHttp = false

  func validate() throws {
    for pin in pins where pin.split(separator: "=", maxSplits: 1).count != 2 {
      throw ValidationError("'\(pin)' is not a pin: give host=sha256/…")
    }
    guard pinsExpire == nil || !pins.isEmpty else {
      throw ValidationError("--pins-expire is the expiry date of --pin: give --pin too.")
    }
  }

  /// Whether anything was given.
  private var isEmpty: Bool {
    [profile, product, server, apiKeyFile, trustAnchor, tlsRoot, pinsExpire, proxy].allSatisfy { $0 == nil }
      && pins.isEmpty && !allowInsecureHttp
  }

  /// The existing settings, overridden by the given ones. Nothing is written: that is for ``write(_:to:)``,
  /// once they are known to work.
  func settings(of global: GlobalOptions) throws -> LicenseSettingsFile {
    let found = try global.licenseSettings(mayBeNew: !isEmpty)
    if isEmpty {
      guard let found else { throw LicenseSettingsError.none }
      return found
    }
    guard let path = found?.path ?? LicenseSettingsFile.placeForNew(named: global.license) else {
      throw LicenseSettingsError.none
    }
    var settings = try found?.settings ?? fresh(path)
    change(&settings)
    let file = LicenseSettingsFile(path: path, settings: settings)
    try file.check()
    return file
  }

  /// Writes settings that differ from the existing ones; else the file stays untouched.
  func write(_ file: LicenseSettingsFile, to console: Console) throws {
    guard !isEmpty else { return }
    if Files.exists(file.path), try LicenseSettingsFile.read(file.path).settings == file.settings { return }
    try file.write()
    console.tell("settings written to \(file.path)")
  }

  private func fresh(_ path: String) throws(LicenseSettingsError) -> LicenseSettings {
    guard let profile, let trustAnchor else {
      throw LicenseSettingsError(
        .incomplete, place: path, reason: "there are no settings yet.",
        remedy: "Give --profile and --trust-anchor at least.")
    }
    return LicenseSettings(profile: profile, product: product, trustAnchors: absolute(trustAnchor))
  }

  private func change(_ settings: inout LicenseSettings) {
    if let profile {
      // A product that was never chosen follows the profile.
      if settings.product == settings.profile { settings.product = profile }
      settings.profile = profile
    }
    if let product { settings.product = product }
    if let trustAnchor { settings.trustAnchors = absolute(trustAnchor) }
    if let server { settings.server = server }
    if let apiKeyFile { settings.apiKeyFile = absolute(apiKeyFile) }
    if let tlsRoot { settings.tlsRoots = absolute(tlsRoot) }
    if let proxy { settings.proxy = proxy }
    if allowInsecureHttp { settings.allowsInsecureHTTP = true }
    if !pins.isEmpty { settings.pins = hosts }
  }

  private var hosts: [LicenseSettings.Pin] {
    var hosts: [LicenseSettings.Pin] = []
    for pin in pins {
      let parts = pin.split(separator: "=", maxSplits: 1).map(String.init)
      if let index = hosts.firstIndex(where: { $0.host == parts[0] }) {
        hosts[index].keys.append(parts[1])
      } else {
        hosts.append(.init(host: parts[0], keys: [parts[1]], expires: pinsExpire))
      }
    }
    return hosts
  }

  /// The settings lie in another folder than the command's.
  private func absolute(_ path: String) -> String { Files.absolute(path) }
}
