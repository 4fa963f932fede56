// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// The kind of a device.
public enum DeviceKind: String, Sendable, Hashable, Codable, CaseIterable {
  case camera
  case microphone
  case cardReader = "card-reader"
  case fingerReader = "finger-reader"

  init?(code: UInt32) {
    switch Int32(clamping: code) {
    case IMP_DEVICE_CAMERA: self = .camera
    case IMP_DEVICE_MICROPHONE: self = .microphone
    case IMP_DEVICE_CARD_READER: self = .cardReader
    case IMP_DEVICE_FINGER_READER: self = .fingerReader
    default: return nil
    }
  }
}

/// What happened to a device.
public enum DeviceChange: String, Sendable, Hashable, Codable, CaseIterable {
  case added
  case removed
  /// A card reader's state has changed; a listing returns the current one.
  case changed
  /// Events were lost, or the service that reports them was restarted: earlier listings may be out of date.
  case listAgain = "list-again"

  init?(code: UInt32) {
    switch Int32(clamping: code) {
    case IMP_DEVICE_ADDED: self = .added
    case IMP_DEVICE_REMOVED: self = .removed
    case IMP_DEVICE_CHANGED: self = .changed
    case IMP_DEVICE_LIST_AGAIN: self = .listAgain
    default: return nil
    }
  }
}

/// A device that was connected, disconnected or changed.
public struct DeviceEvent: Sendable, Hashable {
  public let device: DeviceKind
  public let change: DeviceChange
  /// As the plugin lists it; empty for ``DeviceChange/listAgain``.
  public let locator: String
  /// When it was observed, in nanoseconds on the system's monotonic clock; never decreases.
  public let timestamp: UInt64
  /// The current state of a card reader, as ``CardReaderState``; 0 for other devices.
  public let readerState: UInt32

  public init(
    device: DeviceKind, change: DeviceChange, locator: String, timestamp: UInt64, readerState: UInt32 = 0
  ) {
    self.device = device
    self.change = change
    self.locator = locator
    self.timestamp = timestamp
    self.readerState = readerState
  }

  init(_ raw: imp_device_event) throws(ContractBreach) {
    try checkSize(of: raw)
    guard let device = DeviceKind(code: raw.device), let change = DeviceChange(code: raw.change) else {
      throw ContractBreach(
        "this contract does not define the change \(raw.change) of a device \(raw.device).")
    }
    let locator = try FixedText.read(raw.locator, "a device's locator")
    guard locator.isEmpty == (change == .listAgain) else {
      throw ContractBreach(
        locator.isEmpty
          ? "a device that was \(change.rawValue) has no locator." : "an event to list again has a locator.")
    }
    guard device == .cardReader || (change != .changed && raw.state == 0) else {
      throw ContractBreach(
        "a \(device.rawValue) has changed to state \(raw.state); only card readers have states.")
    }
    let state = try CardReaderState(checking: raw.state)
    self.init(
      device: device, change: change, locator: locator, timestamp: raw.timestamp_ns,
      readerState: state.rawValue)
  }
}
