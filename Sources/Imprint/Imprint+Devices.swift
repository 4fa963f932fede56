// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
public import ImprintRuntime

extension Imprint {
  /// The cameras there are now; none is an empty list.
  /// - Throws: ``PluginError`` or ``PluginCallError``.
  public func cameras() async throws -> [CameraInfo] {
    try Camera.list(plugin(providing: .camera))
  }

  /// The camera that is taken where none is named: as ``ImprintConfiguration/cameraChoice`` says (F38).
  /// - Throws: ``PluginError`` or ``PluginCallError``: `device-missing` where there is none, or none that will do.
  public func defaultCamera() async throws -> CameraInfo {
    try Camera.choose(plugin(providing: .camera), by: configuration.cameraChoice)
  }

  /// The microphones there are now; none is an empty list.
  /// - Throws: ``PluginError`` or ``PluginCallError``.
  public func microphones() async throws -> [MicrophoneInfo] {
    try Microphone.list(plugin(providing: .microphone))
  }

  /// Opens a microphone of the set, as ``camera(_:)`` does a camera.
  /// - Throws: ``PluginError`` or ``PluginCallError``.
  public func microphone(_ options: MicrophoneOptions) async throws -> Microphone {
    let plugin = try plugin(providing: .microphone, readablePaths: options.readablePaths)
    return try await Microphone.open(plugin, options: options)
  }

  /// What a camera can do. The plugin that opens it is asked.
  /// - Parameter locator: What a listing gave: a locator, or an id.
  /// - Throws: ``PluginError`` or ``PluginCallError``: `unsupported` where that plugin has no settings of cameras.
  public func cameraModes(of locator: String) async throws -> [CameraMode] {
    try Camera.modes(plugin(providing: .camera), of: locator)
  }

  /// The settings of a camera. The plugin that opens it is asked.
  /// - Throws: as ``cameraModes(of:)``.
  public func cameraControls(of locator: String) async throws -> [CameraControl] {
    try Camera.controls(plugin(providing: .camera), of: locator)
  }

  /// Changes a setting of a camera, which may be streaming.
  /// - Returns: What the camera granted.
  /// - Throws: as ``cameraModes(of:)``; `argument`, `state`, `busy`.
  @discardableResult
  public func setCameraControl(
    of locator: String, _ kind: CameraControlKind, to value: Int64
  ) async throws -> Int64 {
    try Camera.setControl(plugin(providing: .camera), of: locator, kind, to: value)
  }

  /// Watches devices of one kind come and go. The plugin that opens them is asked.
  /// - Throws: ``PluginError`` or ``PluginCallError``: `unsupported` where that plugin watches none.
  public func watchDevices(_ kind: DeviceKind) async throws -> DeviceWatch {
    try await DeviceWatch.open(plugin(providing: kind.ability))
  }
}
