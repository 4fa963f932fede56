// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
public import ImprintModel

/// What is wrong with a machine's licence settings as a whole; what is wrong within them is a
/// ``ManifestError``.
public struct LicenseSettingsError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There are none.
    case none = "no-license-settings"
    /// Not enough is known to write some.
    case incomplete = "license-settings-incomplete"
    /// They cannot be written.
    case unwritable = "license-settings-unwritable"
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  public init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  /// No settings on this machine.
  public static let none = LicenseSettingsError(
    .none, place: "licence", reason: "there are no licence settings on this machine.",
    remedy:
      "Run `sdkctl license activate` with --profile, --server, --api-key-file and --trust-anchor; to try it "
      + "without any of these, `sdkctl license trial`.")
}

extension LicenseSettingsError: FileFailure {
  package init(system failure: SystemFailure, place: String) {
    self.init(.unwritable, place: place, reason: failure.reason, remedy: failure.remedy)
  }

  package static func noFolder(_ place: String) -> LicenseSettingsError {
    unwritable(place, reason: "there is no such folder.")
  }

  package static func unsafeFolder(_ place: String, reason: String, remedy: String) -> LicenseSettingsError {
    LicenseSettingsError(.unwritable, place: place, reason: reason, remedy: remedy)
  }

  package static func notAFile(_ place: String, reason: String) -> LicenseSettingsError {
    unwritable(place, reason: reason)
  }

  package static func busy(_ place: String, for time: Duration) -> LicenseSettingsError {
    unwritable(place, reason: "another program has held it for \(time).")
  }

  package static func cancelled(_ place: String) -> LicenseSettingsError {
    unwritable(place, reason: "it was cancelled.")
  }

  private static func unwritable(_ place: String, reason: String) -> LicenseSettingsError {
    LicenseSettingsError(
      .unwritable, place: place, reason: reason, remedy: "Choose a place for the settings you may write to.")
  }
}
