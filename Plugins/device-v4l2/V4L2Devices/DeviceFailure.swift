// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit

/// The status and the words for what the system answers of a camera's node.
struct DeviceFailure {
  let path: String
  let folders: SystemFolders

  /// Opening the node was refused.
  func opening(_ code: Int32) -> PluginFailure {
    switch code {
    case ENOENT, ENODEV, ENXIO, ENOTDIR:
      PluginFailure(
        .deviceMissing, "\(path) is not there: unplugged, or another number by now. List the cameras anew.")
    case EACCES, EPERM: denied
    case EMFILE, ENFILE:
      PluginFailure(.memory, "\(path): no descriptor is left to open it with: \(systemWords(code)).")
    default: request("opening it", code)
    }
  }

  /// A request to the driver was refused, before the camera streams.
  func request(_ what: String, _ code: Int32) -> PluginFailure {
    switch code {
    case ENODEV, ENXIO:
      PluginFailure(.deviceMissing, "\(path) went away during \(what). List the cameras anew.")
    case EBUSY: busy
    case EACCES, EPERM: denied
    case ENOMEM:
      PluginFailure(.memory, "\(path): the driver has no memory for \(what). Ask for smaller frames.")
    default:
      PluginFailure(
        .deviceFailed, "\(path): \(what) failed: \(systemWords(code)). Plug the camera in anew, or try again."
      )
    }
  }

  /// It was there, and is not any more.
  var gone: PluginFailure {
    PluginFailure(.deviceGone, "\(path) was unplugged. Plug it in, and open it anew.")
  }

  private var busy: PluginFailure {
    let users = OtherUsers(of: path, folders: folders).names
    let who = users.isEmpty ? "another program" : users.joined(separator: ", ")
    return PluginFailure(
      .busy, "\(path) is used by \(who). End that first; one program at a time can stream.")
  }

  private var denied: PluginFailure {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return PluginFailure(
        .deviceDenied, "\(path) may not be used by this process: its folder is closed to it.")
    }
    let mode = status.st_mode & 0o777
    let group = UserGroup.name(of: status.st_gid, in: folders.groups)
    // Nobody joins root to use a camera.
    guard mode & 0o060 == 0o060, group != "root" else {
      return PluginFailure(
        .deviceDenied,
        "\(path) may be used by its owner alone (mode \(String(mode, radix: 8)), group '\(group)'). "
          + "The rule that gives cameras to a group, such as 'video', is missing: does udev run?")
    }
    return PluginFailure(
      .deviceDenied,
      "\(path) may be used by the group '\(group)'. Join it (sudo usermod -aG \(group) $USER), and log in anew."
    )
  }
}

/// Names of groups.
enum UserGroup {
  /// A group's name, or its number where the system's list does not tell.
  static func name(of id: gid_t, in list: String) -> String {
    // Not getgrgid: it loads libraries and asks services, which a worker behind walls has not.
    for line in (text(of: list, limit: 1 << 20) ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count >= 3, gid_t(fields[2]) == id { return String(fields[0]) }
    }
    return String(id)
  }
}
