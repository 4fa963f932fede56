// SPDX-License-Identifier: Apache-2.0
import Glibc

extension StoreError {
  /// What the system's last error means for a store.
  static func system(_ number: Int32, _ doing: String, place: String) -> StoreError {
    let words = String(cString: strerror(number))
    switch number {
    case ENOSPC, EDQUOT, EFBIG:
      return StoreError(
        .noSpace, place: place, reason: "\(doing) failed: \(words).",
        remedy: "Free space; what was stored before is unchanged.")
    case EROFS, EACCES, EPERM:
      return StoreError(
        .readOnly, place: place, reason: "\(doing) failed: \(words).",
        remedy: "Give the folder and all in it to the user who runs this, with `chmod u+rwX`.")
    case ENOENT:
      return StoreError(
        .system, place: place, reason: "\(doing) failed: \(words).",
        remedy: "Look whether it, and the folder it is in, are there.")
    default:
      return StoreError(
        .system, place: place, reason: "\(doing) failed: \(words).",
        remedy: "Look after the disk or its mount.")
    }
  }
}
