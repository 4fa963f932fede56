// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// The folder of a publisher's private keys: readable by their owner only, and outside any repository.
public enum PublisherKeyFolder {
  /// Marks the top of a version control work tree: Git's is a file in a linked work tree.
  private static let marks = [".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".fslckout", "CVS"]

  /// A publisher's default folder: `imprint/keys/<name>` below the user's data folder, the name in lower-case
  /// letters, digits and `-`.
  /// - Returns: `nil` where neither `XDG_DATA_HOME` nor `HOME` is set, or the name has no ASCII letter or
  ///   digit.
  public static func usual(for publisher: String) -> String? {
    let words = publisher.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    guard let data = StandardFolder.data.path(environment: StandardFolder.variable), !words.isEmpty else {
      return nil
    }
    return "\(data)/imprint/keys/\(words.joined(separator: "-"))"
  }

  /// The top of the work tree that contains a path, with links resolved; `nil` if none does. A path that does
  /// not exist yet counts by where it would be created.
  /// - Parameter path: absolute.
  public static func repository(around path: String) -> String? {
    var folder = existing(path)
    while true {
      let place = folder == "/" ? "" : folder
      if marks.contains(where: { isThere("\(place)/\($0)") }) { return folder }
      guard let slash = folder.lastIndex(of: "/"), folder != "/" else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }

  /// The nearest existing parent of a path, with links resolved.
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
