// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemDevices
import TestSupport

@testable import V4L2Devices

/// A system's folders about its video devices, made for one test.
final class SystemTree {
  private let folder: TemporaryFolder
  let folders: SystemFolders
  private let root: String

  init() throws {
    folder = try TemporaryFolder()
    root = folder.url.path
    folders = SystemFolders(
      sys: "\(root)/sys", dev: "\(root)/dev", proc: "\(root)/proc", groups: "\(root)/group")
    for name in ["sys/devices", "sys/class/video4linux", "dev", "proc"] { try make(name) }
  }

  private func make(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: "\(root)/\(path)", withIntermediateDirectories: true)
  }

  func write(_ text: String, to path: String) throws {
    try make((path as NSString).deletingLastPathComponent)
    try Data((text + "\n").utf8).write(to: URL(filePath: "\(root)/\(path)"))
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(root)/\(path)", withDestinationPath: "\(root)/\(target)")
  }

  /// A node below a device, or one of software where `device` is nil.
  func addNode(_ node: String, name: String, index: Int = 0, device: String?) throws {
    let parent = device ?? "virtual"
    let place = "sys/devices/\(parent)/video4linux/\(node)"
    try write(name, to: "\(place)/name")
    try write(String(index), to: "\(place)/index")
    if let device { try link("\(place)/device", to: "sys/devices/\(device)") }
    try link("sys/class/video4linux/\(node)", to: place)
  }

  /// A USB device; `path` such as `pci0000:00/0000:00:14.0/usb1/1-2`.
  func addUSB(
    _ path: String, serial: String? = nil, removable: String? = nil, panel: String? = nil,
    interfaces: [String] = ["00"]
  ) throws {
    let device = "sys/devices/\(path)"
    try write("046d", to: "\(device)/idVendor")
    try write("082d", to: "\(device)/idProduct")
    if let serial { try write(serial, to: "\(device)/serial") }
    if let removable { try write(removable, to: "\(device)/removable") }
    if let panel { try write(panel, to: "\(device)/physical_location/panel") }
    let name = (path as NSString).lastPathComponent
    for interface in interfaces {
      try write(interface, to: "\(device)/\(name):1.\(Int(interface) ?? 0)/bInterfaceNumber")
    }
  }

  /// The cameras of the tree, where each node looks as told.
  func cameras(_ looks: [String: NodeLook] = [:]) -> Cameras {
    let dev = folders.dev
    return Cameras(folders: folders) { path in
      looks[String(path.dropFirst(dev.count + 1))] ?? .camera(name: "Camera", formats: [FourCC("YUYV")])
    }
  }
}
