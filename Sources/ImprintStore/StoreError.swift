// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a store operation failed.
public typealias StoreError = Explained<StoreErrorCode>

public enum StoreErrorCode: String, Sendable, Hashable {
  /// There is no store in that folder, and creation was not requested.
  case notAStore = "not-a-store"
  /// It was written by a newer Imprint.
  case newerStore = "newer-store"
  /// Others may read or write the folder.
  case unsafeFolder = "unsafe-folder"
  /// Another process or task held the lock for too long.
  case busy
  /// There is no such user.
  case unknownUser = "unknown-user"
  /// Several users have that name.
  case ambiguousUser = "ambiguous-user"
  /// Another user has that name.
  case nameTaken = "name-taken"
  /// The store has the maximum number of users.
  case tooManyUsers = "too-many-users"
  /// The user's templates have changed since the caller read them.
  case changed
  /// There is no such template.
  case unknownTemplate = "unknown-template"
  /// An invalid user name.
  case badName = "bad-name"
  /// The item exists but is unreadable.
  case damaged
  /// Disk full or quota exceeded. Existing data are unchanged.
  case noSpace = "no-space"
  /// The environment does not define the folder for user data.
  case noStandardPath = "no-standard-path"
  /// The folder cannot be written to.
  case readOnly = "read-only"
  /// Another system error, which is stated.
  case system
  /// The task was cancelled while it waited.
  case cancelled
}

extension StoreError {
  /// The error for a missing user.
  public static func unknownUser(_ id: UniqueID) -> StoreError {
    StoreError(
      .unknownUser, place: "user \(id)", reason: "there is no such user.",
      remedy: "List the users there are: sdkctl user list.")
  }

  /// The error for a missing template.
  public static func unknownTemplate(_ id: UniqueID) -> StoreError {
    StoreError(
      .unknownTemplate, place: "template \(id)", reason: "there is no such template.",
      remedy: "List the user's templates: sdkctl template list --user NAME.")
  }

  /// The error for one user too many.
  public static func tooManyUsers(maximum: Int) -> StoreError {
    StoreError(
      .tooManyUsers, place: "users", reason: "it may have \(maximum), and has them.",
      remedy: "Remove a user who is no longer needed: sdkctl user remove NAME.")
  }

  static func nameTaken(by id: UniqueID) -> StoreError {
    StoreError(
      .nameTaken, place: "user \(id)", reason: "this user has that name.",
      remedy: "Take another name, or rename or remove that user first: sdkctl user rename \(id) NAME.")
  }

  package static let changedMeanwhile = StoreError(
    .changed, place: "user", reason: "somebody else has changed the user's templates meanwhile.",
    remedy: "Try again.")

  /// Of the removal of what was to be replaced.
  var onceStored: StoreError {
    StoreError(
      code, place: place,
      reason: "the new templates are stored, but of those before one could not be removed: \(reason)",
      remedy:
        "\(remedy) Then remove what is too much: sdkctl template list --user NAME, sdkctl template remove.")
  }

  static let restoring = "Restore the file from a copy, or remove it and enrol again."

  static func damaged(_ problem: StoreProblem) -> StoreError {
    StoreError(.damaged, place: problem.place, reason: problem.reason, remedy: restoring)
  }
}
