// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Why a file or folder cannot be used.
package enum FileProblem: Error, Sendable, Hashable {
  /// There is nothing of that name.
  case missing
  /// There is no such folder.
  case noFolder
  /// Others than the owner may enter the folder.
  case unsafeFolder(reason: String, remedy: String)
  /// It is a folder, a device or a pipe.
  case notAFile
  /// It, or a folder on the way to it, is a link, where none may be.
  case link
  /// It has more bytes than are read.
  case tooLarge(Int, most: Int)
  /// Its length changes while it is read.
  case changes
  /// It is there, and is no file that could be what was asked for: one sentence.
  case unfit(String)
  /// There is something already where it was to be made.
  case exists
  /// Somebody else has held its lock for all that time.
  case busy(Duration)
  /// The task was cancelled while it waited, or read.
  case cancelled
  /// Something else holds the memory of its copy, which could then still be written to.
  case copyInUse
  /// The system refused: its number, and what failed, such as `writing it`.
  case system(Int32, _ doing: String = "reading it")

  /// What a code is made of.
  package enum Kind: Sendable {
    /// The disk, the quota or the permitted size is used up.
    case noSpace
    /// It cannot be written, or not be entered.
    case notPermitted
    case missing
    case noFolder
    case unsafeFolder
    /// It is there, and cannot be what was asked for.
    case notAFile
    case exists
    case busy
    case cancelled
    /// The system refused for another reason.
    case system
  }

  /// What the system said on opening a file.
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

  /// One sentence, that goes for any file.
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
