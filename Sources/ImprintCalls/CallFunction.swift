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
  public var name: String { traits.name }
}
