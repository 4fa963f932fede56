// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities; change that, not this.
// swift-format-ignore-file

/// Every call that a host makes on a plugin, with its number in messages and recordings. A number never gets
/// another meaning.
public enum CallFunction: UInt16, Sendable, CaseIterable {
  // The entry, imprint/plugin.h
  case pluginDescribe = 3
  case pluginOpen = 1
  case pluginClose = 2
  case pluginAbility = 4
  // imprint.camera/1
  case cameraList = 16
  case cameraOpen = 17
  case cameraNextFrame = 18
  case cameraCancel = 19
  case cameraClose = 20
  // imprint.face-tracker/1
  case trackerCreate = 32
  case trackerTrack = 33
  case trackerReset = 34
  case trackerDestroy = 35
  // imprint.camera-control/1
  case cameraControlModes = 80
  case cameraControlControls = 81
  case cameraControlSet = 82
  // imprint.device-watch/1
  case watchOpen = 96
  case watchNext = 97
  case watchCancel = 98
  case watchClose = 99
  // imprint.microphone/1
  case microphoneList = 112
  case microphoneOpen = 113
  case microphoneRead = 114
  case microphoneCancel = 115
  case microphoneClose = 116
  // imprint.card-reader/1
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
  // imprint.voice-extractor/1
  case voiceFormats = 144
  case voiceCreate = 145
  case voiceExtract = 146
  case voiceMeasure = 148
  case voiceDestroy = 147
  // imprint.face-extractor/1
  case faceExtractorFormats = 160
  case faceExtractorCreate = 161
  case faceExtractorExtract = 162
  case faceExtractorDestroy = 163
  // imprint.matcher/2
  case matcherFormats = 176
  case matcherCreate = 177
  case matcherCompare = 178
  case matcherCompareMany = 179
  case matcherFuse = 180
  case matcherDestroy = 181
  // imprint.matcher-search/1
  case searchForms = 192
  case searchCreate = 193
  case searchPrepare = 194
  case searchSearch = 195
  case searchDestroy = 196
  // imprint.finger-extractor/1
  case fingerExtractorFormats = 208
  case fingerExtractorCreate = 209
  case fingerExtractorExtract = 210
  case fingerExtractorDestroy = 211
  // imprint.face-capture/2
  case captureCreate = 224
  case captureStep = 225
  case captureDestroy = 226
  // imprint.finger-reader/1
  case fingerReaderList = 240
  case fingerReaderOpen = 241
  case fingerReaderNextEvent = 242
  case fingerReaderCancel = 243
  case fingerReaderClose = 244
  // imprint.speech-recognizer/1
  case speechBundles = 256
  case speechPronunciations = 257
  case speechCreate = 258
  case speechStep = 259
  case speechFinish = 260
  case speechReset = 261
  case speechDestroy = 262
  // imprint.finger-explainer/1
  case fingerExplainerCreate = 272
  case fingerExplainerExplain = 273
  case fingerExplainerDestroy = 274
}
