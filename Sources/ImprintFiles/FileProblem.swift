// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Why a file or folder cannot be used.
package enum FileProblem: Error, Sendable, Hashable {
  /// No such file.
  case missing
  /// There is no such folder.
  case noFolder
  /// Users other than the owner may enter the folder.
  case unsafeFolder(reason: String, remedy: String)
  /// It is a folder, a device or a pipe.
  case notAFile
  /// It, or a folder in its path, is a symbolic link, where none is allowed.
  case link
  /// It exceeds the limit.
  case tooLarge(Int, most: Int)
  /// Its length changes while it is read.
  case changes
  /// It exists, but is not of the expected kind: one sentence.
  case unfit(String)
  /// The place where it was to be created is taken.
  case exists
  /// Another process held its lock for that long.
  case busy(Duration)
  /// The task was cancelled while waiting or reading.
  case cancelled
  /// Its copy in memory could not be sealed: something else has it mapped writable.
  case copyInUse
  /// A system call failed: its errno, and the operation, such as `writing it`.
  case system(Int32, _ doing: String = "reading it")

  /// The classes that codes are derived from.
  package enum Kind: Sendable {
    /// Disk full, quota or size limit exceeded.
    case noSpace
    /// Permission denied.
    case notPermitted
    case missing
    case noFolder
    case unsafeFolder
    /// It exists, but is not of the expected kind.
    case notAFile
    case exists
    case busy
    case cancelled
    /// Another system error.
    case system
  }

  /// From the errno of opening a file.
  package init(_ number: Int32) {
    self = number == ENOENT || number == ENOTDIR ? .missing : .system(number)
  }

  package var kind: Kind {
    switch self {
    case .missing: .missing
    case .noFolder: .noFolder
    case .unsafeFolder: .unsafeFolder
    case .notAFile, .link, .tooLarge, .changes, .unfit: .notAFile
    case .exists: .exists
    case .busy: .busy
    case .cancelled: .cancelled
    case .copyInUse: .system
    case .system(let number, _):
      switch number {
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      case EROFS, EACCES, EPERM: .notPermitted
      case ENOENT: .missing
      default: .system
      }
    }
  }

  /// One sentence.
  package var reason: String {
    switch self {
    case .missing: "it is not there."
    case .noFolder: "there is no such folder."
    case .unsafeFolder(let reason, _), .unfit(let reason): reason
    case .notAFile: "it is not a regular file."
    case .link: "it is a link, and nothing in a plugin's folder may be one."
    case .tooLarge(let bytes, let most): "it has \(bytes) bytes, and \(most) are read at most."
    case .changes: "its length changed while it was read."
    case .exists: "there is something already."
    case .busy(let time): "another process has held it for \(time)."
    case .cancelled: "it was cancelled."
    case .copyInUse: "its copy in memory stayed in use elsewhere, and so it cannot be kept from changing."
    case .system(let number, let doing): "\(doing) failed: \(String(cString: strerror(number)))."
    }
  }

  /// One sentence that fits any file.
  package var remedy: String {
    if case .unsafeFolder(_, let remedy) = self { return remedy }
    if self == .changes { return "Try again when nobody writes to it." }
    if self == .copyInUse {
      return "Try again; where that does not help, look for a process that traces this one."
    }
    return switch kind {
    case .noSpace: "Free space; what was stored before is unchanged."
    case .notPermitted: "Give the folder and all in it to the user who runs this, with `chmod u+rwX`."
    case .missing: "Look whether it, and the folder it is in, are there."
    case .noFolder, .unsafeFolder: "Make it, or choose another."
    case .notAFile: "Put the file itself there, or remove it."
    case .exists: "Choose a name that is not there yet."
    case .busy: "End that process, or try again."
    case .cancelled: "Try again."
    case .system: "Look after the disk or its mount."
    }
  }
}
