// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
public import ImprintModel

/// Why the quarantine cannot be read or written.
public struct QuarantineError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A record is there, and is not what was written. It counts as a quarantine.
    case damaged
    /// Others may read or write the folder.
    case unsafeFolder = "unsafe-folder"
    /// Another process has held it for too long.
    case busy
    /// The disk, or the quota, is full.
    case noSpace = "no-space"
    /// The environment does not say where a user's state lies.
    case noStandardPath = "no-standard-path"
    /// The folder cannot be read or written.
    case notPermitted = "not-permitted"
    /// The system refused for another reason, which is stated.
    case system
    /// Nothing is put down of that plugin or library.
    case unknown
    /// The first digits of a hash are those of several.
    case ambiguous
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
}

extension QuarantineError: FileFailure {
  package init(system failure: SystemFailure, place: String) {
    let code: Code =
      switch failure.kind {
      case .noSpace: .noSpace
      case .notPermitted: .notPermitted
      case .missing, .other: .system
      }
    self.init(code, place: place, reason: failure.reason, remedy: failure.remedy)
  }

  package static func noFolder(_ place: String) -> QuarantineError {
    QuarantineError(
      .system, place: place, reason: "there is no such folder.",
      remedy: "Name a folder that can be made, for the quarantine alone.")
  }

  package static func unsafeFolder(_ place: String, reason: String, remedy: String) -> QuarantineError {
    QuarantineError(.unsafeFolder, place: place, reason: reason, remedy: remedy)
  }

  package static func notAFile(_ place: String, reason: String) -> QuarantineError {
    .damaged(place, reason: reason)
  }

  package static func busy(_ place: String, for time: Duration) -> QuarantineError {
    QuarantineError(
      .busy, place: place, reason: "another process has held the quarantine for \(time).",
      remedy: "End that process, or try again.")
  }

  /// Nothing here waits in a task.
  package static func cancelled(_ place: String) -> QuarantineError { .busy(place, for: .zero) }

  static func damaged(_ place: String, reason: String) -> QuarantineError {
    let digits = place.split(separator: "/").last.map { $0.prefix(16) } ?? ""
    return QuarantineError(
      .damaged, place: place, reason: reason,
      remedy: "Look who writes there; then run `sdkctl plugin quarantine clear \(digits)`.")
  }
}
