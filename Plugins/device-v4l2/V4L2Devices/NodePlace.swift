// SPDX-License-Identifier: Apache-2.0

/// Where a node hangs in the system, by sysfs alone: nothing is opened.
struct NodePlace: Hashable {
  /// Such as `video0`.
  let node: String
  /// As the driver calls the node.
  let name: String
  /// Of the nodes of one function of the device, in the driver's order.
  let index: Int
  /// The device's path below `/sys/devices`; `nil` for one that is made of software alone.
  let device: String?
  let usb: USBPlace?

  /// - Parameter node: a name in `class/video4linux`.
  /// - Returns: `nil` where it is not there (any more).
  init?(_ node: String, folders: SystemFolders) {
    let folder = "\(folders.sys)/class/video4linux/\(node)"
    guard let name = text(of: "\(folder)/name"), let root = resolved("\(folders.sys)/devices") else {
      return nil
    }
    self.node = node
    self.name = name
    index = text(of: "\(folder)/index").flatMap { Int($0) } ?? 0
    let device = resolved("\(folder)/device").flatMap { real in
      real.hasPrefix("\(root)/") ? String(real.dropFirst(root.utf8.count + 1)) : nil
    }
    self.device = device
    usb = device.flatMap { USBPlace(device: $0, root: root) }
  }

  /// Which nodes are of video: `video0`, not `v4l-subdev0`, `vbi0` or `radio0`.
  static func isVideo(_ node: String) -> Bool {
    node.hasPrefix("video") && node.count > 5 && node.dropFirst(5).allSatisfy(\.isNumber)
  }
}

/// A USB device and the place that it is plugged into.
struct USBPlace: Hashable {
  /// Four hexadecimal digits each.
  let vendor: String
  let product: String
  /// The device's own number, where it has one.
  let serial: String?
  /// Of the interface, such as `00`: a camera for colour and one for infrared differ in it.
  let interface: String
  /// What the bus hangs on, such as `0000:00:14.0`: unlike the bus's number it does not depend on which was
  /// found first.
  let controller: String
  /// Of the controller's root hubs, in their order.
  let hub: Int
  /// Ports on the way, such as `2.3`.
  let port: String
  /// `fixed`, `removable` or `unknown`, as the firmware says.
  let removable: String?
  /// The side of the housing that the firmware says it is on, such as `front`.
  let panel: String?

  /// - Parameters:
  ///   - device: below `root`: the folder of an interface, or of what hangs on it.
  ///   - root: sysfs's `devices`.
  init?(device: String, root: String) {
    let parts = device.split(separator: "/").map(String.init)
    var found: Int?
    for count in (1...max(parts.count, 1)).reversed() where found == nil && count <= parts.count {
      let folder = "\(root)/\(parts[..<count].joined(separator: "/"))"
      if text(of: "\(folder)/idVendor") != nil { found = count }
    }
    guard let count = found, count >= 2 else { return nil }
    let folder = "\(root)/\(parts[..<count].joined(separator: "/"))"
    guard let vendor = text(of: "\(folder)/idVendor"), let product = text(of: "\(folder)/idProduct"),
      let dash = parts[count - 1].firstIndex(of: "-")
    else { return nil }
    self.vendor = vendor
    self.product = product
    let serial = text(of: "\(folder)/serial")?.filter { !$0.isWhitespace } ?? ""
    // Makers leave zeros where no number was given.
    self.serial = serial.allSatisfy { $0 == "0" } ? nil : serial
    interface =
      parts.count > count ? text(of: "\(folder)/\(parts[count])/bInterfaceNumber") ?? "" : ""
    port = String(parts[count - 1][parts[count - 1].index(after: dash)...])
    removable = text(of: "\(folder)/removable")
    panel =
      text(of: "\(folder)/physical_location/panel") ?? text(of: "\(folder)/port/physical_location/panel")
    guard let bus = parts[..<count].lastIndex(where: USBPlace.isRootHub), bus >= 1 else { return nil }
    controller = parts[bus - 1]
    let hubs = names(in: "\(root)/\(parts[..<bus].joined(separator: "/"))").filter(USBPlace.isRootHub)
    let number = { (hub: String) in Int(hub.dropFirst(3)) ?? 0 }
    hub = hubs.sorted { number($0) < number($1) }.firstIndex(of: parts[bus]) ?? 0
  }

  private static func isRootHub(_ name: String) -> Bool {
    name.hasPrefix("usb") && name.count > 3 && name.dropFirst(3).allSatisfy(\.isNumber)
  }
}
