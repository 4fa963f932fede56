// SPDX-License-Identifier: Apache-2.0

/// Addresses of the network interfaces that are hardware.
enum NetworkAddresses {
  private struct Interface {
    let address: String
    /// The maker's, as the kernel says.
    let isPermanent: Bool
    /// Plugged in: it may be gone tomorrow, or be on another device.
    let isUSB: Bool
  }

  private static let folder = "/sys/class/net"

  static func values(from files: DeviceFiles) -> [String] {
    var interfaces = files.names(in: folder).compactMap { interface($0, files) }
    if interfaces.contains(where: { !$0.isUSB }) { interfaces.removeAll { $0.isUSB } }
    if interfaces.contains(where: \.isPermanent) { interfaces.removeAll { !$0.isPermanent } }
    return interfaces.map(\.address)
  }

  private static func interface(_ name: String, _ files: DeviceFiles) -> Interface? {
    let here = "\(folder)/\(name)"
    // Only hardware has a device: bridges, tunnels and containers have none.
    guard files.exists("\(here)/device"), let address = files.line("\(here)/address")?.lowercased(),
      isAssignedByMaker(address)
    else { return nil }
    // NET_ADDR_PERM 0, NET_ADDR_RANDOM 1, NET_ADDR_STOLEN 2, NET_ADDR_SET 3 (linux/netdevice.h).
    let kind = files.line("\(here)/addr_assign_type") ?? "0"
    guard kind != "1" else { return nil }
    let bus = files.link("\(here)/device/subsystem") ?? ""
    return Interface(address: address, isPermanent: kind == "0", isUSB: bus.hasSuffix("/usb"))
  }

  /// Six bytes, not all zero, for one receiver, and not locally administered (IEEE 802: the two lowest bits
  /// of the first byte): what a virtual machine or a privacy setting makes up is no fact of the device.
  private static func isAssignedByMaker(_ address: String) -> Bool {
    let parts = address.split(separator: ":", omittingEmptySubsequences: false)
    let bytes = parts.compactMap {
      $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) ? UInt8($0, radix: 16) : nil
    }
    guard parts.count == 6, bytes.count == 6 else { return false }
    return bytes[0] & 0b11 == 0 && bytes.contains { $0 != 0 }
  }
}
