// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintRuntime

/// The program that runs one check: `imprint-check`.
public struct CheckProgram: Sendable, Hashable {
  public let path: String

  /// A program named by the caller.
  public init(path: String) {
    self.path = path
  }

  /// The one that belongs to the running program: beside it, or in the installation's folder for such
  /// programs.
  /// - Throws: ``CheckRunError`` `not-installed`.
  public static func installed() throws(CheckRunError) -> CheckProgram {
    let folder = PluginSearchPath.runningProgram.flatMap { path in
      path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
    if let folder {
      for path in ["\(folder)/imprint-check", "\(folder)/../libexec/imprint/imprint-check"]
      where access(path, X_OK) == 0 {
        return CheckProgram(path: path)
      }
    }
    throw CheckRunError(
      .notInstalled, place: "imprint-check", reason: "it is not installed.",
      remedy: "Install it beside this program, or in ../libexec/imprint.")
  }
}
