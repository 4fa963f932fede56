// SPDX-License-Identifier: Apache-2.0
internal import Glibc
@_exported public import ImprintModel

/// Why checks could not be run at all.
public typealias CheckRunError = Explained<CheckRunErrorCode>

public enum CheckRunErrorCode: String, Sendable, Hashable, CaseIterable {
  /// `imprint-check` was not found.
  case notInstalled = "not-installed"
  /// The system cannot start a process.
  case cannotStart = "cannot-start"
  /// No check has that id.
  case unknownCheck = "unknown-check"
  /// There is no plugin in that folder.
  case noPlugin = "no-plugin"
  /// A file cannot be read or written.
  case file
  /// Not all checks were made, so there is no result to sign.
  case partialRun = "partial-run"
  /// The waivers lie in the examined plugin's folder.
  case waiversOfThePlugin = "waivers-of-the-plugin"
  /// A waiver is for a check whose failure cannot be waived.
  case notWaivable = "not-waivable"
  /// The examined plugin could forge the result or read the key.
  case unsafeSigning = "unsafe-signing"
  /// The plugin changed since it was examined.
  case changedMeanwhile = "changed-meanwhile"
}

extension CheckRunError {
  static func cannotStart(_ place: String, _ number: Int32) -> CheckRunError {
    CheckRunError(
      .cannotStart, place: place, reason: "it cannot be started: \(String(cString: strerror(number))).",
      remedy: "Install imprint-check again, or free memory and processes.")
  }
}
