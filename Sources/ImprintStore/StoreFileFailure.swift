// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles

typealias Folder = ImprintFiles.Folder<StoreError>
typealias StoreLock = FileLock<StoreError>

/// What goes wrong with files, as a store says it.
extension StoreError: FileFailure {
  package init(system failure: SystemFailure, place: String) {
    let code: Code =
      switch failure.kind {
      case .noSpace: .noSpace
      case .notPermitted: .readOnly
      case .missing, .other: .system
      }
    self.init(code, place: place, reason: failure.reason, remedy: failure.remedy)
  }

  package static func noFolder(_ place: String) -> StoreError {
    StoreError(
      .notAStore, place: place, reason: "there is no such folder.",
      remedy: "Give the folder of a store, or an empty one to make it in.")
  }

  package static func unsafeFolder(_ place: String, reason: String, remedy: String) -> StoreError {
    StoreError(.unsafeFolder, place: place, reason: reason, remedy: remedy)
  }

  package static func notAFile(_ place: String, reason: String) -> StoreError {
    .damaged(StoreProblem(place: place, reason: reason))
  }

  package static func busy(_ place: String, for time: Duration) -> StoreError {
    StoreError(
      .busy, place: place, reason: "another process has held the store for \(time).",
      remedy: "End that process, or try again.")
  }

  package static func cancelled(_ place: String) -> StoreError {
    StoreError(
      .cancelled, place: place, reason: "the task was cancelled while it waited for the store.",
      remedy: "Try again.")
  }
}
