// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The parts of listing and opening specific to it.
extension CameraChecks {
  static func list(_ plugin: ProbePlugin) throws -> LentList<imp_camera_info> {
    let table = try plugin.table(IMP_CAMERA_ID, as: imp_camera_ability.self)
    return LentList(call: listCall, plugin: plugin) { table.list(plugin.plugin, $0, $1) }
  }

  static func problem(of info: imp_camera_info) throws -> String? {
    _ = try FixedText.read(info.device, "a housing", place: listCall)
    guard
      info.light <= UInt32(IMP_CAMERA_LIGHT_INFRARED), info.facing <= UInt32(IMP_CAMERA_FACING_EXTERNAL)
    else {
      return "has light \(info.light) and facing \(info.facing), which the contract does not define"
    }
    return info.reserved == 0 ? nil : "has \(info.reserved) in its reserved field (R-21)"
  }

  static func opening(_ plugin: ProbePlugin, _ text: String) throws -> Creation<Void> {
    try CameraProbe.open(plugin, text)
  }

  static let twice = openedTwice(
    "camera", by: { try locator($0, $1) }, first: { try CameraProbe($0, $1).waiting },
    answers: [IMP_OK, IMP_E_FILE])

  static func wrongSizes(
    _ subject: CheckSubject, _ plugin: ProbePlugin, by change: Int
  ) throws -> [WrongSize] {
    let locator = try locator(subject, plugin)
    let options = try CameraProbe.open(plugin, locator, change: imp_camera_options.wrong(by: change)).ended()
    let frame = try CameraProbe(plugin, locator).nextFrame(change: imp_frame.wrong(by: change))
    return [
      WrongSize("\(name).open", "imp_camera_options", options.answer),
      WrongSize("\(name).next_frame", "imp_frame", frame.answer),
    ]
  }
}
