// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
private import Glibc

/// A folder with `plugins`, `variants` and `runtimes`, and why it is searched.
public struct PluginRoot: Sendable, Hashable, CustomStringConvertible {
  /// Why a root is searched. The words are stable.
  public enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
    /// The caller named it.
    case explicit
    /// `IMPRINT_PLUGIN_PATH` names it.
    case environment
    /// The user's own.
    case user
    /// The parent of the program's folder.
    case program
    /// The machine's.
    case system
  }

  public let path: String
  public let origin: Origin

  public init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  public var description: String { "\(path) (\(origin.rawValue))" }
}

/// The roots that are searched for plugins, first to last. The first that has an id wins.
public struct PluginSearchPath: Sendable, Hashable {
  public let roots: [PluginRoot]
  /// What was omitted, and why: for `doctor` and the log.
  public let notes: [String]

  /// Just these roots, in this order.
  public init(roots: [PluginRoot], notes: [String] = []) {
    var seen: Set<String> = []
    self.roots = roots.filter { seen.insert($0.path).inserted }
    self.notes = notes
  }

  /// The usual order: explicit, environment, user, beside the program, system.
  ///
  /// In an elevated process the environment is the unprivileged user's: `IMPRINT_PLUGIN_PATH` and the user's
  /// root, which follows `XDG_DATA_HOME` and `HOME`, are then ignored, and ``notes`` says so.
  /// - Parameters:
  ///   - explicit: Folders that the caller names.
  ///   - environment: The process's environment; replaceable for tests.
  ///   - isElevated: Whether the process has more privileges than its user.
  ///   - program: The program's file; `nil` where unknown.
  public static func standard(
    explicit: [String] = [], environment: (String) -> String? = Self.environmentValue,
    isElevated: Bool = Self.isElevated, program: String? = Self.runningProgram
  ) -> PluginSearchPath {
    var roots = explicit.map { PluginRoot(path: $0, origin: .explicit) }
    var notes: [String] = []
    let named = environment("IMPRINT_PLUGIN_PATH") ?? ""
    if isElevated {
      if !named.isEmpty { notes.append("IMPRINT_PLUGIN_PATH is ignored: the process is elevated.") }
      notes.append("The user's plugins are ignored: the process is elevated.")
    } else {
      roots += named.split(separator: ":").map { PluginRoot(path: String($0), origin: .environment) }
      if let data = userData(environment) { roots.append(PluginRoot(path: data + "/imprint", origin: .user)) }
    }
    if let above = program.flatMap(folder).flatMap(folder), FolderListing.isFolder(above + "/plugins") {
      roots.append(PluginRoot(path: above, origin: .program))
    }
    roots += ["/usr/local/lib/imprint", "/usr/lib/imprint"].map { PluginRoot(path: $0, origin: .system) }
    return PluginSearchPath(roots: roots, notes: notes)
  }

  /// A value of the process's environment.
  public static func environmentValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether the process has other privileges than the user who started it.
  public static var isElevated: Bool { ElevatedProcess.isElevated }

  /// The file of the running program, by `/proc/self/exe`.
  public static var runningProgram: String? { RunningProgram.path }

  private static func userData(_ environment: (String) -> String?) -> String? {
    // The XDG Base Directory Specification: a relative path is invalid, and is ignored.
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data }
    return environment("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.local/share" : nil }
  }

  private static func folder(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
