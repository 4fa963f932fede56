// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// Opens a file of a folder whose contents are judged, such as a plugin's: the folder's own path may lead
/// over links, and nothing in the folder may be one. Whoever judges such a file and whoever uses it open it
/// by this.
package enum FileBelow {
  /// Opens a regular file to be read.
  /// - Parameter name: Below the folder, with `/` between folders.
  /// - Returns: A descriptor, which the caller closes, and what the system said of it then.
  package static func open(
    _ name: String, in folder: String
  ) throws(FileProblem) -> (descriptor: Int32, status: stat) {
    var place = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { throw problem(errno) }
    // By bytes, as the system reads it: to Swift a slash with an accent is another character, and parts
    // nothing.
    var parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let last = parts.popLast(), !(parts + [last]).contains(where: { ["", ".", ".."].contains($0) })
    else {
      close(place)
      throw .missing
    }
    for part in parts {
      let next = openat(place, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let failure = next < 0 ? refusal(errno, part, in: place) : nil
      close(place)
      if let failure { throw failure }
      place = next
    }
    defer { close(place) }
    // Not blocking: opening a pipe would wait for its writer.
    let file = openat(place, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw refusal(errno, last, in: place) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      let number = errno
      close(file)
      throw .system(number)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw .notAFile
    }
    return (file, status)
  }

  // A link in a folder's place is told as no folder.
  private static func refusal(_ number: Int32, _ name: String, in place: Int32) -> FileProblem {
    var status = stat()
    guard fstatat(place, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK else {
      return problem(number)
    }
    return .link
  }

  private static func problem(_ number: Int32) -> FileProblem {
    number == ELOOP ? .link : FileProblem(number)
  }
}
