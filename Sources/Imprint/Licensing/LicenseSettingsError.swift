// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles

/// A problem with a machine's licence settings as a whole; problems within them are a ``ManifestError``.
public typealias LicenseSettingsError = Explained<LicenseSettingsErrorCode>

public enum LicenseSettingsErrorCode: String, Sendable, Hashable, CaseIterable {
  /// There are none.
  case none = "no-license-settings"
  /// Too little is known to write them.
  case incomplete = "license-settings-incomplete"
  /// They cannot be written.
  case unwritable = "license-settings-unwritable"
}

extension LicenseSettingsError {
  /// No settings on this machine.
  public static let none = LicenseSettingsError(
    .none, place: "licence", reason: "there are no licence settings on this machine.",
    remedy:
      "Run `sdkctl license activate` with --profile, --server, --api-key-file and --trust-anchor; to try it "
      + "without any of these, `sdkctl license trial`.")
}

extension LicenseSettingsErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    (.unwritable, nil)
  }
}
