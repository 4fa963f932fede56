// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One listed device, of any kind: its locator and its persistent id.
struct ListedDevice: Hashable {
  let locator: String
  /// Empty where the device has no id.
  let id: String
}

/// Checks of the ids of a list of devices.
enum DeviceIDs {
  /// Fails where ids are not unique, or change when the devices are listed again.
  /// - Parameter list: Lists them again.
  static func expectStable(_ call: String, _ list: () throws -> [ListedDevice]) throws -> [ListedDevice] {
    let devices = try list()
    let ids = devices.map(\.id).filter { !$0.isEmpty }
    try expect(
      Set(ids).count == ids.count, "two devices have the same id: \(ids) (R-31).", place: call)
    for _ in 0..<3 {
      let again = try list()
      for device in devices {
        guard let other = again.first(where: { $0.locator == device.locator }) else { continue }
        try expect(
          other.id == device.id,
          "\(device.locator) has the id \"\(other.id)\" when listed again; it was \"\(device.id)\" (R-31).",
          place: call)
      }
    }
    return devices
  }

  /// Fails unless each id opens its device, or reports it as busy.
  /// - Parameter open: Opens what the text names, and closes it again.
  static func expectOpenable(
    _ devices: [ListedDevice], _ call: String, open: (String) throws -> CallAnswer
  ) throws {
    for device in devices.prefix(4) where !device.id.isEmpty {
      let byLocator = try open(device.locator)
      // A device that cannot be used now cannot be distinguished from one not found.
      guard byLocator.status == IMP_OK else { continue }
      try expect(
        try open(device.id), isOneOf: [IMP_OK, IMP_RETRY_BUSY], call,
        "for the id \"\(device.id)\" of \(device.locator), which opens by its locator, (R-31)")
    }
  }
}
