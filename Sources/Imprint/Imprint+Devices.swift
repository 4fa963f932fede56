// SPDX-License-Identifier: Apache-2.0
public import ImprintCard
public import ImprintRuntime

/// Devices by their names, over the set's plugins for them: the one that lists a device opens it, and a path
/// is opened by one that plays recordings. Errors are ``DeviceError``, ``PluginError`` and
/// ``PluginCallError``.
extension Imprint {
  /// The cameras there are now; none is an empty list.
  public func cameras() async throws -> [CameraInfo] {
    try await PluginWork.run { try self.devices.devices(of: .camera).compactMap(\.camera) }
  }

  /// The camera that is taken where none is named: as ``ImprintConfiguration/cameraChoice`` says (F38).
  /// - Throws: ``DeviceError`` `noCamera` where there is none, or none that will do.
  public func defaultCamera() async throws -> CameraInfo {
    try await PluginWork.run { try self.devices.camera(chosenBy: self.configuration.cameraChoice) }
  }

  /// Opens a camera. A plugin in a process of its own may read what the locator names: it is started for this
  /// camera, and ends with it.
  public func camera(_ options: CameraOptions) async throws -> Camera { try await devices.camera(options) }

  /// The microphones there are now; none is an empty list.
  public func microphones() async throws -> [MicrophoneInfo] {
    try await PluginWork.run { try self.devices.devices(of: .microphone).compactMap(\.microphone) }
  }

  /// Opens a microphone, as ``camera(_:)`` does a camera.
  public func microphone(_ options: MicrophoneOptions) async throws -> Microphone {
    try await devices.microphone(options)
  }

  /// The smart card readers there are now, and what is in them.
  public func cardReaders() async throws -> [CardReaderInfo] {
    try await PluginWork.run { try self.devices.devices(of: .cardReader).compactMap(\.cardReader) }
  }

  /// The smart card readers, with sessions over their cards.
  /// - Throws: ``PluginError``: no plugin of the set is for readers, or several are; or it cannot be opened.
  public func cards() throws(PluginError) -> CardReaders { try devices.cards() }

  /// Connects to the card in a reader.
  public func connectCard(_ options: CardOptions) async throws -> CardConnection {
    try await devices.card(options)
  }

  /// What a camera can do. The plugin that opens it is asked.
  /// - Parameter locator: What a listing gave: a locator, or an id.
  /// - Throws: ``DeviceError`` `unsupported` where that plugin has no settings of cameras.
  public func cameraModes(of locator: String) async throws -> [CameraMode] {
    try await PluginWork.run {
      try self.devices.controlled(locator) { plugin throws(PluginCallError) in
        try Camera.modes(plugin, of: locator)
      }
    }
  }

  /// The settings of a camera. The plugin that opens it is asked.
  /// - Throws: as ``cameraModes(of:)``.
  public func cameraControls(of locator: String) async throws -> [CameraControl] {
    try await PluginWork.run {
      try self.devices.controlled(locator) { plugin throws(PluginCallError) in
        try Camera.controls(plugin, of: locator)
      }
    }
  }

  /// Changes a setting of a camera, which may be streaming.
  /// - Returns: What the camera granted.
  /// - Throws: as ``cameraModes(of:)``; ``PluginCallError`` `argument`, `state`, `busy`.
  @discardableResult
  public func setCameraControl(
    of locator: String, _ kind: CameraControlKind, to value: Int64
  ) async throws -> Int64 {
    try await PluginWork.run {
      try self.devices.controlled(locator) { plugin throws(PluginCallError) in
        try Camera.setControl(plugin, of: locator, kind, to: value)
      }
    }
  }

  /// Watches devices of one kind come and go. The plugin that opens them is asked; where several do,
  /// ``DeviceDirectory/watching(_:)`` of ``devices`` watches over all.
  /// - Throws: ``DeviceError`` `unsupported` where none watches them, `ambiguous` where several do.
  public func watchDevices(_ kind: DeviceKind) async throws -> DeviceWatch { try await devices.watch(kind) }
}
