// SPDX-License-Identifier: Apache-2.0
internal import GRDB
package import ImprintFiles
@_exported public import ImprintModel

/// Why an operation on the licence server's database failed.
public typealias LicenseDatabaseError = Explained<LicenseDatabaseErrorCode>

public enum LicenseDatabaseErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The file cannot be opened or created: because of its folder or permissions, or it is not a file.
  case open
  /// There is no such file.
  case missing
  /// It is not a database, empty, or damaged.
  case corrupt
  /// Acknowledged transactions are missing: its log is lost or damaged, or an older copy was put in its
  /// place.
  case lost
  /// The last acknowledged transaction is unknown: the mark beside it is missing or damaged.
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
  /// A backup that is not self-contained in one file.
  case backupUnfit = "backup-unfit"
  /// The backup's target exists already.
  case exists
  /// The disk is full.
  case full
  /// An I/O error, or no write permission.
  case inputOutput = "input-output"
  case profileExists = "profile-exists"
  case profileUnknown = "profile-unknown"
  /// A value of a profile is out of its range.
  case profileInvalid = "profile-invalid"
  /// A profile with activations cannot be deleted: they record who may use what.
  case profileInUse = "profile-in-use"
  case keyUnknown = "key-unknown"
  /// An invalid label or expiry of a key.
  case keyInvalid = "key-invalid"
  case activationUnknown = "activation-unknown"
  /// The activation's state does not allow this.
  case activationState = "activation-state"
  /// Any other SQLite error.
  case database
}

extension LicenseDatabaseError {
  /// The restore command; manual attempts risk losing acknowledged transactions, or worse.
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

  /// Maps GRDB's errors. The statement and its values are omitted: they may be confidential.
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
