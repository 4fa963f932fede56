// SPDX-License-Identifier: Apache-2.0

/// Where a device is attached, by sysfs alone: nothing is opened.
public struct DevicePlace: Hashable, Sendable {
  /// Below `/sys/devices`.
  public let path: String
  /// The USB device that it is, or is a part of.
  public let usb: USBDevice?

  /// - Parameter link: a path in sysfs that leads to the device.
  /// - Returns: `nil` for what is made of software alone.
  public init?(_ link: String, folders: SystemFolders) {
    guard let root = resolved("\(folders.sys)/devices"), let real = resolved(link),
      real.hasPrefix("\(root)/")
    else { return nil }
    path = String(real.dropFirst(root.count + 1))
    usb = USBDevice(path, root: root)
  }
}

/// A USB device, and the port that it is plugged into.
public struct USBDevice: Hashable, Sendable {
  /// Four hexadecimal digits each.
  public let vendor: String
  public let product: String
  /// The device's own serial number, where it has one.
  public let serial: String?
  /// Of the interface, such as `00`: a camera for colour and one for infrared differ in it.
  public let interface: String
  /// `nil` where its bus belongs to no controller.
  public let port: USBPort?
  /// `fixed`, `removable` or `unknown`, as the firmware says.
  public let removable: String?
  /// The side of the housing that the firmware says it is on, such as `front`.
  public let panel: String?

  /// - Parameters:
  ///   - device: below `root`: the folder of an interface, or of what is attached to it.
  ///   - root: sysfs's `devices`.
  init?(_ device: String, root: String) {
    let parts = device.split(separator: "/").map(String.init)
    let paths = parts.indices.map { "\(root)/\(parts[...$0].joined(separator: "/"))" }
    guard let own = parts.indices.last(where: { text(of: "\(paths[$0])/idVendor") != nil }),
      let vendor = text(of: "\(paths[own])/idVendor"), let product = text(of: "\(paths[own])/idProduct")
    else { return nil }
    let folder = paths[own]
    self.vendor = vendor
    self.product = product
    let serial = text(of: "\(folder)/serial")?.filter { !$0.isWhitespace } ?? ""
    // Makers leave zeros where no number was given.
    self.serial = serial.allSatisfy { $0 == "0" } ? nil : serial
    interface = own + 1 < parts.count ? text(of: "\(paths[own + 1])/bInterfaceNumber") ?? "" : ""
    port = USBPort(of: Array(parts[...own]), root: root)
    removable = text(of: "\(folder)/removable")
    panel =
      text(of: "\(folder)/physical_location/panel") ?? text(of: "\(folder)/port/physical_location/panel")
  }
}

/// The port of a USB device. The bus's number is not part of it: that depends on which controller was found
/// first.
public struct USBPort: Hashable, Sendable {
  /// What the bus belongs to, such as `0000:00:14.0`.
  public let controller: String
  /// Of the controller's root hubs, in their order.
  public let hub: Int
  /// The ports of the hubs on the way, such as `2.3`.
  public let path: String

  /// - Parameter parts: of the device's path below `root`.
  init?(of parts: [String], root: String) {
    guard let name = parts.last, let dash = name.firstIndex(of: "-"),
      let bus = parts.lastIndex(where: { USBPort.hubNumber($0) != nil }), bus >= 1
    else { return nil }
    controller = parts[bus - 1]
    let hubs = names(in: "\(root)/\(parts[..<bus].joined(separator: "/"))").compactMap(USBPort.hubNumber)
    let own = USBPort.hubNumber(parts[bus]) ?? 0
    hub = hubs.count { $0 < own }
    path = String(name[name.index(after: dash)...])
  }

  /// The number of a root hub, such as `usb3`.
  private static func hubNumber(_ name: String) -> Int? {
    guard name.hasPrefix("usb"), name.dropFirst(3).allSatisfy(\.isNumber) else { return nil }
    return Int(name.dropFirst(3))
  }
}

/// For each device the first of its ids that no other one has too; `nil` where there is none. Cheap devices
/// share a serial number.
public func uniqueIDs(among devices: [[String]]) -> [String?] {
  var counts: [String: Int] = [:]
  for ids in devices { for id in Set(ids) { counts[id, default: 0] += 1 } }
  return devices.map { ids in ids.first { counts[$0] == 1 } }
}
