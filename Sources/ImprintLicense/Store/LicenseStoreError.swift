// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
public import ImprintModel

/// Why a licence store cannot be read or written.
public struct LicenseStoreError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A record is there, and is not what was written. Nothing of it is used, and it is kept.
    case damaged
    /// A newer Imprint has written it.
    case newerRecord = "newer-record"
    /// Others may read or write the folder.
    case unsafeFolder = "unsafe-folder"
    /// Another process or task has held the store for too long.
    case busy
    /// The disk, or the quota, is full. What was there before still is.
    case noSpace = "no-space"
    /// The environment does not say where a user's state lies.
    case noStandardPath = "no-standard-path"
    /// The folder cannot be read or written.
    case notPermitted = "not-permitted"
    /// The system refused for another reason, which is stated.
    case system
    /// The task was cancelled while it waited.
    case cancelled
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  static func damaged(_ place: String, reason: String) -> LicenseStoreError {
    LicenseStoreError(
      .damaged, place: place, reason: reason,
      remedy: "Activate again: the damaged file is kept beside the new one.")
  }
}

extension LicenseStoreError: FileFailure {
  package init(system failure: SystemFailure, place: String) {
    let code: Code =
      switch failure.kind {
      case .noSpace: .noSpace
      case .notPermitted: .notPermitted
      case .missing, .other: .system
      }
    self.init(code, place: place, reason: failure.reason, remedy: failure.remedy)
  }

  package static func noFolder(_ place: String) -> LicenseStoreError {
    LicenseStoreError(
      .system, place: place, reason: "there is no such folder.",
      remedy: "Name a folder that can be made, for the licences alone.")
  }

  package static func unsafeFolder(_ place: String, reason: String, remedy: String) -> LicenseStoreError {
    LicenseStoreError(.unsafeFolder, place: place, reason: reason, remedy: remedy)
  }

  package static func notAFile(_ place: String, reason: String) -> LicenseStoreError {
    .damaged(place, reason: reason)
  }

  package static func busy(_ place: String, for time: Duration) -> LicenseStoreError {
    LicenseStoreError(
      .busy, place: place, reason: "another process has held the store for \(time).",
      remedy: "End that process, or try again.")
  }

  package static func cancelled(_ place: String) -> LicenseStoreError {
    LicenseStoreError(
      .cancelled, place: place, reason: "the task was cancelled while it waited for the store.",
      remedy: "Try again.")
  }
}
