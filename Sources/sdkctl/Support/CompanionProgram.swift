// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A program of this installation that a command delegates to, so that this one need not link its functions.
struct CompanionProgram {
  let name: String

  /// Executes that program in place of this one: returns only on failure.
  /// - Throws: ``CommandError`` `notInstalled`.
  func run(_ arguments: [String]) throws(CommandError) -> Never {
    // Signals blocked here would stay blocked there.
    Interruption.giveBack()
    var reason = "it is not installed."
    for path in candidates {
      var words = ([path] + arguments).map { strdup($0) } + [nil]
      execv(path, &words)
      if errno != ENOENT, errno != ENOTDIR {
        reason = "\(path) cannot be run: \(String(cString: strerror(errno)))."
      }
      words.forEach { free($0) }
    }
    throw CommandError(
      .notInstalled, place: name, reason: reason,
      remedy: Self.remedy)
  }

  /// The search path, in words.
  private static var remedy: String {
    "Install it beside this program, or in ../libexec/imprint"
      + (PluginSearchPath.isElevated
        ? "; with another user's privileges PATH is not searched." : ", or in a folder of PATH.")
  }

  /// Where it is installed.
  /// - Throws: ``CommandError`` `notInstalled`.
  func path() throws(CommandError) -> String {
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw CommandError(
        .notInstalled, place: name, reason: "it is not installed.",
        remedy: Self.remedy)
    }
    return path
  }

  /// Beside this program, in the installation's folder for such programs, and in PATH unless the process is
  /// elevated.
  private var candidates: [String] {
    var own: [String] = []
    if let folder = Self.folder { own = ["\(folder)/\(name)", "\(folder)/../libexec/imprint/\(name)"] }
    let path = PluginSearchPath.isElevated ? "" : getenv("PATH").map { String(cString: $0) } ?? ""
    // Only absolute folders: the owner of the working directory must not choose what runs.
    return own + path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
  }

  private static var folder: String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &room, room.count)
    guard count > 0 else { return nil }
    let path = String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
