// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Errors are ``DeviceError``, ``PluginError`` and ``PluginCallError``.
extension DeviceDirectory {
  /// The cameras currently present; may be empty.
  public func cameras() async throws -> [CameraInfo] {
    try await PluginWork.run { try self.devices(of: .camera).compactMap(\.camera) }
  }

  /// The camera used where none is named, as ``ImprintConfiguration/cameraChoice`` says (F38).
  /// - Throws: ``DeviceError`` `noCamera` where there is none, or none is acceptable.
  public func defaultCamera() async throws -> CameraInfo {
    let cameras = try await cameras()
    guard let camera = cameraChoice.choose(from: cameras) else {
      throw DeviceError.noCamera(of: cameras.count)
    }
    return camera
  }

  /// The microphones currently present; may be empty.
  public func microphones() async throws -> [MicrophoneInfo] {
    try await PluginWork.run { try self.devices(of: .microphone).compactMap(\.microphone) }
  }

  /// The smart card readers currently present, and the cards in them.
  public func cardReaders() async throws -> [CardReaderInfo] {
    try await PluginWork.run { try self.devices(of: .cardReader).compactMap(\.cardReader) }
  }

  /// The fingerprint readers currently present, those that give no images among them.
  public func fingerReaders() async throws -> [FingerReaderInfo] {
    try await PluginWork.run { try self.devices(of: .fingerReader).compactMap(\.fingerReader) }
  }

  /// The modes of a camera, from the plugin that opens it.
  /// - Parameter locator: A locator or an id from a listing.
  /// - Throws: ``DeviceError`` `unsupported` where that plugin has no camera controls.
  public func cameraModes(of locator: String) async throws -> [CameraMode] {
    try await controlled(locator) { plugin throws(PluginCallError) in try Camera.modes(plugin, of: locator) }
  }

  /// The controls of a camera, from the plugin that opens it.
  /// - Throws: as ``cameraModes(of:)``.
  public func cameraControls(of locator: String) async throws -> [CameraControl] {
    try await controlled(locator) { plugin throws(PluginCallError) in try Camera.controls(plugin, of: locator)
    }
  }

  /// Sets a control of a camera, which may be streaming.
  /// - Returns: The value that the camera applied.
  /// - Throws: as ``cameraModes(of:)``; ``PluginCallError`` `argument`, `state`, `busy`.
  @discardableResult
  public func setCameraControl(
    of locator: String, _ kind: CameraControlKind, to value: Int64
  ) async throws -> Int64 {
    try await controlled(locator) { plugin throws(PluginCallError) in
      try Camera.setControl(plugin, of: locator, kind, to: value)
    }
  }
}
