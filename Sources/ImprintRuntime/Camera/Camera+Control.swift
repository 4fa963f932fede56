// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// What a camera can do, and its settings: of plugins with `imprint.camera-control/1`. Any thread; a
/// streaming camera is not interrupted.
extension Camera {
  /// The modes of a camera. It is not opened for streaming: another program may be using it.
  /// - Parameter locator: As a listing returned it: a locator or an id.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without camera settings, `device-missing`,
  ///   `device-denied`, `device-failed`.
  @available(*, noasync)
  public static func modes(
    _ plugin: OpenPlugin, of locator: String
  ) throws(PluginCallError) -> [CameraMode] {
    let function = "camera-control.modes"
    let plugin = try plugin.withDevicesOfNow(function)
    let table = try controlTable(of: plugin, locator, function)
    return try plugin.list(function, of: sized(imp_camera_mode())) { modes, count in
      locator.lend { table.pointee.modes(plugin.handle.plugin, $0, modes, count) }
    } read: { raw throws(ContractBreach) in
      try CameraMode(raw)
    }
  }

  /// The settings of a camera with their current values; an empty list where there are none.
  /// - Throws: as ``modes(_:of:)``.
  @available(*, noasync)
  public static func controls(
    _ plugin: OpenPlugin, of locator: String
  ) throws(PluginCallError) -> [CameraControl] {
    let function = "camera-control.controls"
    let plugin = try plugin.withDevicesOfNow(function)
    let table = try controlTable(of: plugin, locator, function)
    return try plugin.list(function, of: sized(imp_camera_control())) { controls, count in
      locator.lend { table.pointee.controls(plugin.handle.plugin, $0, controls, count) }
    } read: { raw throws(ContractBreach) in
      try CameraControl(raw)
    }
  }

  /// Changes one setting.
  /// - Returns: The value that the camera set, which may be the nearest that it supports.
  /// - Throws: ``PluginCallError`` `unsupported` where the camera has no such setting, `argument` outside its
  ///   range, `state` where it is read-only or inactive; `busy`, and what ``modes(_:of:)`` throws.
  @available(*, noasync)
  @discardableResult
  public static func setControl(
    _ plugin: OpenPlugin, of locator: String, _ kind: CameraControlKind, to value: Int64
  ) throws(PluginCallError) -> Int64 {
    let function = "camera-control.set"
    let plugin = try plugin.withDevicesOfNow(function)
    let table = try controlTable(of: plugin, locator, function)
    var granted = value
    let (status, said) = plugin.handle.inTurn {
      RunningCall.make {
        locator.lend { table.pointee.set(plugin.handle.plugin, $0, kind.code, &granted) }
      }
    }
    guard status == IMP_OK else { throw said.error(status: status, plugin: plugin.id, function: function) }
    return granted
  }

  /// The settings of this camera: ``controls(_:of:)``.
  public nonisolated func controls() async throws(PluginCallError) -> [CameraControl] {
    try await asked { camera, locator throws(PluginCallError) in try Self.controls(camera, of: locator) }
  }

  /// The modes of this camera: ``modes(_:of:)``.
  public nonisolated func modes() async throws(PluginCallError) -> [CameraMode] {
    try await asked { camera, locator throws(PluginCallError) in try Self.modes(camera, of: locator) }
  }

  /// Changes a setting of this camera: ``setControl(_:of:_:to:)``.
  @discardableResult
  public nonisolated func setControl(
    _ kind: CameraControlKind, to value: Int64
  ) async throws(PluginCallError) -> Int64 {
    try await asked { camera, locator throws(PluginCallError) in
      try Self.setControl(camera, of: locator, kind, to: value)
    }
  }

  /// Not on the camera's own thread, which may be waiting for a frame.
  private nonisolated func asked<Answer: Sendable>(
    _ ask: @escaping @Sendable (OpenPlugin, String) throws(PluginCallError) -> Answer
  ) async throws(PluginCallError) -> Answer {
    try await PluginWork.run { [plugin = camera.plugin, locator] () throws(PluginCallError) in
      try ask(plugin, locator)
    }
  }

  private static func controlTable(
    of plugin: OpenPlugin, _ locator: String, _ function: String
  ) throws(PluginCallError) -> UnsafePointer<imp_camera_control_ability> {
    let table = try plugin.table(imp_camera_control_ability.self)
    guard !locator.isEmpty, !locator.utf8.contains(0) else {
      throw .argument(
        plugin: plugin.id, function: function, "the locator is empty, or contains a null character.")
    }
    return table
  }
}
