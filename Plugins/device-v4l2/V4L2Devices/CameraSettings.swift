// SPDX-License-Identifier: Apache-2.0
import CV4L2
import Glibc
public import ImprintPluginKit

extension Cameras {
  /// The settings of a camera, with their values now.
  public func controls(_ locator: String) throws(PluginFailure) -> [CameraControl] {
    let node = try node(locator)
    try node.identify().check(node.path)
    let settings = node.settings()
    let all = Set(settings.map(\.id))
    return settings.compactMap { node.contractControl($0, among: all) }
  }

  /// Changes a setting of a camera.
  /// - Returns: what the driver granted, read back (R-32).
  public func set(
    _ locator: String, _ control: CameraControlID, to value: Int64
  ) throws(PluginFailure) -> Int64 {
    let node = try node(locator)
    try node.identify().check(node.path)
    let settings = node.settings()
    let all = Set(settings.map(\.id))
    guard let number = ControlNames.number(control, among: all),
      let setting = settings.first(where: { $0.id == number }),
      let known = node.contractControl(setting, among: all)
    else {
      throw PluginFailure(.unsupported, "\(node.path) has no setting \(control.rawValue). List its settings.")
    }
    if known.isReadOnly || known.isInactive {
      throw PluginFailure(
        .state,
        "'\(known.name)' of \(node.path) "
          + (known.isReadOnly ? "is read-only." : "is inactive: switch off the automatic mode first."))
    }
    guard known.range.contains(value) else {
      throw PluginFailure(
        .argument,
        "'\(known.name)' of \(node.path) goes from \(known.range.lowerBound) to \(known.range.upperBound), "
          + "not to \(value).")
    }
    let asked = setting.id == ControlNames.exposureAuto ? try node.exposureEntry(value) : value
    let answer = cv4l2_write_control(node.descriptor, number, asked)
    guard answer == 0 else { throw refusal(-answer, of: known, value, node) }
    guard let granted = node.value(of: setting) else {
      throw PluginFailure(.deviceFailed, "'\(known.name)' of \(node.path) was set, and cannot be read back.")
    }
    return granted
  }

  private func refusal(
    _ code: Int32, of control: CameraControl, _ value: Int64, _ node: DeviceNode
  ) -> PluginFailure {
    switch code {
    case EINVAL, ERANGE:
      PluginFailure(
        .argument,
        "'\(control.name)' of \(node.path) does not take \(value): not all values of its range are valid.")
    case EACCES: PluginFailure(.state, "'\(control.name)' of \(node.path) cannot be changed now.")
    default: node.failure.request("setting '\(control.name)'", code)
    }
  }
}

extension DeviceNode {
  /// Real cameras have below 50; a driver without an end is not believed.
  private static let mostSettings = 512

  /// What can be set and read as one number.
  fileprivate func settings() -> [cv4l2_control] {
    var found: [cv4l2_control] = []
    var last: UInt32 = 0
    for _ in 0..<DeviceNode.mostSettings {
      var control = cv4l2_control()
      guard cv4l2_next_control(descriptor, last, &control) == 0, control.id > last else { break }
      last = control.id
      let hidden = UInt32(CV4L2_CONTROL_DISABLED) | UInt32(CV4L2_CONTROL_WRITE_ONLY)
      if control.kind != UInt32(CV4L2_CONTROL_OTHER), control.flags & hidden == 0 { found.append(control) }
    }
    return found
  }

  /// A driver's value in the contract's terms; `nil` where it cannot be read.
  fileprivate func value(of setting: cv4l2_control) -> Int64? {
    var value: Int64 = 0
    guard cv4l2_read_control(descriptor, setting.id, &value) == 0 else { return nil }
    return contractValue(value, of: setting)
  }

  private func contractValue(_ value: Int64, of setting: cv4l2_control) -> Int64 {
    if setting.id == ControlNames.exposureAuto { return ExposureMenu.contractValue(value) }
    // A mask of 32 bits whose highest is set reads as a negative number.
    if setting.kind == UInt32(CV4L2_CONTROL_BITS) { return value & 0xFFFF_FFFF }
    return value
  }

  /// - Returns: `nil` for a setting that cannot be read, or whose range is none.
  fileprivate func contractControl(_ setting: cv4l2_control, among all: Set<UInt32>) -> CameraControl? {
    guard let value = value(of: setting) else { return nil }
    var low = setting.minimum
    var high = setting.maximum
    if setting.kind == UInt32(CV4L2_CONTROL_BITS) { (low, high) = (0, high & 0xFFFF_FFFF) }
    if setting.id == ControlNames.exposureAuto { (low, high) = (0, 1) }
    guard low <= high else { return nil }
    return CameraControl(
      control: ControlNames.control(setting.id, among: all),
      isReadOnly: setting.flags & CV4L2_CONTROL_READ_ONLY != 0,
      isInactive: setting.flags & CV4L2_CONTROL_INACTIVE != 0, range: low...high,
      step: max(Int64(clamping: setting.step), 1), standard: contractValue(setting.standard, of: setting),
      value: value, name: driverText(setting.name))
  }

  /// The entry of the driver's menu for manual or automatic exposure.
  fileprivate func exposureEntry(_ value: Int64) throws(PluginFailure) -> Int64 {
    let entries = ExposureMenu.entries(value)
    let entry = entries.first { cv4l2_menu_entry(descriptor, ControlNames.exposureAuto, $0) == 0 }
    guard let entry else {
      throw PluginFailure(
        .argument, "\(path) has no \(value == 0 ? "manual" : "automatic") exposure; leave it as it is.")
    }
    return Int64(entry)
  }
}
