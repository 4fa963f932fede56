// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// A setting of this camera: what is shown to the person, or a string of the marionette. The raw values are
/// the numbers from `IMP_CAMERA_CONTROL_OWN` on, and never change.
enum PuppetControl: UInt32, CaseIterable {
  case prompt = 0
  case target = 1
  case targetX = 2
  case targetY = 3
  case pointer = 4
  case pointerX = 5
  case pointerY = 6
  case color = 7
  case ovalX = 8
  case ovalY = 9
  case ovalWidth = 10
  case ovalHeight = 11
  case action = 12
  case yaw = 32
  case pitch = 33
  case roll = 34
  case eyes = 35
  case distance = 36
  case light = 37

  init?(_ id: CameraControlID) {
    guard id.rawValue >= UInt32(IMP_CAMERA_CONTROL_OWN) else { return nil }
    self.init(rawValue: id.rawValue - UInt32(IMP_CAMERA_CONTROL_OWN))
  }

  var id: CameraControlID { CameraControlID(rawValue: UInt32(IMP_CAMERA_CONTROL_OWN) + rawValue) }

  var isString: Bool { rawValue >= PuppetControl.yaw.rawValue }

  var name: String {
    switch self {
    case .prompt: "shown-prompt"
    case .target: "shown-target"
    case .targetX: "shown-target-x"
    case .targetY: "shown-target-y"
    case .pointer: "shown-pointer"
    case .pointerX: "shown-pointer-x"
    case .pointerY: "shown-pointer-y"
    case .color: "shown-color"
    case .ovalX: "shown-oval-x"
    case .ovalY: "shown-oval-y"
    case .ovalWidth: "shown-oval-width"
    case .ovalHeight: "shown-oval-height"
    case .action: "shown-action"
    case .yaw: "yaw"
    case .pitch: "pitch"
    case .roll: "roll"
    case .eyes: "eyes"
    case .distance: "distance"
    case .light: "light"
    }
  }

  /// Places in thousandths; strings in tenths of a degree, and percent.
  var range: ClosedRange<Int64> {
    switch self {
    case .prompt: 0...255
    case .target, .pointer: 0...1
    case .targetX, .targetY, .pointerX, .pointerY, .ovalX, .ovalY: -1000...1000
    case .color: 0...0xFF_FFFF
    case .ovalWidth, .ovalHeight: 0...2000
    case .action: 0...15
    case .yaw, .roll: -600...600
    case .pitch: -450...450
    case .eyes: 0...100
    case .distance: 40...400
    case .light: 0...300
    }
  }

  var standard: Int64 {
    switch self {
    case .eyes, .distance, .light: 100
    case .prompt, .target, .targetX, .targetY, .pointer, .pointerX, .pointerY, .color, .ovalX, .ovalY,
      .ovalWidth, .ovalHeight, .action, .yaw, .pitch, .roll:
      0
    }
  }
}

/// The values of the settings now.
struct ControlValues: Sendable {
  private var values: [PuppetControl: Int64] = [:]

  subscript(control: PuppetControl) -> Int64 {
    get { values[control] ?? control.standard }
    set { values[control] = newValue }
  }

  var shown: Shown {
    let action = self[.action]
    return Shown(
      prompt: self[.prompt] == 0 ? nil : Prompt(rawValue: Int32(self[.prompt])),
      target: self[.target] == 0 ? nil : place(.targetX, .targetY),
      pointer: self[.pointer] == 0 ? nil : place(.pointerX, .pointerY),
      color: UInt32(self[.color]),
      oval: self[.ovalWidth] == 0
        ? nil
        : Shown.Oval(
          centre: place(.ovalX, .ovalY), width: share(.ovalWidth), height: share(.ovalHeight)),
      asks: Shown.Actions(rawValue: UInt32(action)))
  }

  private func share(_ control: PuppetControl) -> Double { Double(self[control]) / 1000 }

  private func place(_ x: PuppetControl, _ y: PuppetControl) -> Shown.Place {
    Shown.Place(x: share(x), y: share(y))
  }
}

/// The settings of one camera: the host sets them beside the stream, which reads them for each frame.
final class ControlBoard: Sendable {
  private let state = Monitor(ControlValues())

  var values: ControlValues { state.with { $0 } }

  func set(_ control: PuppetControl, to value: Int64) { state.with { $0[control] = value } }

  /// A camera that is opened shows nothing yet.
  func reset() { state.with { $0 = ControlValues() } }
}

/// The boards of all cameras, by locator.
final class ControlBoards: Sendable {
  /// Cameras that are named and never opened are forgotten beyond so many.
  private static let most = 256

  private let boards = Monitor<[String: ControlBoard]>([:])

  func board(_ name: String) -> ControlBoard {
    boards.with { boards in
      if let board = boards[name] { return board }
      // A session holds its own, which is then found no more: no host has so many at a time.
      if boards.count >= ControlBoards.most { boards.removeAll() }
      let board = ControlBoard()
      boards[name] = board
      return board
    }
  }
}
