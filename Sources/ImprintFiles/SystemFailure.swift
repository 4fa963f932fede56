// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What the system's error number means for somebody who keeps files.
package struct SystemFailure: Sendable, Hashable {
  package enum Kind: Sendable {
    /// The disk, the quota or the permitted size is used up.
    case noSpace
    /// The files cannot be written, or not be entered.
    case notPermitted
    case missing
    case other
  }

  package let kind: Kind
  /// One sentence.
  package let reason: String
  /// One sentence, that goes for any file.
  package let remedy: String

  /// - Parameter doing: what failed, such as `writing it`.
  package init(_ number: Int32, _ doing: String) {
    switch number {
    case ENOSPC, EDQUOT, EFBIG:
      kind = .noSpace
      remedy = "Free space; what was stored before is unchanged."
    case EROFS, EACCES, EPERM:
      kind = .notPermitted
      remedy = "Give the folder and all in it to the user who runs this, with `chmod u+rwX`."
    case ENOENT:
      kind = .missing
      remedy = "Look whether it, and the folder it is in, are there."
    default:
      kind = .other
      remedy = "Look after the disk or its mount."
    }
    reason = "\(doing) failed: \(String(cString: strerror(number)))."
  }
}
