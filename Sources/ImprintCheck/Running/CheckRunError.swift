// SPDX-License-Identifier: Apache-2.0
internal import Glibc
@_exported public import ImprintModel

/// Why checks could not be run at all.
public typealias CheckRunError = Explained<CheckRunErrorCode>

public enum CheckRunErrorCode: String, Sendable, Hashable, CaseIterable {
  /// `imprint-check` is not where this program looks for it.
  case notInstalled = "not-installed"
  /// The system does not start a process.
  case cannotStart = "cannot-start"
  /// No check has that id.
  case unknownCheck = "unknown-check"
  /// There is no plugin in that folder.
  case noPlugin = "no-plugin"
  /// A file cannot be read or written.
  case file
  /// Not all checks were made, so that there is no result to be signed.
  case partialRun = "partial-run"
  /// The waivers lie in the folder of the plugin that is examined.
  case waiversOfThePlugin = "waivers-of-the-plugin"
  /// A waiver is of a check whose failure nobody can accept.
  case notWaivable = "not-waivable"
  /// What would be signed can be made or read by the plugin that is examined.
  case unsafeSigning = "unsafe-signing"
  /// The plugin is not the one that was examined.
  case changedMeanwhile = "changed-meanwhile"
}

extension CheckRunError {
  static func cannotStart(_ place: String, _ number: Int32) -> CheckRunError {
    CheckRunError(
      .cannotStart, place: place, reason: "it cannot be started: \(String(cString: strerror(number))).",
      remedy: "Install imprint-check again, or free memory and processes.")
  }
}
