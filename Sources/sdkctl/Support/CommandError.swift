// SPDX-License-Identifier: Apache-2.0
import Imprint

/// What goes wrong in the command line itself.
struct CommandError: ExplainedError, Hashable {
  enum Code: String, Sendable, Hashable, CaseIterable {
    /// No plugin or variant of that name was found.
    case unknownName = "unknown-name"
    /// A file or folder cannot be read or written.
    case file
    /// Nothing was captured before the time was up.
    case nothingCaptured = "nothing-captured"
    /// There are no licence settings, or not enough of them.
    case licenseSettings = "license-settings"
    /// The user pressed Ctrl-C, or the process was asked to end.
    case interrupted
  }

  let code: Code
  let place: String
  let reason: String
  let remedy: String

  init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  static let noLicenseSettings = CommandError(
    .licenseSettings, place: "licence", reason: "there are no licence settings on this machine.",
    remedy: "Run `sdkctl license activate` with --profile, --server, --api-key-file and --trust-anchor.")

  static let interrupted = CommandError(
    .interrupted, place: "sdkctl", reason: "it was interrupted.",
    remedy: "Nothing was kept; run it again.")
}
