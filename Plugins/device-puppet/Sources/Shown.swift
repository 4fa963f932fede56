// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// What the screen before the person shows now, as the host says by the camera's settings.
struct Shown: Sendable, Hashable {
  /// A place over the upright, unmirrored image: x to the right, y down, -1...1.
  struct Place: Sendable, Hashable {
    var x = 0.0
    var y = 0.0
  }

  struct Oval: Sendable, Hashable {
    var centre = Place()
    /// In the unit of x: 2 is the image's width.
    var width = 0.0
    var height = 0.0
  }

  /// `nil` where nothing is asked for.
  var prompt: Prompt?
  var target: Place?
  /// Where the head points to, as the host measures it.
  var pointer: Place?
  /// What the screen shines with, 0xRRGGBB; 0 is a dark screen.
  var color: UInt32 = 0
  var oval: Oval?
  var asks: Actions = []

  /// `IMP_ACTION_...`
  struct Actions: OptionSet, Sendable, Hashable {
    let rawValue: UInt32

    static let keepStill = Actions(rawValue: IMP_ACTION_KEEP_STILL)
    static let blink = Actions(rawValue: IMP_ACTION_BLINK)
    static let turnLeft = Actions(rawValue: IMP_ACTION_TURN_LEFT)
    static let turnRight = Actions(rawValue: IMP_ACTION_TURN_RIGHT)
  }
}

/// `IMP_FEEDBACK_...`: what a person is asked to do.
struct Prompt: RawRepresentable, Sendable, Hashable {
  let rawValue: Int32

  static let comeBack = Prompt(rawValue: IMP_FEEDBACK_COME_BACK)
  static let center = Prompt(rawValue: IMP_FEEDBACK_CENTER)
  static let turnLeft = Prompt(rawValue: IMP_FEEDBACK_TURN_LEFT)
  static let turnRight = Prompt(rawValue: IMP_FEEDBACK_TURN_RIGHT)
  static let rotateUp = Prompt(rawValue: IMP_FEEDBACK_ROTATE_UP)
  static let rotateDown = Prompt(rawValue: IMP_FEEDBACK_ROTATE_DOWN)
  static let tiltLeft = Prompt(rawValue: IMP_FEEDBACK_TILT_LEFT)
  static let tiltRight = Prompt(rawValue: IMP_FEEDBACK_TILT_RIGHT)
  static let moveForwards = Prompt(rawValue: IMP_FEEDBACK_MOVE_FORWARDS)
  static let moveBackwards = Prompt(rawValue: IMP_FEEDBACK_MOVE_BACKWARDS)
  static let tooFast = Prompt(rawValue: IMP_FEEDBACK_TOO_FAST)
  static let doNotMove = Prompt(rawValue: IMP_FEEDBACK_DO_NOT_MOVE)
  static let brighter = Prompt(rawValue: IMP_FEEDBACK_BRIGHTER)
  static let darker = Prompt(rawValue: IMP_FEEDBACK_DARKER)
  static let openEyes = Prompt(rawValue: IMP_FEEDBACK_OPEN_EYES)
  static let oneFace = Prompt(rawValue: IMP_FEEDBACK_ONE_FACE)
}
