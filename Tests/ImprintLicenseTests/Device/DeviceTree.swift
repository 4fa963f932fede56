// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import TestSupport

/// A machine's /sys, /proc and /etc in a temporary folder.
struct DeviceTree {
  let folder: TemporaryFolder

  var reader: DeviceReader { DeviceReader(root: folder.url.path) }

  /// A machine with one interface, one disk, an installation, a board and two processors.
  init() throws {
    folder = try TemporaryFolder()
    try interface("eno1", "3c:52:82:11:22:33")
    try disk("nvme0n1", "wwid", "eui.0025388b91b0a2c4")
    try file("etc/machine-id", "4cd1a0c0b52f4bd69c1ab7b1a0f1e2d3\n")
    try file("sys/class/dmi/id/sys_vendor", "Example Corp\n")
    try file("sys/class/dmi/id/product_name", "Kiosk 3000\n")
    try file("proc/cpuinfo", Self.processors)
  }

  static let processors = String(
    repeating:
      "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 154\nstepping\t: 3\n\n",
    count: 2)

  /// A root without anything.
  init(empty: Void) throws { folder = try TemporaryFolder() }

  func file(_ path: String, _ content: String) throws { try file(path, bytes: Array(content.utf8)) }

  func file(_ path: String, bytes: [UInt8]) throws {
    let url = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func forbid(_ path: String, mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.url.appending(path: path).path)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.url.appending(path: path))
  }

  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: path).path, withDestinationPath: target)
  }

  /// An interface that is hardware.
  func interface(_ name: String, _ address: String, assigned: String = "0", bus: String = "pci") throws {
    try file("sys/class/net/\(name)/address", address + "\n")
    try file("sys/class/net/\(name)/addr_assign_type", assigned + "\n")
    try file("sys/class/net/\(name)/device/uevent", "")
    try link("sys/class/net/\(name)/device/subsystem", to: "../../../../bus/\(bus)")
  }

  func disk(_ name: String, _ kind: String, _ number: String, removable: String = "0") throws {
    try file("sys/block/\(name)/device/model", "Example\n")
    try file("sys/block/\(name)/removable", removable + "\n")
    try file("sys/block/\(name)/\(kind)", number + "\n")
  }

  func fingerprint() throws -> DeviceFingerprint {
    try reader.fingerprint(profile: "kiosk", product: "com.example.kiosk")
  }
}
