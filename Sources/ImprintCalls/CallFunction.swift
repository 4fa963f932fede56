// SPDX-License-Identifier: Apache-2.0

/// Every call that a host makes on a plugin, with its number in messages and recordings. A number never gets
/// another meaning.
public enum CallFunction: UInt16, Sendable, CaseIterable {
  /// What the entry says: contract versions and descriptor. On the library.
  case pluginDescribe = 3
  /// On the library; gives an opened plugin as an object.
  case pluginOpen = 1
  /// From here on each is made on an opened plugin, or on an object made from one.
  case pluginClose = 2
  case pluginAbility = 4

  case cameraList = 16
  case cameraOpen = 17
  case cameraNextFrame = 18
  case cameraCancel = 19
  case cameraClose = 20

  case trackerCreate = 32
  case trackerTrack = 33
  case trackerReset = 34
  case trackerDestroy = 35

  case captureCreate = 48
  case captureStep = 49
  case captureDestroy = 50

  case matcherDescribe = 64
  case matcherCreate = 65
  case matcherExtract = 66
  case matcherCompare = 67
  case matcherCompareMany = 68
  case matcherDestroy = 69

  case cameraControlModes = 80
  case cameraControlControls = 81
  case cameraControlSet = 82

  case watchOpen = 96
  case watchNext = 97
  case watchCancel = 98
  case watchClose = 99

  case microphoneList = 112
  case microphoneOpen = 113
  case microphoneRead = 114
  case microphoneCancel = 115
  case microphoneClose = 116

  case cardList = 128
  case cardConnect = 129
  case cardStatus = 130
  case cardTransmit = 131
  case cardBegin = 132
  case cardEnd = 133
  case cardReconnect = 134
  case cardDisconnect = 135
  case cardControl = 136
  case cardAttribute = 137
  case cardSetAttribute = 138
  case cardCancel = 139
  case cardClose = 140

  /// Its name for people, and in recordings.
  public var name: String {
    switch self {
    case .pluginDescribe: "plugin.describe"
    case .pluginOpen: "plugin.open"
    case .pluginClose: "plugin.close"
    case .pluginAbility: "plugin.ability"
    case .cameraList: "camera.list"
    case .cameraOpen: "camera.open"
    case .cameraNextFrame: "camera.next_frame"
    case .cameraCancel: "camera.cancel"
    case .cameraClose: "camera.close"
    case .trackerCreate: "face-tracker.create"
    case .trackerTrack: "face-tracker.track"
    case .trackerReset: "face-tracker.reset"
    case .trackerDestroy: "face-tracker.destroy"
    case .captureCreate: "face-capture.create"
    case .captureStep: "face-capture.step"
    case .captureDestroy: "face-capture.destroy"
    case .matcherDescribe: "matcher.describe"
    case .matcherCreate: "matcher.create"
    case .matcherExtract: "matcher.extract"
    case .matcherCompare: "matcher.compare"
    case .matcherCompareMany: "matcher.compare_many"
    case .matcherDestroy: "matcher.destroy"
    case .cardList: "card-reader.list"
    case .cardConnect: "card-reader.connect"
    case .cardStatus: "card-reader.status"
    case .cardTransmit: "card-reader.transmit"
    case .cardBegin: "card-reader.begin"
    case .cardEnd: "card-reader.end"
    case .cardReconnect: "card-reader.reconnect"
    case .cardDisconnect: "card-reader.disconnect"
    case .cardControl: "card-reader.control"
    case .cardAttribute: "card-reader.attribute"
    case .cardSetAttribute: "card-reader.set_attribute"
    case .cardCancel: "card-reader.cancel"
    case .cardClose: "card-reader.close"
    case .cameraControlModes: "camera-control.modes"
    case .cameraControlControls: "camera-control.controls"
    case .cameraControlSet: "camera-control.set"
    case .watchOpen: "device-watch.open"
    case .watchNext: "device-watch.next"
    case .watchCancel: "device-watch.cancel"
    case .watchClose: "device-watch.close"
    case .microphoneList: "microphone.list"
    case .microphoneOpen: "microphone.open"
    case .microphoneRead: "microphone.read"
    case .microphoneCancel: "microphone.cancel"
    case .microphoneClose: "microphone.close"
    }
  }

  /// Whether what it carries may be a PIN or a key: no recording keeps it, not even one that keeps all else.
  public var carriesSecrets: Bool {
    switch self {
    case .cardTransmit, .cardControl, .cardAttribute, .cardSetAttribute: true
    default: false
    }
  }

  /// Whether a carrier whose other side has ended begins anew for it. Not for what only ends or continues an
  /// object: with the other side, the object is gone.
  public var beginsAnew: Bool {
    switch self {
    case .pluginClose, .cameraNextFrame, .cameraCancel, .cameraClose, .trackerReset, .trackerDestroy,
      .captureStep, .captureDestroy, .matcherDestroy, .watchNext, .watchCancel, .watchClose, .microphoneRead,
      .microphoneCancel, .microphoneClose:
      false
    case .cardStatus, .cardTransmit, .cardBegin, .cardEnd, .cardReconnect, .cardDisconnect, .cardControl,
      .cardAttribute, .cardSetAttribute, .cardCancel, .cardClose:
      false
    default: true
    }
  }

  /// Whether its object ends with the other side, and is never made again: a device that is open, a capture.
  public var isOfWhatEnds: Bool {
    switch self {
    case .cameraNextFrame, .cameraCancel, .cameraClose, .captureStep, .captureDestroy, .watchNext,
      .watchCancel, .watchClose, .microphoneRead, .microphoneCancel, .microphoneClose, .cardStatus,
      .cardTransmit, .cardBegin, .cardEnd, .cardReconnect, .cardDisconnect, .cardControl, .cardAttribute,
      .cardSetAttribute, .cardCancel, .cardClose:
      true
    default: false
    }
  }

  /// Whether it does something to a card or its reader that a second time would do again, such as counting a wrong PIN.
  public var mayHaveActed: Bool {
    switch self {
    case .cardTransmit, .cardControl, .cardSetAttribute: true
    default: false
    }
  }

  /// Whether it ends another call's waiting, and must not wait itself.
  ///
  /// Every function is named: one that is left out would wait behind the very call that it is to end.
  public var isCancel: Bool {
    switch self {
    case .cameraCancel, .watchCancel, .microphoneCancel, .cardCancel: true
    case .pluginDescribe, .pluginOpen, .pluginClose, .pluginAbility, .cameraList, .cameraOpen,
      .cameraNextFrame, .cameraClose, .trackerCreate, .trackerTrack, .trackerReset, .trackerDestroy,
      .captureCreate, .captureStep, .captureDestroy, .matcherDescribe, .matcherCreate, .matcherExtract,
      .matcherCompare, .matcherCompareMany, .matcherDestroy, .cameraControlModes, .cameraControlControls,
      .cameraControlSet, .watchOpen, .watchNext, .watchClose, .microphoneList, .microphoneOpen,
      .microphoneRead, .microphoneClose, .cardList, .cardConnect, .cardStatus, .cardTransmit, .cardBegin,
      .cardEnd, .cardReconnect, .cardDisconnect, .cardControl, .cardAttribute, .cardSetAttribute,
      .cardClose:
      false
    }
  }
}
