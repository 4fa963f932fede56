// SPDX-License-Identifier: Apache-2.0

/// WWIDs and serial numbers of the built-in disks.
enum DiskNumbers {
  private static let folder = "/sys/block"
  /// All that a disk may have: which exist depends on the kernel, and one match is enough.
  private static let files = ["wwid", "device/wwid", "device/serial", "serial"]
  private static let made = ["loop", "zram", "dm-", "md", "ram", "sr", "fd", "nbd"]

  static func values(from files: DeviceFiles) -> [String] {
    let disks = files.names(in: folder).filter { isBuiltIn($0, files) }
    return disks.flatMap { disk in
      self.files.compactMap { files.line("\(folder)/\(disk)/\($0)") }.filter(tellsDisksApart)
    }
  }

  private static func isBuiltIn(_ name: String, _ files: DeviceFiles) -> Bool {
    let here = "\(folder)/\(name)"
    guard !made.contains(where: name.hasPrefix), files.exists("\(here)/device"),
      files.line("\(here)/removable") != "1"
    else { return false }
    // USB disks are not marked removable.
    return !(files.link(here) ?? "").contains("/usb")
  }

  /// Some vendors use zeros, and QEMU numbers its disks, so that every first one is QM00001.
  private static func tellsDisksApart(_ number: String) -> Bool {
    Set(number.utf8).count > 2 && !number.contains("QM0000")
  }
}
