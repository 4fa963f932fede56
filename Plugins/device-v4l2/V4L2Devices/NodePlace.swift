// SPDX-License-Identifier: Apache-2.0
import SystemDevices

/// A node, and the device that it is of, by sysfs alone: nothing is opened.
struct NodePlace: Hashable {
  /// Such as `video0`.
  let node: String
  /// As the driver calls the node.
  let name: String
  /// Of the nodes of one function of the device, in the driver's order.
  let index: Int
  /// `nil` for one that is made of software alone.
  let device: DevicePlace?

  /// - Parameter node: a name in `class/video4linux`.
  /// - Returns: `nil` where it is not there (any more).
  init?(_ node: String, folders: SystemFolders) {
    let folder = "\(folders.sys)/class/video4linux/\(node)"
    guard let name = text(of: "\(folder)/name") else { return nil }
    self.node = node
    self.name = name
    index = text(of: "\(folder)/index").flatMap { Int($0) } ?? 0
    device = DevicePlace("\(folder)/device", folders: folders)
  }

  /// Which nodes are of video: `video0`, not `v4l-subdev0`, `vbi0` or `radio0`.
  static func isVideo(_ node: String) -> Bool {
    node.hasPrefix("video") && node.count > 5 && node.dropFirst(5).allSatisfy(\.isNumber)
  }
}
