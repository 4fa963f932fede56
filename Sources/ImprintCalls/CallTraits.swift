// SPDX-License-Identifier: Apache-2.0

/// What a host has to know of a function of the contract, and its C header cannot say.
///
/// No field has a default, and each function is named: one that was forgotten would be taken for harmless,
/// and does not compile instead.
public struct CallTraits: Sendable {
  /// How long it may take.
  public enum Deadline: Sendable {
    /// Loading, opening and describing a plugin.
    case open
    /// Making an object: networks may be compiled.
    case create
    /// Making a template.
    case extract
    /// Comparing templates.
    case compare
    /// One frame, one step, a list, a setting.
    case step
    /// A wait of its own: its time-out, and some more.
    case wait
    /// A command to a card or its reader.
    case cardCommand
    /// Releasing an object, cancelling a wait.
    case release
  }

  /// What a call comes to where the other side of its carrier has ended before.
  public enum AfterEnd: Sendable {
    /// The other side begins anew for it, and its object is made again.
    case startsAgain
    /// There is nothing left to end or to reset. The object is made again by the next call that wants it.
    case nothing
    /// Its object is gone, and never made again: a device that is open, a capture that has begun.
    case isLost
  }

  public enum Effect: Sendable {
    /// Nothing that a second call would do again.
    case none
    /// Something in the world that a second call would do again, such as counting a wrong PIN.
    case acts
    /// It ends another call's waiting, so it must not wait itself: behind the very call that it is to end.
    case cancels
  }

  public enum Replay: Sendable {
    /// The same calls give the same answers, so a replay makes it again and compares.
    case repeated
    /// It opens or closes the plugin, which who replays has done.
    case opening
    /// Its answers follow from what a device sees and hears; or it is made once, such as a command to a card.
    case never
  }

  /// Its name for people, and in recordings.
  public let name: String
  public let deadline: Deadline
  /// What ends the object that it makes; `nil` for one that makes none.
  public let makes: CallFunction?
  public let afterEnd: AfterEnd
  public let effect: Effect
  /// Whether what it carries may be a PIN or a key: no recording keeps it, not even one that keeps all else.
  public let isSecret: Bool
  public let replay: Replay
}

extension CallFunction {
  public var traits: CallTraits {
    switch self {
    case .pluginDescribe:
      CallTraits(
        name: "plugin.describe", deadline: .open, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .repeated)
    case .pluginOpen:
      CallTraits(
        name: "plugin.open", deadline: .open, makes: .pluginClose, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .opening)
    case .pluginClose:
      CallTraits(
        name: "plugin.close", deadline: .release, makes: nil, afterEnd: .nothing, effect: .none,
        isSecret: false, replay: .opening)
    case .pluginAbility:
      CallTraits(
        name: "plugin.ability", deadline: .open, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .repeated)
    case .cameraList:
      CallTraits(
        name: "camera.list", deadline: .step, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .never)
    case .cameraOpen:
      CallTraits(
        name: "camera.open", deadline: .create, makes: .cameraClose, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .never)
    case .cameraNextFrame:
      CallTraits(
        name: "camera.next_frame", deadline: .wait, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .cameraCancel:
      CallTraits(
        name: "camera.cancel", deadline: .release, makes: nil, afterEnd: .isLost, effect: .cancels,
        isSecret: false, replay: .never)
    case .cameraClose:
      CallTraits(
        name: "camera.close", deadline: .release, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .trackerCreate:
      CallTraits(
        name: "face-tracker.create", deadline: .create, makes: .trackerDestroy, afterEnd: .startsAgain,
        effect: .none,
        isSecret: false, replay: .repeated)
    case .trackerTrack:
      CallTraits(
        name: "face-tracker.track", deadline: .step, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .repeated)
    case .trackerReset:
      CallTraits(
        name: "face-tracker.reset", deadline: .step, makes: nil, afterEnd: .nothing, effect: .none,
        isSecret: false, replay: .repeated)
    case .trackerDestroy:
      CallTraits(
        name: "face-tracker.destroy", deadline: .release, makes: nil, afterEnd: .nothing, effect: .none,
        isSecret: false, replay: .repeated)
    case .captureCreate:
      CallTraits(
        name: "face-capture.create", deadline: .create, makes: .captureDestroy, afterEnd: .startsAgain,
        effect: .none,
        isSecret: false, replay: .repeated)
    case .captureStep:
      CallTraits(
        name: "face-capture.step", deadline: .step, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .repeated)
    case .captureDestroy:
      CallTraits(
        name: "face-capture.destroy", deadline: .release, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .repeated)
    case .matcherDescribe:
      CallTraits(
        name: "matcher.describe", deadline: .open, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .repeated)
    case .matcherCreate:
      CallTraits(
        name: "matcher.create", deadline: .create, makes: .matcherDestroy, afterEnd: .startsAgain,
        effect: .none,
        isSecret: false, replay: .repeated)
    case .matcherExtract:
      CallTraits(
        name: "matcher.extract", deadline: .extract, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .repeated)
    case .matcherCompare:
      CallTraits(
        name: "matcher.compare", deadline: .compare, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .repeated)
    case .matcherCompareMany:
      CallTraits(
        name: "matcher.compare_many", deadline: .compare, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .repeated)
    case .matcherDestroy:
      CallTraits(
        name: "matcher.destroy", deadline: .release, makes: nil, afterEnd: .nothing, effect: .none,
        isSecret: false, replay: .repeated)
    case .cameraControlModes:
      CallTraits(
        name: "camera-control.modes", deadline: .step, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .never)
    case .cameraControlControls:
      CallTraits(
        name: "camera-control.controls", deadline: .step, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .never)
    case .cameraControlSet:
      CallTraits(
        name: "camera-control.set", deadline: .step, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .never)
    case .watchOpen:
      CallTraits(
        name: "device-watch.open", deadline: .create, makes: .watchClose, afterEnd: .startsAgain,
        effect: .none,
        isSecret: false, replay: .never)
    case .watchNext:
      CallTraits(
        name: "device-watch.next", deadline: .wait, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .watchCancel:
      CallTraits(
        name: "device-watch.cancel", deadline: .release, makes: nil, afterEnd: .isLost, effect: .cancels,
        isSecret: false, replay: .never)
    case .watchClose:
      CallTraits(
        name: "device-watch.close", deadline: .release, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .microphoneList:
      CallTraits(
        name: "microphone.list", deadline: .step, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .never)
    case .microphoneOpen:
      CallTraits(
        name: "microphone.open", deadline: .create, makes: .microphoneClose, afterEnd: .startsAgain,
        effect: .none,
        isSecret: false, replay: .never)
    case .microphoneRead:
      CallTraits(
        name: "microphone.read", deadline: .wait, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .microphoneCancel:
      CallTraits(
        name: "microphone.cancel", deadline: .release, makes: nil, afterEnd: .isLost, effect: .cancels,
        isSecret: false, replay: .never)
    case .microphoneClose:
      CallTraits(
        name: "microphone.close", deadline: .release, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .cardList:
      CallTraits(
        name: "card-reader.list", deadline: .step, makes: nil, afterEnd: .startsAgain, effect: .none,
        isSecret: false, replay: .never)
    case .cardConnect:
      CallTraits(
        name: "card-reader.connect", deadline: .create, makes: .cardClose, afterEnd: .startsAgain,
        effect: .none,
        isSecret: false, replay: .never)
    case .cardStatus:
      CallTraits(
        name: "card-reader.status", deadline: .step, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .cardTransmit:
      CallTraits(
        name: "card-reader.transmit", deadline: .cardCommand, makes: nil, afterEnd: .isLost, effect: .acts,
        isSecret: true, replay: .never)
    case .cardBegin:
      CallTraits(
        name: "card-reader.begin", deadline: .step, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .cardEnd:
      CallTraits(
        name: "card-reader.end", deadline: .cardCommand, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .cardReconnect:
      CallTraits(
        name: "card-reader.reconnect", deadline: .create, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .cardDisconnect:
      CallTraits(
        name: "card-reader.disconnect", deadline: .cardCommand, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    case .cardControl:
      CallTraits(
        name: "card-reader.control", deadline: .cardCommand, makes: nil, afterEnd: .isLost, effect: .acts,
        isSecret: true, replay: .never)
    case .cardAttribute:
      CallTraits(
        name: "card-reader.attribute", deadline: .step, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: true, replay: .never)
    case .cardSetAttribute:
      CallTraits(
        name: "card-reader.set_attribute", deadline: .step, makes: nil, afterEnd: .isLost, effect: .acts,
        isSecret: true, replay: .never)
    case .cardCancel:
      CallTraits(
        name: "card-reader.cancel", deadline: .release, makes: nil, afterEnd: .isLost, effect: .cancels,
        isSecret: false, replay: .never)
    case .cardClose:
      CallTraits(
        name: "card-reader.close", deadline: .release, makes: nil, afterEnd: .isLost, effect: .none,
        isSecret: false, replay: .never)
    }
  }
}
