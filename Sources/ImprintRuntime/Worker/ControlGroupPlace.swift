// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
private import Glibc

/// A cgroup v2 folder in which control groups for workers may be created.
///
/// Only folders delegated to this program are considered: a worker in a group elsewhere would escape the
/// limits that the administrator set for the program.
struct ControlGroupPlace: Sendable, Equatable {
  let path: String

  /// Why there is none, as the end of a sentence after "no control group".
  struct Missing: Error, Equatable {
    let reason: String
  }

  private static let controllers: Set<Substring> = ["memory", "pids"]

  /// - Parameters:
  ///   - chosen: The configured folder; `nil` looks for one delegated to this program: its own group where
  ///     that has no process limits to violate, as a container's root group, or that group's parent where a
  ///     service manager has delegated it (systemd's `Delegate=` with `DelegateSubgroup=`).
  ///   - process: where the kernel reports this process's group and its mounts.
  static func find(_ chosen: String?, process: String = "/proc/self") throws(Missing) -> ControlGroupPlace {
    if let chosen { return try ControlGroupPlace(checking: chosen) }
    let own = try ownGroup(process)
    if let place = try? ControlGroupPlace(checking: own) { return place }
    guard let slash = own.lastIndex(of: "/"), imp_process_may_arrange(String(own[..<slash])) == 1 else {
      throw Missing(reason: "is delegated to this program: \(own) has none for memory and threads below it")
    }
    return try ControlGroupPlace(checking: String(own[..<slash]))
  }

  private init(checking path: String) throws(Missing) {
    guard let text = Self.text("\(path)/cgroup.subtree_control") else {
      throw Missing(reason: "exists at \(path)")
    }
    let enabled = Set(text.split(whereSeparator: \.isWhitespace))
    guard Self.controllers.isSubset(of: enabled) else {
      throw Missing(
        reason: "below \(path) limits memory and threads: `memory` and `pids` are not both enabled")
    }
    guard access(path, W_OK) == 0, access("\(path)/cgroup.procs", W_OK) == 0 else {
      throw Missing(reason: "may be created by this user in \(path)")
    }
    self.path = path
  }

  /// The group that this process is in, as a folder.
  private static func ownGroup(_ process: String) throws(Missing) -> String {
    let mounts = text("\(process)/mountinfo") ?? ""
    let fields = mounts.split(separator: "\n").map { $0.split(separator: " ") }
    let mounted = fields.first { fields in
      fields.firstIndex(of: "-").map { fields.dropFirst($0 + 1).first == "cgroup2" } ?? false
    }
    guard let mounted, mounted.count > 4, mounted[3] == "/" else {
      throw Missing(reason: "is available: cgroup v2 is not mounted")
    }
    let lines = (text("\(process)/cgroup") ?? "").split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("0::/") }) else {
      throw Missing(reason: "is available: this process is in none")
    }
    let path = line.dropFirst(3)
    return path == "/" ? String(mounted[4]) : String(mounted[4]) + path
  }

  private static func text(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while bytes.count < 1 << 20 {
      let byte = getc(file)
      guard byte != EOF else { break }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return ferror(file) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
