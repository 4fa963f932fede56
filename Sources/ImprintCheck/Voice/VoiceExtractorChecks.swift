// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

extension CheckGroup {
  public static let voice = CheckGroup("voice", "Sound to templates.")
}

/// What must hold for plugins with `imprint.voice-extractor/1`.
enum VoiceExtractorChecks: AbilityCheckGroup {
  static let ability = AbilityID.voiceExtractor
  static let group = CheckGroup.voice

  static let all: [ConformanceCheck] =
    [lists, options, sizeFields]
    + [otherSound, noNumbers, shortestAndLongest, noVoice]
    + [givesTemplates, sameTemplate, sameAfterRestart, templateLength, templateVersion, qualityInRange]
    + [voicesDiffer]
    + [shortBuffer, dirtyRoom, outputsUntouched]
    + [onlyRead, anyAddress, nothingKept]

  /// A check of each format that is listed, with an extractor of its own.
  static func check(
    _ what: String, _ title: String, rules: [String] = [],
    _ run: @escaping @Sendable (VoiceProbe, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(group, what, title, rules: rules, deadline: .seconds(60), scope: scope) {
      subject, random in
      for probe in try probes(subject.open(), note: { subject.note($0) }) { try run(probe, &random) }
    }
  }

  /// An extractor of each format that is listed.
  static func probes(
    _ plugin: ProbePlugin, note: @escaping (String) -> Void = { _ in }
  ) throws -> [VoiceProbe] {
    try VoiceProbe.formats(plugin).whole().map { try VoiceProbe(plugin, $0, note: note) }
  }

  /// What sentences about it call one of its calls.
  static let call = "voice-extractor.extract"

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> AbilityWork {
    AbilityWork(
      make: { _ = try VoiceProbe(plugin) },
      once: {
        let probe = try VoiceProbe(plugin)
        _ = try probe.extract(probe.voice(0, milliseconds: 1000))
      },
      repeated: {
        let probe = try VoiceProbe(plugin)
        let lent = try LentSound(probe.voice(0, milliseconds: 1000))
        return RepeatedCall(name: call, count: 100) { _ = try probe.extract(lent) }
      },
      separation: {
        let (first, second) = (try VoiceProbe(plugin), try VoiceProbe(plugin))
        let voice = first.voice(1)
        let alone = try first.template(of: voice)
        for person in [0, 2, 3] { _ = try second.extract(second.voice(person)) }
        try AbilityWork.same(
          alone, try first.template(of: voice), call, "another extractor heard other voices")
      })
  }
}
