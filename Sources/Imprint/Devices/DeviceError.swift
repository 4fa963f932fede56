// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
internal import ImprintManifest
internal import ImprintRuntime

/// Why a device cannot be used.
public typealias DeviceError = Explained<DeviceErrorCode>

public enum DeviceErrorCode: String, Sendable, Hashable, CaseIterable {
  /// No plugin for devices of this kind is installed, or was chosen.
  case noPlugin = "no-plugin"
  /// Several plugins have a device of that name, or the requested ability, and none was chosen.
  case ambiguous
  /// No camera was named, and none is acceptable.
  case noCamera = "no-camera"
  /// No plugin knows a device of that name.
  case unknownDevice = "unknown-device"
  /// The device does not support the request.
  case unsupported
  /// The device delivered nothing, or ended, before the request was met.
  case nothingCame = "nothing-came"
  /// A recording cannot be written, or its path exists already.
  case file
  /// The disk is full, or the quota or permitted size is exceeded.
  case noSpace = "no-space"
}

extension DeviceError {
  /// - Parameter installed: ids of plugins that could be chosen.
  static func noPlugin(_ kind: DeviceKind, installed: [String]) -> DeviceError {
    DeviceError(
      .noPlugin, place: kind.rawValue, reason: "no plugin for devices of this kind was found.",
      remedy: installed.isEmpty
        ? "Install one that provides \(kind.ability), or add it to the chosen plugins."
        : "Choose an installed one: \(choice(of: installed)).")
  }

  static func ambiguous(_ place: String, _ plugins: [String]) -> DeviceError {
    DeviceError(
      .ambiguous, place: place, reason: "\(plugins.joined(separator: " and ")) handle it.",
      remedy: "Choose one of them: \(choice(of: plugins)).")
  }

  /// The command line's options; applications use `ImprintConfiguration.plugins` instead.
  fileprivate static func choice(of plugins: [String]) -> String {
    plugins.map { "--plugin \($0)" }.joined(separator: ", or ")
  }

  /// - Parameter count: of cameras present that the application does not accept.
  static func noCamera(of count: Int) -> DeviceError {
    DeviceError(
      .noCamera, place: "camera",
      reason: count == 0
        ? "none was named, and none was found."
        : "none was named, and none of the \(count) that were found is accepted by the application.",
      remedy:
        "Plug one in, or name a recording that is played as one; `sdkctl device list` shows what was found, "
        + "`sdkctl doctor` what keeps a camera from being found.")
  }

  /// - Parameter installed: ids of plugins that could be chosen.
  static func notPlayed(_ path: String, installed: [String]) -> DeviceError {
    DeviceError(
      .unsupported, place: path, reason: "it is a file, and none of these plugins plays recordings.",
      remedy: installed.isEmpty
        ? "Install a plugin that plays recordings." : "Also choose one that does: \(choice(of: installed)).")
  }

  /// - Parameter reason: the words of the plugin that was tried.
  static func unknown(_ locator: String, _ kinds: [DeviceKind], because reason: String? = nil) -> DeviceError
  {
    DeviceError(
      .unknownDevice, place: locator,
      reason: reason ?? "there is no \(kinds.map(\.rawValue).joined(separator: ", ")) of that name.",
      remedy:
        "List the devices, and use a locator or id from the list; name the kind if it is another one."
    )
  }
}

extension PluginError {
  /// Exactly one plugin was required, and several have an ability for devices.
  static func several(_ ids: [String], providing ability: AbilityID, place: String) -> PluginError {
    PluginError(
      .severalProvide, place: place,
      reason: "\(ids.joined(separator: " and ")) provide \(ability), but only one can be used.",
      remedy: "Choose one of them: \(DeviceError.choice(of: ids)).")
  }
}

extension DeviceErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    (problem == .noSpace ? .noSpace : .file, nil)
  }
}
