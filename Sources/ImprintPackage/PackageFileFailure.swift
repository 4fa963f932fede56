// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles

typealias Folder = ImprintFiles.Folder<PackageError>
typealias NewFile = ImprintFiles.NewFile<PackageError>
typealias RootLock = FileLock<PackageError>

/// What goes wrong with files, as packages say it.
extension PackageError: FileFailure {
  package init(system failure: SystemFailure, place: String) {
    let code: Code =
      switch failure.kind {
      case .noSpace: .noSpace
      case .notPermitted: .notWritable
      case .missing: .unreadable
      case .other: .system
      }
    self.init(code, place: place, reason: failure.reason, remedy: failure.remedy)
  }

  package static func noFolder(_ place: String) -> PackageError {
    PackageError(
      .unreadable, place: place, reason: "there is no such folder.", remedy: "Give a folder that is there.")
  }

  package static func unsafeFolder(_ place: String, reason: String, remedy: String) -> PackageError {
    PackageError(.unsafeFolder, place: place, reason: reason, remedy: remedy)
  }

  package static func notAFile(_ place: String, reason: String) -> PackageError {
    PackageError(.unreadable, place: place, reason: reason, remedy: "Give a plain file.")
  }

  package static func busy(_ place: String, for time: Duration) -> PackageError {
    PackageError(
      .busy, place: place, reason: "another process has held the root for \(time).",
      remedy: "Wait for it, or end it; then try again.")
  }

  package static func cancelled(_ place: String) -> PackageError {
    PackageError(
      .cancelled, place: place, reason: "it was interrupted while it waited for another process.",
      remedy: "Nothing was changed; try again.")
  }
}
