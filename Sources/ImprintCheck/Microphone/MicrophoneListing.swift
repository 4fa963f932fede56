// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The parts of listing and opening specific to it.
extension MicrophoneChecks {
  static func list(_ plugin: ProbePlugin) throws -> LentList<imp_microphone_info> {
    let table = try plugin.table(IMP_MICROPHONE_ID, as: imp_microphone_ability.self)
    return LentList(call: listCall, plugin: plugin) { table.list(plugin.plugin, $0, $1) }
  }

  static func problem(of info: imp_microphone_info) -> String? {
    info.rate_min <= info.rate_max
      ? nil : "takes rates of \(info.rate_min) to \(info.rate_max) frames per second"
  }

  static func opening(_ plugin: ProbePlugin, _ text: String) throws -> Creation<imp_audio_format> {
    try MicrophoneProbe.open(plugin, text)
  }

  static let twice = openedTwice(
    "microphone", by: { try locator($0, $1) }, first: { try MicrophoneProbe($0, $1).waiting },
    answers: [IMP_OK])

  static let options = check(
    "refuses-options",
    "An undefined format or pace, or an impossible rate or number of channels, is refused.",
    rules: ["R-22"]
  ) { subject, plugin, _ in
    let locator = try locator(subject, plugin)
    let wrong: [(words: String, change: (inout imp_microphone_options) -> Void)] = [
      ("the format 99", { $0.format = 99 }), ("the pace 7", { $0.pace = 7 }),
      ("100 channels", { $0.channels = 100 }),
      ("\(UInt32.max) frames per second", { $0.rate = .max }),
      ("1 frame per second", { $0.rate = 1 }),
    ]
    for (words, change) in wrong {
      try MicrophoneProbe.open(plugin, locator, change: change).ended()
        .expectRefused([IMP_E_ARGUMENT, IMP_E_UNSUPPORTED], openCall, "for \(words)")
    }
  }

  static func wrongSizes(
    _ subject: CheckSubject, _ plugin: ProbePlugin, by change: Int
  ) throws -> [WrongSize] {
    let locator = try locator(subject, plugin)
    let options = try MicrophoneProbe.open(
      plugin, locator, change: imp_microphone_options.wrong(by: change)
    ).ended()
    let format = try MicrophoneProbe.open(
      plugin, locator, changeFormat: imp_audio_format.wrong(by: change)
    ).ended()
    let chunk = try MicrophoneProbe(plugin, locator).read(change: imp_audio_chunk.wrong(by: change))
    return [
      WrongSize("\(name).open", "imp_microphone_options", options.answer),
      WrongSize("\(name).open", "imp_audio_format", format.answer),
      WrongSize("\(name).read", "imp_audio_chunk", chunk.answer),
    ]
  }
}
