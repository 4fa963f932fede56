// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.device-watch/1`: devices that come and go, pulled.
public protocol DeviceWatchPlugin: Plugin {
  /// Begins to watch the devices of the plugin's kind. Those that are there already are no events; each
  /// change from now on is one, in order. Called by one thread at a time.
  /// - Throws: `.deviceDenied`, `.service`.
  func openDeviceWatch() throws(PluginFailure) -> any DeviceWatchSession
}

/// A watch that runs. It ends when it is released.
public protocol DeviceWatchSession: CancellableSession {
  /// Waits for the next event, at most `timeout` nanoseconds: 0 does not wait, `UInt64.max` waits without
  /// limit. Called by one thread at a time. The kit goes on answering `.cancelled` once it was thrown
  ///
  /// - Throws: `.timeout`, `.cancelled`; `.service` where the service has ended: the next call goes on once
  ///   it is back, and begins with `.listAgain`.
  func next(timeout: UInt64) throws(PluginFailure) -> DeviceEvent
}

/// A device that came, went or changed.
public struct DeviceEvent: Sendable, Hashable {
  public var device: DeviceKind
  public var change: DeviceChange
  /// As the plugin's list gives it, at most 511 bytes; empty for `.listAgain`.
  public var locator: String
  /// Nanoseconds on the monotonic clock of the system: when it was seen.
  public var timestamp: UInt64
  /// Of a card reader: `IMP_READER_...` now; of others 0.
  public var readerState: UInt32

  public init(
    device: DeviceKind, change: DeviceChange, locator: String = "", timestamp: UInt64,
    readerState: UInt32 = 0
  ) {
    self.device = device
    self.change = change
    self.locator = locator
    self.timestamp = timestamp
    self.readerState = readerState
  }
}

/// What kind of device.
public enum DeviceKind: UInt32, Sendable, Hashable, CaseIterable {
  case camera = 1
  case microphone = 2
  case cardReader = 3
  case fingerReader = 4
}

/// What became of a device.
public enum DeviceChange: UInt32, Sendable, Hashable, CaseIterable {
  case added = 1
  case removed = 2
  /// A reader's state; its list tells what it is now.
  case changed = 3
  /// Events were lost, or the service that tells of them ended and began anew: what was listed before may be
  /// wrong.
  case listAgain = 4
}
