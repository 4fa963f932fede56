// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
internal import ImprintManifest
internal import ImprintRuntime

/// Why a device is not used.
public typealias DeviceError = Explained<DeviceErrorCode>

public enum DeviceErrorCode: String, Sendable, Hashable, CaseIterable {
  /// No plugin for devices of this kind is installed, or was chosen.
  case noPlugin = "no-plugin"
  /// Several plugins have a device of that name, or do what is asked, and none was chosen.
  case ambiguous
  /// No camera was named, and there is none that could be taken.
  case noCamera = "no-camera"
  /// No plugin knows a device of that name.
  case unknownDevice = "unknown-device"
  /// What was asked for is not to be had of this device.
  case unsupported
  /// The device gave nothing, or ended, before there was what was asked for.
  case nothingCame = "nothing-came"
  /// A recording cannot be written, or there is something of its name.
  case file
  /// The disk, the quota or the permitted size is used up.
  case noSpace = "no-space"
}

extension DeviceError {
  /// - Parameter installed: ids of plugins that could be chosen.
  static func noPlugin(_ kind: DeviceKind, installed: [String]) -> DeviceError {
    DeviceError(
      .noPlugin, place: kind.rawValue, reason: "no plugin for devices of this kind is there.",
      remedy: installed.isEmpty
        ? "Install one that provides \(kind.ability), or name it with the plugins that are chosen."
        : "Choose what is installed: \(choice(of: installed)).")
  }

  static func ambiguous(_ place: String, _ plugins: [String]) -> DeviceError {
    DeviceError(
      .ambiguous, place: place, reason: "\(plugins.joined(separator: " and ")) answer to it.",
      remedy: "Choose one of them: \(choice(of: plugins)).")
  }

  /// The options of the command line; an application has `ImprintConfiguration.plugins` for them.
  fileprivate static func choice(of plugins: [String]) -> String {
    plugins.map { "--plugin \($0)" }.joined(separator: ", or ")
  }

  /// - Parameter count: of cameras that are there, and that the application does not take.
  static func noCamera(of count: Int) -> DeviceError {
    DeviceError(
      .noCamera, place: "camera",
      reason: count == 0
        ? "none was named, and there is none."
        : "none was named, and none of the \(count) that are there is one that the application takes.",
      remedy:
        "Plug one in, or name a recording that is played as one; `sdkctl device list` shows what is found, "
        + "`sdkctl doctor` what keeps a camera from being found.")
  }

  /// - Parameter installed: ids of plugins that could be chosen.
  static func notPlayed(_ path: String, installed: [String]) -> DeviceError {
    DeviceError(
      .unsupported, place: path, reason: "it is a file, and no plugin of these plays recordings.",
      remedy: installed.isEmpty
        ? "Install a plugin that plays recordings." : "Choose one too that does: \(choice(of: installed)).")
  }

  /// - Parameter reason: what the plugin says that was asked for it.
  static func unknown(_ locator: String, _ kinds: [DeviceKind], because reason: String? = nil) -> DeviceError
  {
    DeviceError(
      .unknownDevice, place: locator,
      reason: reason ?? "no \(kinds.map(\.rawValue).joined(separator: ", ")) of that name is there.",
      remedy:
        "List the devices there are, and take a locator or id from the list; say what kind it is where it is another."
    )
  }
}

extension PluginError {
  /// One plugin was to be asked, and several have an ability for devices.
  static func several(_ ids: [String], providing ability: AbilityID, place: String) -> PluginError {
    PluginError(
      .severalProvide, place: place,
      reason: "\(ids.joined(separator: " and ")) provide \(ability), and one was to be asked.",
      remedy: "Choose one of them: \(DeviceError.choice(of: ids)).")
  }
}

extension DeviceErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    (problem == .noSpace ? .noSpace : .file, nil)
  }
}
