// SPDX-License-Identifier: Apache-2.0

/// Every call that a host makes on a plugin, with its number in messages and recordings. A number never gets
/// another meaning.
public enum CallFunction: UInt16, Sendable, CaseIterable {
  case pluginOpen = 1
  case pluginClose = 2

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
}
