// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// Where a publisher's private keys lie: for their owner alone, and in no repository.
public enum PublisherKeyFolder {
  /// What marks the top of a folder that a version control system keeps: Git's is a file in a second work
  /// tree.
  private static let marks = [".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".fslckout", "CVS"]

  /// The usual one of a publisher: `imprint/keys/<name>` below the user's data folder, the name in small
  /// letters, digits and `-`.
  /// - Returns: `nil` where neither `XDG_DATA_HOME` nor `HOME` is set, or the name has no letter or digit of
  ///   ASCII.
  public static func usual(for publisher: String) -> String? {
    let words = publisher.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    guard let data = StandardFolder.data.path(environment: StandardFolder.variable), !words.isEmpty else {
      return nil
    }
    return "\(data)/imprint/keys/\(words.joined(separator: "-"))"
  }

  /// The top of the work tree that a path lies in, wherever links lead; `nil` where it lies in none. What is
  /// not there yet lies where it would be made.
  /// - Parameter path: from the root.
  public static func repository(around path: String) -> String? {
    var folder = existing(path)
    while true {
      let place = folder == "/" ? "" : folder
      if marks.contains(where: { isThere("\(place)/\($0)") }) { return folder }
      guard let slash = folder.lastIndex(of: "/"), folder != "/" else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }

  /// The nearest folder on the way to a path that is there, without links.
  private static func existing(_ path: String) -> String {
    var path = path
    while true {
      if let real = realpath(path, nil) {
        defer { free(real) }
        return String(cString: real)
      }
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
      path = String(path[..<slash])
    }
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
