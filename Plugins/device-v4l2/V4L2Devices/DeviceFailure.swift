// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintPluginKit
import SystemDevices
import Waiting

/// The status and the words for what the system answers of a camera's node.
struct DeviceFailure {
  let path: String
  let folders: SystemFolders

  /// Opening the node was refused.
  func opening(_ code: Int32) -> PluginFailure {
    switch code {
    case ENOENT, ENODEV, ENXIO, ENOTDIR:
      PluginFailure(
        .deviceMissing,
        "\(path) is not there: unplugged, or it has another number now. List the cameras again.")
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
      PluginFailure(.deviceMissing, "\(path) was unplugged during \(what). List the cameras again.")
    case EBUSY: busy
    case EACCES, EPERM: denied
    case ENOMEM:
      PluginFailure(.memory, "\(path): the driver has no memory for \(what). Ask for smaller frames.")
    default:
      PluginFailure(
        .deviceFailed,
        "\(path): \(what) failed: \(systemWords(code)). Try again, or unplug the camera and plug it in."
      )
    }
  }

  /// It was there, and is not any more.
  var gone: PluginFailure {
    PluginFailure(.deviceGone, "\(path) was unplugged. Plug it in and open it again.")
  }

  private var busy: PluginFailure {
    let users = OtherUsers(of: path, folders: folders).names
    let who = users.isEmpty ? "another program" : users.joined(separator: ", ")
    return PluginFailure(
      .busy, "\(path) is used by \(who). End that first; one program at a time can stream.")
  }

  private var denied: PluginFailure {
    NodeRights(of: path, folders: folders).denial(of: path, devices: "cameras", group: "video")
  }
}
