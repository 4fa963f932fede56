// SPDX-License-Identifier: Apache-2.0
public import ImprintModel
internal import ImprintRuntime

/// Why a device is not used.
public struct DeviceError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No plugin for devices of this kind is installed, or was chosen.
    case noPlugin = "no-plugin"
    /// No plugin knows a device of that name.
    case unknownDevice = "unknown-device"
    /// What was asked for is not to be had of this device.
    case unsupported
    /// The device gave nothing, or ended, before there was what was asked for.
    case nothingCame = "nothing-came"
    /// A recording cannot be written, or there is something of its name.
    case file
    /// The disk, the quota or the permitted size is used up.
    case noSpace = "no-space"
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  static func noPlugin(_ kind: DeviceKind) -> DeviceError {
    DeviceError(
      .noPlugin, place: kind.rawValue, reason: "no plugin for devices of this kind is there.",
      remedy: "Install one that provides \(kind.ability), or name it with the plugins that are chosen.")
  }

  static func unknown(_ locator: String, _ kinds: [DeviceKind]) -> DeviceError {
    DeviceError(
      .unknownDevice, place: locator,
      reason: "no \(kinds.map(\.rawValue).joined(separator: ", ")) of that name is there.",
      remedy:
        "List the devices there are, and take a locator or id from the list; say what kind it is where it is another."
    )
  }
}
