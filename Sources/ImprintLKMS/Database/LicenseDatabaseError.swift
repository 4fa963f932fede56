// SPDX-License-Identifier: Apache-2.0
internal import GRDB
public import ImprintModel

/// Why the licence server's database did not do what it was asked for.
public struct LicenseDatabaseError: ExplainedError {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The file cannot be opened or made: its folder, its permissions, or it is no file.
    case open
    /// It is no database, or a damaged one.
    case corrupt
    /// It is the database of another program.
    case foreign
    /// It was written by a newer version of this program.
    case newerSchema = "newer-schema"
    /// Another process holds it for longer than five seconds.
    case busy
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

extension LicenseDatabaseError {
  /// What GRDB threw, in our words. The statement and its values are left out: they may hold what nobody should read.
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
      self.init(
        .corrupt, place: path, reason: "The file is no SQLite database, or it is damaged.",
        remedy: "Stop the server and put back the latest backup of the file.")
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
