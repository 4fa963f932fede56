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
    guard let text = KernelText.read("\(path)/cgroup.subtree_control") else {
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
    // A part of the hierarchy, as a container's, shows too little of what is above.
    guard let mount = ControlGroupMount.find(.second, process: process), mount.root == "/" else {
      throw Missing(reason: "is available: cgroup v2 is not mounted")
    }
    guard let group = mount.group else {
      throw Missing(reason: "is available: this process is in none")
    }
    return group == "/" ? mount.folder : mount.folder + group
  }
}
