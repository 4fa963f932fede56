// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Errors are ``DeviceError``, ``PluginError`` and ``PluginCallError``.
extension DeviceDirectory {
  /// The cameras there are now; none is an empty list.
  public func cameras() async throws -> [CameraInfo] {
    try await PluginWork.run { try self.devices(of: .camera).compactMap(\.camera) }
  }

  /// The camera that is taken where none is named: as ``ImprintConfiguration/cameraChoice`` says (F38).
  /// - Throws: ``DeviceError`` `noCamera` where there is none, or none that will do.
  public func defaultCamera() async throws -> CameraInfo {
    let cameras = try await cameras()
    guard let camera = cameraChoice.choose(from: cameras) else {
      throw DeviceError.noCamera(of: cameras.count)
    }
    return camera
  }

  /// The microphones there are now; none is an empty list.
  public func microphones() async throws -> [MicrophoneInfo] {
    try await PluginWork.run { try self.devices(of: .microphone).compactMap(\.microphone) }
  }

  /// The smart card readers there are now, and what is in them.
  public func cardReaders() async throws -> [CardReaderInfo] {
    try await PluginWork.run { try self.devices(of: .cardReader).compactMap(\.cardReader) }
  }

  /// What a camera can do. The plugin that opens it is asked.
  /// - Parameter locator: What a listing gave: a locator, or an id.
  /// - Throws: ``DeviceError`` `unsupported` where that plugin has no settings of cameras.
  public func cameraModes(of locator: String) async throws -> [CameraMode] {
    try await controlled(locator) { plugin throws(PluginCallError) in try Camera.modes(plugin, of: locator) }
  }

  /// The settings of a camera. The plugin that opens it is asked.
  /// - Throws: as ``cameraModes(of:)``.
  public func cameraControls(of locator: String) async throws -> [CameraControl] {
    try await controlled(locator) { plugin throws(PluginCallError) in try Camera.controls(plugin, of: locator)
    }
  }

  /// Changes a setting of a camera, which may be streaming.
  /// - Returns: What the camera granted.
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
