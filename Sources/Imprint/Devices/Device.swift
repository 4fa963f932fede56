// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// A camera, microphone, card reader or fingerprint reader that a plugin has found.
public struct Device: Sendable, Hashable {
  /// What the plugin reports about it.
  public enum Details: Sendable, Hashable {
    case camera(CameraInfo)
    case microphone(MicrophoneInfo)
    case cardReader(CardReaderInfo)
    case fingerReader(FingerReaderInfo)
  }

  /// The id of the plugin that found it.
  public let plugin: String
  public let details: Details

  public init(plugin: String, details: Details) {
    self.plugin = plugin
    self.details = details
  }

  public var kind: DeviceKind {
    switch details {
    case .camera: .camera
    case .microphone: .microphone
    case .cardReader: .cardReader
    case .fingerReader: .fingerReader
    }
  }

  var camera: CameraInfo? { if case .camera(let info) = details { info } else { nil } }
  var microphone: MicrophoneInfo? { if case .microphone(let info) = details { info } else { nil } }
  var cardReader: CardReaderInfo? { if case .cardReader(let info) = details { info } else { nil } }
  var fingerReader: FingerReaderInfo? { if case .fingerReader(let info) = details { info } else { nil } }

  /// What opens it.
  public var locator: String {
    switch details {
    case .camera(let info): info.locator
    case .microphone(let info): info.locator
    case .cardReader(let info): info.locator
    case .fingerReader(let info): info.locator
    }
  }

  /// The name shown to people.
  public var name: String {
    switch details {
    case .camera(let info): info.name
    case .microphone(let info): info.name
    case .cardReader(let info): info.name
    case .fingerReader(let info): info.name
    }
  }

  /// The persistent id, the same whenever the device is plugged in; also opens it. `nil` where there is none.
  public var id: String? {
    switch details {
    case .camera(let info): info.id
    case .microphone(let info): info.id
    case .cardReader: nil
    case .fingerReader(let info): info.id
    }
  }

  /// Whether this name denotes the device.
  public func isNamed(_ locator: String) -> Bool { locator == self.locator || locator == id }
}

/// What a plugin could not do for devices.
public struct DeviceFailure: Error, Sendable, Hashable {
  public let plugin: String
  public let kind: DeviceKind
  /// As of the error itself: a ``PluginError`` or ``PluginCallError``.
  public let code: String
  public let place: String
  public let reason: String
  public let remedy: String

  init(_ plugin: String, _ kind: DeviceKind, _ error: some ExplainedError) {
    self.plugin = plugin
    self.kind = kind
    code = error.code.rawValue
    place = error.place
    reason = error.reason
    remedy = error.remedy
  }
}

/// All devices currently present.
public struct DeviceListing: Sendable, Hashable {
  /// Ordered by kind, then as their plugins list them.
  public let devices: [Device]
  /// Plugins that could not be queried; their devices are missing above.
  public let failures: [DeviceFailure]
}
