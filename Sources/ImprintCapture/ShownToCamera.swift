// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime
public import Logging

/// Tells a camera what a capture shows, so that a simulated person before it reacts to it.
///
/// A camera that simulates people offers settings of its own with these names; each is set when it changes,
/// before the next frame. Places and sizes are thousandths, as ``ScreenPlace`` has them.
///
/// | name | is |
/// |---|---|
/// | `shown-prompt` | what the person should do, `IMP_FEEDBACK_...`; 0: nothing yet |
/// | `shown-target`, `shown-target-x`, `-y` | 1 where there is a target to be reached, and its place |
/// | `shown-pointer`, `shown-pointer-x`, `-y` | 1 where the pointer is shown, and its place |
/// | `shown-color` | the colour that the screen shines with, 0xRRGGBB; 0: none |
/// | `shown-oval-x`, `-y`, `-width`, `-height` | the oval; width 0: none |
/// | `shown-action` | `IMP_ACTION_...`, or-ed: what the person is asked to do |
///
/// It may offer some of them only. ``FaceCapture/init(camera:tracker:machine:comparer:observers:logger:)``
/// takes it as an observer.
public actor ShownToCamera: CaptureObserver {
  private let camera: Camera
  private let logger: Logger
  private var controls: [ShownSetting: CameraControl]
  private var screen = ShownScreen()
  private var values: [ShownSetting: Int64]

  /// - Returns: `nil` for a camera that offers none of these settings, which is left alone.
  public init?(_ camera: Camera, logger: Logger) async {
    let offered: [CameraControl]
    do {
      offered = try await camera.controls()
    } catch {
      // Most plugins have no settings at all.
      if error.code != .unsupported {
        logger.debug(
          "the settings of a camera cannot be read", metadata: ["reason": "\(error)"])
      }
      return nil
    }
    let named = offered.compactMap { control in
      ShownSetting(rawValue: control.name).map { ($0, control) }
    }
    guard !named.isEmpty else { return nil }
    controls = Dictionary(named) { first, _ in first }
    values = controls.mapValues(\.value)
    self.camera = camera
    self.logger = logger
  }

  public func captureTold(_ event: CaptureEvent) async {
    screen.take(event)
    for setting in ShownSetting.allCases {
      guard let control = controls[setting], let wanted = screen.value(of: setting) else { continue }
      let value = min(max(wanted, control.range.lowerBound), control.range.upperBound)
      guard value != values[setting] else { continue }
      values[setting] = value
      await set(setting, control, to: value)
    }
  }

  /// What cannot be set is given up: the person does not see it, and the capture goes on.
  private func set(_ setting: ShownSetting, _ control: CameraControl, to value: Int64) async {
    do {
      try await camera.setControl(control.kind, to: value)
    } catch {
      controls[setting] = nil
      logger.warning(
        "a camera does not take what is shown to the person",
        metadata: ["setting": "\(setting.rawValue)", "reason": "\(error)"])
    }
  }
}
