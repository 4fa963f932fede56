// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintModel

/// The formats that are listed, and the sound that they take.
extension VoiceExtractorChecks {
  static let lists = ConformanceCheck(
    .voice, "lists-its-formats",
    "Formats are listed whole or not at all, 1 to 16, each in its range and once, the same each time.",
    rules: ["R-01", "R-20", "R-21"], scope: scope
  ) { subject, _ in
    let plugin = try subject.open()
    let list = try VoiceProbe.formats(plugin)
    try list.expectWholeOrNothing()
    let formats = try list.whole()
    try expect(
      (1...16).contains(formats.count), "it lists \(formats.count) formats; 1 to 16 are expected.",
      place: list.call)
    let names = try formats.map { try VoiceProbe.name(of: $0) }
    for (name, format) in zip(names, formats) {
      if let wrong = problem(of: format, named: name) {
        throw CheckFailure("of the format \(name.debugDescription) it says \(wrong).", place: list.call)
      }
    }
    try expect(
      Set(names).count == names.count, "two formats have the same name: \(names).", place: list.call)
    let said = try formats.map(words)
    for when in ["right after the first time", "after an extractor was made and destroyed"] {
      let again = try list.whole().map(words)
      try expect(
        again == said, "\(when) it lists \(again); it had listed \(said), which is to stay until close.",
        place: list.call)
      _ = try VoiceProbe(plugin)
    }
  }

  /// What is wrong with a format; `nil` where nothing is.
  private static func problem(of format: imp_voice_format, named name: String) -> String? {
    if format.version == 0 { return "version 0; they count from 1" }
    // It goes into the envelope of templates.
    if TemplateFormat(algorithm: name, version: format.version) == nil {
      return "a name that is not 1 to 63 of a-z, 0-9, . and -"
    }
    let most = 1...UInt32(Template.maximumPayload)
    if !most.contains(format.template_bytes_max) {
      return "template_bytes_max \(format.template_bytes_max); \(most) is expected"
    }
    if format.template_bytes_fixed != 0, format.template_bytes_fixed != format.template_bytes_max {
      return "template_bytes_fixed \(format.template_bytes_fixed), and template_bytes_max "
        + "\(format.template_bytes_max); where all have one length, both are that"
    }
    if !(8000...48_000).contains(format.rate) { return "rate \(format.rate); 8000...48000 is expected" }
    if format.shortest_ms == 0 { return "shortest_ms 0; it counts from 1" }
    if format.longest_ms < format.shortest_ms || format.longest_ms > 600_000 {
      return "longest_ms \(format.longest_ms); \(format.shortest_ms) (shortest_ms) to 600000 is expected"
    }
    return format.reserved == 0 ? nil : "\(format.reserved) in a reserved field (R-21)"
  }

  /// All that is said of a format, for comparing. What stands behind a name's end does not count.
  private static func words(of format: imp_voice_format) throws -> String {
    let name = try VoiceProbe.name(of: format)
    let lengths = "\(format.template_bytes_max) (\(format.template_bytes_fixed)) bytes"
    let sound = "\(format.shortest_ms) to \(format.longest_ms) ms at \(format.rate)"
    return "\(name)/\(format.version) of \(lengths), of \(sound)"
  }

  static let options = check(
    "refuses-options", "Options out of their range are refused, and no extractor is made.", rules: ["R-22"]
  ) { probe, _ in
    let listed = try VoiceProbe.formats(probe.plugin).whole().map { try VoiceProbe.name(of: $0) }
    let name = try VoiceProbe.name(of: probe.format)
    func refused(_ format: [UInt8], threads: UInt32 = 1, _ wanted: [imp_status], _ words: String) throws {
      probe.note("create: for \(words)")
      let creation = try VoiceProbe.create(probe.plugin, format: format, threads: threads)
      if let made = creation.extractor { probe.table.destroy(made) }
      try expect(creation.answer, isOneOf: wanted, "voice-extractor.create", "for \(words)")
      try expect(
        creation.isUntouched, "it refused \(words) and changed *extractor all the same (R-22).",
        place: "voice-extractor.create")
    }
    try refused(Array(name.utf8), threads: 0, [IMP_E_ARGUMENT], "threads 0 (from 1)")
    let others = [
      "no.such-format", name + "x", name + "/1", String(name.dropLast()), name.uppercased(), "x" + name,
      String(repeating: "x", count: 5000),
    ]
    for other in others where !other.isEmpty && !listed.contains(other) {
      let words = "the format \(other.prefix(80).debugDescription), which it does not list,"
      try refused(Array(other.utf8), [IMP_E_UNSUPPORTED], words)
    }
    // No names at all.
    let garbage: [(words: String, format: [UInt8])] = [
      ("a format's name of no bytes", []), ("a format's name with a null byte", Array(name.utf8) + [0]),
      ("a format's name that is no UTF-8", [0xFF, 0xFE, 0x80]),
    ]
    for (words, format) in garbage { try refused(format, [IMP_E_UNSUPPORTED, IMP_E_ARGUMENT], words) }
  }

  static let sizeFields = check(
    "refuses-wrong-sizes", "A struct whose size field is wrong is refused before it is looked at.",
    rules: ["R-20"]
  ) { probe, _ in
    try VoiceProbe.formats(probe.plugin).expectSizesLookedAt("imp_voice_format")
    let (name, voice) = (try VoiceProbe.name(of: probe.format), probe.voice(0))
    for change in [-8, 8] {
      func wrong(_ size: inout UInt32) { size = UInt32(Int(size) + change) }
      func refused(_ answer: CallAnswer, _ call: String, _ name: String) throws {
        try expect(
          answer, isOneOf: [IMP_E_ABI], "voice-extractor.\(call)",
          "for an \(name) whose size field is not its size (R-20)")
      }
      let creation = try VoiceProbe.create(
        probe.plugin, format: Array(name.utf8), change: { wrong(&$0.size) })
      if let made = creation.extractor { probe.table.destroy(made) }
      try refused(creation.answer, "create", "imp_voice_extractor_options")
      let sound = try LentSound(voice) { wrong(&$0.size) }
      try refused(try probe.extract(sound).answer, "extract", "imp_sound")
      let extraction = try probe.extract(LentSound(voice)) { wrong(&$0.size) }
      try refused(extraction.answer, "extract", "imp_extraction")
    }
  }

  // MARK: What it takes

  static let otherSound = check(
    "refuses-other-sound", "Sound of another rate, layout or length than the format takes is refused."
  ) { probe, _ in
    var voice = probe.voice(0)
    // Whole frames, should it be taken for two channels.
    if voice.samples.count % 2 == 1, voice.samples.count > probe.shortest { voice.samples.removeLast() }
    let image = [IMP_E_IMAGE]
    // Values that no sound has, or bytes that are no whole frames.
    let either = [IMP_E_IMAGE, IMP_E_ARGUMENT]
    let others: [(words: String, wanted: [imp_status], change: (inout imp_sound) -> Void)] = [
      ("of one frame a second more", image, { $0.rate += 1 }),
      ("of one frame a second less", image, { $0.rate -= 1 }),
      ("of twice the rate", image, { $0.rate *= 2 }),
      ("of 0 frames a second", either, { $0.rate = 0 }),
      ("of \(UInt32.max) frames a second", either, { $0.rate = .max }),
      ("of 2 channels", voice.samples.count % 2 == 0 ? image : either, { $0.channels = 2 }),
      ("of no channel", either, { $0.channels = 0 }),
      ("of 65 channels", either, { $0.channels = 65 }),
      ("of the format IMP_AUDIO_S32", image, { $0.format = UInt32(IMP_AUDIO_S32) }),
      ("of the format IMP_AUDIO_S16", image, { $0.format = UInt32(IMP_AUDIO_S16) }),
      ("of the format 0", either, { $0.format = 0 }),
      ("of the format 99", either, { $0.format = 99 }),
      ("of no bytes", image, { $0.samples = imp_bytes() }),
      ("without the last byte of a frame", either, { $0.samples.length -= 1 }),
    ]
    for other in others {
      let what = "for sound \(other.words)"
      probe.note("extract: \(what)")
      let answer = try probe.extract(LentSound(voice, change: other.change)).answer
      try expect(answer, isOneOf: other.wanted, call, what)
    }
    let rate = Int(probe.format.rate)
    // Longer by a thousandth of a second, so that it does not matter how a plugin rounds.
    let tooLong = ((Int(probe.format.longest_ms) + 1) * rate + 999) / 1000
    for frames in [0, 1, probe.shortest / 2, probe.shortest - 1, tooLong] {
      let what = "for \(frames) frames, where it takes \(probe.shortest) to \(probe.longest),"
      probe.note("extract: \(what)")
      let answer = try probe.extract(LentSound(silence: frames, rate: rate)).answer
      try expect(answer, isOneOf: image, call, what)
    }
  }

  static let noNumbers = check(
    "refuses-what-is-no-number", "Sound with a sample that is not a number, or infinite, is refused."
  ) { probe, random in
    let voice = probe.voice(0)
    let last = voice.samples.count - 1
    for place in Set([0, last / 2, last, Int.random(in: 0...last, using: &random)]).sorted() {
      for value in [Float.nan, .signalingNaN, .infinity, -.infinity] {
        var sound = voice
        sound.samples[place] = value
        let what = "for sound whose sample \(place) of \(last + 1) is \(value)"
        probe.note("extract: \(what)")
        try expect(try probe.extract(sound).answer, isOneOf: [IMP_E_IMAGE], call, what)
      }
    }
  }

  /// Longer ones take a network too long for a check.
  private static let mostSeconds = 20

  static let shortestAndLongest = check(
    "takes-its-shortest-and-longest", "Sound as short and as long as the format says is taken."
  ) { probe, _ in
    let limit = mostSeconds * Int(probe.format.rate)
    for frames in [probe.shortest, probe.longest] where frames <= limit || frames == probe.shortest {
      let sound = DrawnSound.person(0, rate: Int(probe.format.rate), frames: frames)
      probe.note("extract: \(sound.words)")
      let answer = try probe.extract(sound).answer
      try expect(answer, isOneOf: [IMP_OK, IMP_E_QUALITY], call, "for \(sound.words)")
    }
  }

  static let noVoice = check(
    "takes-what-is-no-voice",
    "Sound in which there is no voice, or too little of it, gets a template, or a refusal with its reason."
  ) { probe, random in
    for sound in plainSounds(probe, &random) {
      probe.note("extract: \(sound.words)")
      let extraction = try probe.extract(sound)
      try expect(extraction.answer, isOneOf: [IMP_OK, IMP_E_QUALITY], call, "for \(sound.words)")
      try expect(
        extraction.answer.status == IMP_OK || extraction.answer.hasWords,
        "for \(sound.words) it answered \(extraction.answer.words), without a word why.", place: call)
    }
  }

  /// What one would not take for somebody who speaks.
  static func plainSounds(_ probe: VoiceProbe, _ random: inout CheckRandom) -> [DrawnSound] {
    let (rate, voice) = (Int(probe.format.rate), probe.voice(0))
    let frames = voice.samples.count
    func drawn(_ what: String, _ sample: (Int) -> Float) -> DrawnSound {
      DrawnSound(rate: rate, samples: (0..<frames).map(sample), what: what)
    }
    let greatest = Float.greatestFiniteMagnitude
    return [
      .silence(rate: rate, frames: frames), .silence(rate: rate, frames: probe.shortest),
      .noise(rate: rate, frames: frames, &random), .tone(rate: rate, frames: frames),
      drawn("a steady 1") { _ in 1 },
      drawn("a click") { $0 == frames / 2 ? 1 : 0 },
      drawn("silence and a tenth of a second of a voice") { $0 * 10 < rate ? voice.samples[$0] : 0 },
      drawn("a voice of the least numbers there are") { voice.samples[$0] * 0x1p-140 },
      drawn("a voice that is far too faint") { voice.samples[$0] * 1e-4 },
      drawn("a voice that was cut off at full scale") { max(-1, min(1, voice.samples[$0] * 100)) },
      drawn("a voice a hundred times over full scale") { voice.samples[$0] * 200 },
      drawn("the greatest numbers there are, one up and one down") { $0 % 2 == 0 ? greatest : -greatest },
    ]
  }
}
