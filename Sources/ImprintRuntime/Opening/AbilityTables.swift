// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// The tables of an opened plugin's abilities, checked once.
///
/// `@unchecked Sendable`: the tables are the plugin's, and constant until it closes.
struct AbilityTables: @unchecked Sendable {
  private(set) var camera: UnsafePointer<imp_camera_ability>?
  private(set) var cameraControl: UnsafePointer<imp_camera_control_ability>?
  private(set) var deviceWatch: UnsafePointer<imp_device_watch_ability>?
  private(set) var microphone: UnsafePointer<imp_microphone_ability>?
  private(set) var faceTracker: UnsafePointer<imp_face_tracker_ability>?
  private(set) var faceCapture: UnsafePointer<imp_face_capture_ability>?
  private(set) var matcher: UnsafePointer<imp_matcher_ability>?
  private(set) var cardReader: UnsafePointer<imp_card_reader_ability>?

  /// Asks for each ability that the manifest lists.
  /// - Throws: ``AbilityFault`` for one that is not answered, or whose table is not the contract's.
  init(of handle: PluginHandle, ids: [AbilityID]) throws(AbilityFault) {
    for id in ids.map(\.description) {
      let table = try handle.ability(id)
      do throws(ContractBreach) { try check(table, id) } catch { throw .breach(error) }
    }
  }

  private mutating func check(_ table: UnsafeRawPointer, _ id: String) throws(ContractBreach) {
    switch id {
    case IMP_CAMERA_ID: camera = try PluginStruct.table(imp_camera_ability.self, at: table, name: id)
    case IMP_CAMERA_CONTROL_ID:
      cameraControl = try PluginStruct.table(imp_camera_control_ability.self, at: table, name: id)
    case IMP_DEVICE_WATCH_ID:
      deviceWatch = try PluginStruct.table(imp_device_watch_ability.self, at: table, name: id)
    case IMP_MICROPHONE_ID:
      microphone = try PluginStruct.table(imp_microphone_ability.self, at: table, name: id)
    case IMP_FACE_TRACKER_ID:
      faceTracker = try PluginStruct.table(imp_face_tracker_ability.self, at: table, name: id)
    case IMP_FACE_CAPTURE_ID:
      faceCapture = try PluginStruct.table(imp_face_capture_ability.self, at: table, name: id)
    case IMP_MATCHER_ID: matcher = try PluginStruct.table(imp_matcher_ability.self, at: table, name: id)
    case IMP_CARD_READER_ID:
      cardReader = try PluginStruct.table(imp_card_reader_ability.self, at: table, name: id)
    // An ability that only a newer host uses is no fault.
    default: break
    }
  }
}
