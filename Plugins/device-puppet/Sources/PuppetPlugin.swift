// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A camera before which people and attackers behave: heads of puppet files, who see what the host shows by
/// the camera's settings.
struct PuppetPlugin: CameraPlugin, CameraControlPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.device-puppet", version: "1.0.0", vendor: "Imprint")

  private let boards = ControlBoards()

  init(host: Host) {}

  /// A puppet is named by its file, so there is nothing to list.
  func cameras() -> [CameraInfo] { [] }

  func openCamera(_ options: CameraOptions) throws(PluginFailure) -> any CameraSession {
    let locator = try PuppetLocator(options.locator)
    return try PuppetSession(locator, options: options, board: boards.board(locator.name))
  }

  func cameraModes(_ locator: String) throws(PluginFailure) -> [CameraMode] {
    _ = try PuppetLocator(locator)
    let sides = UInt32(PuppetSession.sides.lowerBound)...UInt32(PuppetSession.sides.upperBound)
    return [
      CameraMode(
        format: UInt32(IMP_PIXEL_RGB24), width: sides, height: sides,
        framesPerSecondMilli: PuppetSession.rates)
    ]
  }

  func cameraControls(_ locator: String) throws(PluginFailure) -> [CameraControl] {
    let locator = try PuppetLocator(locator)
    let values = boards.board(locator.name).values
    return controls(of: locator).map { control in
      CameraControl(
        control: control.id, range: control.range, standard: control.standard, value: values[control],
        name: control.name)
    }
  }

  func setCameraControl(
    _ locator: String, _ control: CameraControlID, to value: Int64
  ) throws(PluginFailure) -> Int64 {
    let locator = try PuppetLocator(locator)
    guard let control = PuppetControl(control), controls(of: locator).contains(control) else {
      throw PluginFailure(
        .unsupported,
        "\(locator.name) has no setting \(control.rawValue). List its settings; strings come with "
          + "person=strings.")
    }
    guard control.range.contains(value) else {
      throw PluginFailure(
        .argument,
        "'\(control.name)' goes from \(control.range.lowerBound) to \(control.range.upperBound), "
          + "not to \(value).")
    }
    boards.board(locator.name).set(control, to: value)
    return value
  }

  private func controls(of locator: PuppetLocator) -> [PuppetControl] {
    PuppetControl.allCases.filter { locator.person == .strings || !$0.isString }
  }
}

private let export = PluginExport(PuppetPlugin.self, provides: [.camera, .cameraControl])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
