// SPDX-License-Identifier: Apache-2.0
import Glibc
public import ImprintPluginKit

/// Who may open a device's node.
public struct NodeRights {
  let path: String
  let folders: SystemFolders

  public init(of path: String, folders: SystemFolders) {
    self.path = path
    self.folders = folders
  }

  /// Whether open would be granted: by the effective rights, not those of who started the program.
  public var areGranted: Bool { faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 }

  /// Whether open would be refused for want of rights; not so for a node that is not there.
  public var areDenied: Bool { !areGranted && (errno == EACCES || errno == EPERM) }

  /// Why the node is denied, and what helps.
  /// - Parameters:
  ///   - name: of the device, as it was asked for.
  ///   - devices: its kind, such as `cameras`.
  ///   - group: that such devices usually belong to.
  public func denial(of name: String, devices: String, group usual: String) -> PluginFailure {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return PluginFailure(
        .deviceDenied, "\(name) may not be used by this process: its folder is closed to it.")
    }
    let mode = status.st_mode & 0o777
    let group = UserGroup.name(of: status.st_gid, in: folders.groups)
    // Nobody joins root to use a device.
    guard mode & 0o060 == 0o060, group != "root" else {
      return PluginFailure(
        .deviceDenied,
        "\(name) may be used by its owner alone (mode \(String(mode, radix: 8)), group '\(group)'). "
          + "The rule that gives \(devices) to a group, such as '\(usual)', is missing: does udev run?")
    }
    return PluginFailure(
      .deviceDenied,
      "\(name) may be used by the group '\(group)'. Join it (sudo usermod -aG \(group) $USER), and log in again."
    )
  }
}

/// Names of groups.
enum UserGroup {
  /// A group's name, or its number where the system's list does not tell.
  static func name(of id: gid_t, in list: String) -> String {
    // Not getgrgid: it loads libraries and asks services, which a sandboxed worker cannot reach.
    for line in (text(of: list, limit: 1 << 20) ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count >= 3, gid_t(fields[2]) == id { return String(fields[0]) }
    }
    return String(id)
  }
}
