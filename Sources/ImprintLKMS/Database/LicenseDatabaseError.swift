// SPDX-License-Identifier: Apache-2.0
internal import GRDB
package import ImprintFiles
@_exported public import ImprintModel

/// Why the licence server's database did not do what it was asked for.
public typealias LicenseDatabaseError = Explained<LicenseDatabaseErrorCode>

public enum LicenseDatabaseErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The file cannot be opened or made: its folder, its permissions, or it is no file.
  case open
  /// There is no such file.
  case missing
  /// It is no database, an empty one, or a damaged one.
  case corrupt
  /// What was confirmed is not in it: its log is gone or damaged, or an older copy was put in its place.
  case lost
  /// Nothing tells what was confirmed last: the mark beside it is missing or damaged.
  case unmarked
  /// A file of it was removed or replaced while it was open.
  case replaced
  /// It is the database of another program.
  case foreign
  /// It was written by a newer version of this program.
  case newerSchema = "newer-schema"
  /// Another process holds it for longer than five seconds.
  case busy
  /// A server or another command has it open, so it cannot be replaced.
  case inUse = "in-use"
  /// A backup that would not be whole without more than its one file.
  case backupUnfit = "backup-unfit"
  /// There is something already where a backup was to be written.
  case exists
  /// No room is left for it.
  case full
  /// The disk failed, or it may not be written.
  case inputOutput = "input-output"
  case profileExists = "profile-exists"
  case profileUnknown = "profile-unknown"
  /// A value of a profile is out of its range.
  case profileInvalid = "profile-invalid"
  /// A profile that devices were activated under is kept: its activations tell who may use what.
  case profileInUse = "profile-in-use"
  case keyUnknown = "key-unknown"
  /// A label or an expiry that a key cannot have.
  case keyInvalid = "key-invalid"
  case activationUnknown = "activation-unknown"
  /// The activation is in a state from which this cannot be done.
  case activationState = "activation-state"
  /// Anything else that SQLite says.
  case database
}

extension LicenseDatabaseError {
  /// A command that restores; what else is tried by hand loses what was confirmed, or worse.
  static let restoring = "Stop the server and restore the latest backup: imprint-lkms restore BACKUP"

  static func corrupt(_ place: String, _ reason: String) -> LicenseDatabaseError {
    LicenseDatabaseError(.corrupt, place: place, reason: reason, remedy: restoring)
  }

  /// The same of another file.
  func at(_ place: String) -> LicenseDatabaseError {
    LicenseDatabaseError(code, place: place, reason: reason, remedy: remedy)
  }

  static func lost(_ database: String, _ reason: String) -> LicenseDatabaseError {
    LicenseDatabaseError(.lost, place: database, reason: reason, remedy: restoring + withoutBackup(database))
  }

  static func unmarked(_ mark: String) -> LicenseDatabaseError {
    let database = mark.hasSuffix("-mark") ? String(mark.dropLast(5)) : mark
    return LicenseDatabaseError(
      .unmarked, place: mark,
      reason:
        "The mark of what was confirmed last is missing or damaged, so nothing tells whether all of it is there.",
      remedy: restoring + withoutBackup(database))
  }

  static func replaced(_ place: String, database: String) -> LicenseDatabaseError {
    LicenseDatabaseError(
      .replaced, place: place,
      reason: "The file was removed or replaced while it was open: what is written now would be lost.",
      remedy: "Stop the server, and run: imprint-lkms check")
  }

  private static func withoutBackup(_ database: String) -> String {
    ". Without one, take what the file has: imprint-lkms restore \(ShellWord.quoted(database)) --anyway"
  }

  /// What GRDB threw, in our words. The statement and its values are left out: they may hold what nobody
  /// should read.
  init(_ error: any Error, path: String) {
    if let known = error as? LicenseDatabaseError {
      self = known
      return
    }
    guard let cause = error as? DatabaseError else {
      self.init(
        .database, place: path, reason: "The database failed (\(type(of: error))).",
        remedy: "Try again; if it stays, check the file with `imprint-lkms check`.")
      return
    }
    switch cause.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
      self = .corrupt(path, "The file is no SQLite database, or it is damaged.")
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      self.init(
        .open, place: path, reason: "The database cannot be opened.",
        remedy: "Check that the folder exists and belongs to the server's user.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .busy, place: path, reason: "Another process has held the database for more than five seconds.",
        remedy: "Try again when the other command has ended.")
    case .SQLITE_FULL:
      self.init(
        .full, place: path, reason: "No room is left for the database.",
        remedy: "Make room on its disk. Nothing that was confirmed is lost.")
    case .SQLITE_IOERR, .SQLITE_READONLY:
      self.init(
        .inputOutput, place: path,
        reason: "The database cannot be written or read (\(cause.extendedResultCode)).",
        remedy: "Check the disk, and that the file belongs to the server's user.")
    default:
      self.init(
        .database, place: path, reason: "The database failed (\(cause.extendedResultCode)).",
        remedy: "Try again; if it stays, report it with this code.")
    }
  }
}

extension LicenseDatabaseErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.full, nil)
    case .missing: (.missing, nil)
    case .notPermitted, .unsafeFolder: (.open, nil)
    case .noFolder: (.open, "Check the path, and that its folder is there.")
    case .notAFile: (.open, "Check the path, and what lies there.")
    case .busy, .cancelled: (.busy, "Try again when the other command has ended.")
    case .exists: (.exists, nil)
    case .system: (.inputOutput, nil)
    }
  }
}
