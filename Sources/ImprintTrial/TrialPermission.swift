// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import Imprint
internal import ImprintFiles
package import ImprintLicense

/// Whether a trial licence may be made and used here. Checked on each use: later configuration ends it.
package struct TrialPermission: Sendable {
  /// The path of settings that name another authority; `nil` if there are none.
  let configured: @Sendable () throws -> String?
  /// The machine's settings, which only its owner may write.
  let systemSettings: String
  /// The store of other authorities' licences: every earlier request has a record there.
  let store: LicenseStore

  /// - Parameter settings: the settings named by the caller; `nil` for the default locations.
  package init(settings: String? = nil) {
    self.init(
      configured: {
        if let file = try LicenseSettingsFile.find(named: settings) { return file.path }
        // An unreadable path, such as a dangling link, is ignored elsewhere: here it counts as settings.
        return LicenseSettingsFile.userPath.flatMap { Self.isThere($0) ? $0 : nil }
      },
      systemSettings: LicenseSettingsFile.systemPath, store: .standard)
  }

  package init(
    configured: @escaping @Sendable () throws -> String?, systemSettings: String, store: LicenseStore
  ) {
    self.configured = configured
    self.systemSettings = systemSettings
    self.store = store
  }

  /// - Throws: ``TrialError``: why not.
  package func check() throws(TrialError) {
    guard !ElevatedProcess.isElevated else {
      throw TrialError(
        .elevated, place: "trial licence", reason: "the process has other rights than its user.",
        remedy: "Run it without them.")
    }
    try checkSystem()
    try checkConfigured()
    try checkHistory()
  }

  /// Unreadable settings might forbid it.
  private func checkSystem() throws(TrialError) {
    guard Self.isThere(systemSettings) else { return }
    let restriction: LicenseRestriction
    do { restriction = try LicenseSettingsFile.restriction(systemSettings) } catch {
      throw TrialError(.settings, cause: error)
    }
    if restriction.forbidsTrial {
      throw TrialError(
        .forbidden, place: systemSettings, reason: "this machine's settings forbid trial licences.",
        remedy: "Ask whoever runs this machine for a licence.")
    }
    guard restriction.isAlone else {
      throw .otherAuthority(systemSettings, "this machine's licences are another authority's.")
    }
  }

  private func checkConfigured() throws(TrialError) {
    do {
      guard let path = try configured() else { return }
      throw TrialError.otherAuthority(path, "there are licence settings: they name another authority.")
    } catch {
      // Invalid settings still count as settings.
      throw TrialError(.otherAuthority, cause: error)
    }
  }

  private func checkHistory() throws(TrialError) {
    let profiles: [String]
    do { profiles = try store.profiles() } catch { throw TrialError(.settings, cause: error) }
    guard let profile = profiles.first else { return }
    throw .otherAuthority(
      store.folder ?? "licence store", "a licence of profile '\(profile)' was asked for here before.")
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    // If `lstat` fails, assume it exists: reading it reports the error.
    return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }
}
