// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A folder of the user's that the XDG base directory specification names.
package enum StandardFolder: Sendable {
  /// User data: `$XDG_DATA_HOME`, or else `~/.local/share`.
  case data
  /// User configuration: `$XDG_CONFIG_HOME`, or else `~/.config`.
  case config
  /// State of this machine: `$XDG_STATE_HOME`, or else `~/.local/state`.
  case state
  /// What can be made again: `$XDG_CACHE_HOME`, or else `~/.cache`.
  case cache
  /// What lasts as long as the user is logged in, on this machine alone: `$XDG_RUNTIME_DIR`.
  case runtime

  /// - Parameter environment: returns the value of a variable. A path that is not absolute is ignored, as the
  ///   specification says.
  /// - Returns: `nil` where neither the variable nor `HOME` is set; of ``runtime`` where the variable is not.
  package func path(environment: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return switch self {
    case .data: absolute("XDG_DATA_HOME") ?? absolute("HOME").map { $0 + "/.local/share" }
    case .config: absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { $0 + "/.config" }
    case .state: absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
    case .cache: absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { $0 + "/.cache" }
    case .runtime: absolute("XDG_RUNTIME_DIR")
    }
  }

  /// A variable of this process's environment; `nil` in an elevated process, whose environment is not
  /// trusted.
  package static func variable(_ name: String) -> String? {
    ElevatedProcess.isElevated ? nil : getenv(name).map { String(cString: $0) }
  }
}
