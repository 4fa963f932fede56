// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A folder of the user's that the XDG base directory specification names.
package enum StandardFolder: Sendable {
  /// What a user wants to keep: `$XDG_DATA_HOME`, or else `~/.local/share`.
  case data
  /// How a user wants programs to behave: `$XDG_CONFIG_HOME`, or else `~/.config`.
  case config
  /// What belongs to this machine: `$XDG_STATE_HOME`, or else `~/.local/state`.
  case state

  /// - Parameter environment: answers for a variable's name. A path that is not absolute is ignored, as the
  ///   specification says.
  /// - Returns: `nil` where neither the variable nor `HOME` is set.
  package func path(environment: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return switch self {
    case .data: absolute("XDG_DATA_HOME") ?? absolute("HOME").map { $0 + "/.local/share" }
    case .config: absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { $0 + "/.config" }
    case .state: absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
    }
  }

  /// A variable of this process's environment; `nil` in an elevated process, whose environment somebody else
  /// chose.
  package static func variable(_ name: String) -> String? {
    ElevatedProcess.isElevated ? nil : getenv(name).map { String(cString: $0) }
  }
}
