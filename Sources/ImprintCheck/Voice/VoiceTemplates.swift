// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What it makes of voices.
extension VoiceExtractorChecks {
  /// Voices that are heard.
  private static let people = 6

  static let givesTemplates = check(
    "gives-templates", "A voice gets a template, or a refusal with its reason."
  ) { probe, _ in
    var refusal: CallAnswer?
    var made = 0
    for person in 0..<people {
      let voice = probe.voice(person)
      probe.note("extract: \(voice.words)")
      let extraction = try probe.extract(voice)
      try expect(extraction.answer, isOneOf: [IMP_OK, IMP_E_QUALITY], call, "for \(voice.words)")
      guard extraction.answer.status == IMP_OK else {
        refusal = extraction.answer
        continue
      }
      made += 1
      try expect(
        extraction.length > 0, "for \(voice.words) it gave a template of no bytes.", place: call)
    }
    if made == 0, let refusal {
      throw CheckSkip("it makes no template of any made-up voice: \(refusal.words).")
    }
  }

  static let sameTemplate = ConformanceCheck(
    .voice, "same-sound-same-template", "The same sound gives the same template, whatever came between.",
    rules: ["R-14"], deadline: .seconds(60), scope: scope
  ) { subject, random in
    let plugin = try subject.open()
    for probe in try probes(plugin, note: { subject.note($0) }) {
      let voice = probe.voice(2)
      let first = try probe.template(of: voice)
      func same(_ other: [UInt8], _ when: String) throws {
        guard let place = MatcherChecks.differing(first, other) else { return }
        throw CheckFailure("\(when) the same sound gave another template: \(place) (R-14).", place: call)
      }
      try same(try probe.template(of: voice), "right after the first call")
      for person in [0, 1] { _ = try probe.extract(probe.voice(person, milliseconds: 2000)) }
      try same(try probe.template(of: voice), "after two other voices")
      for sound in plainSounds(probe, &random).prefix(4) { _ = try probe.extract(sound) }
      _ = try probe.extract(LentSound(voice) { $0.rate += 1 })
      try same(try probe.template(of: voice), "after sound without a voice, and of another rate,")
      try same(try VoiceProbe(plugin, probe.format).template(of: voice), "with a new extractor")
      let anew = try VoiceProbe(subject.open(), probe.format)
      try same(try anew.template(of: voice), "with the plugin opened anew")
    }
  }

  static let sameAfterRestart = ConformanceCheck(
    .voice, "same-after-restart", "Templates are the same in the next process.", rules: ["R-14"],
    deadline: .seconds(60), scope: scope
  ) { subject, _ in
    let made = try probes(subject.open()).flatMap { probe in
      try (0..<3).flatMap { try probe.template(of: probe.voice($0)) }
    }
    // The second process finds what the first one left, and compares.
    let file = subject.scratch + "/templates"
    if let before = try Scratch.read(file) {
      guard let place = MatcherChecks.differing(before, made) else { return }
      throw CheckFailure(
        "another process made other templates of the same sound: \(place) (R-14).", place: call)
    }
    try Scratch.write(made, to: file)
    try subject.runAgain("voice.same-after-restart")
  }

  static let templateLength = check(
    "template-length", "Templates are as long as their format says.", rules: ["R-01"]
  ) { probe, _ in
    let (fixed, most) = (Int(probe.format.template_bytes_fixed), Int(probe.format.template_bytes_max))
    for (person, milliseconds) in [500, 1000, 1500, 2000, 3000, 4500].enumerated() {
      let voice = probe.voice(person, milliseconds: milliseconds)
      let extraction = try probe.extract(voice)
      guard extraction.answer.status == IMP_OK else {
        // Short ones may well be refused.
        if milliseconds >= 3000 { _ = try probe.template(of: voice) }
        continue
      }
      let length = extraction.length
      try expect(
        fixed == 0 || length == fixed,
        "the template of \(voice.words) has \(length) bytes; template_bytes_fixed says \(fixed).",
        place: call)
      try expect(
        (1...max(1, most)).contains(length),
        "the template of \(voice.words) has \(length) bytes; 1...\(most) were listed.", place: call)
    }
  }

  static let templateVersion = check(
    "template-version", "A template has the version that its format says, and fields for later use are 0.",
    rules: ["R-21"]
  ) { probe, _ in
    let voice = probe.voice(0)
    _ = try probe.template(of: voice)
    let extraction = try probe.extract(voice).said.extraction
    try expect(
      extraction.version == probe.format.version,
      "it is said to have version \(extraction.version); its format has \(probe.format.version).",
      place: call)
    try expect(
      extraction.size == structSize(imp_extraction.self),
      "it changed the extraction's size field to \(extraction.size) (R-20).", place: call)
    try expect(
      extraction.reserved == 0, "it left \(extraction.reserved) in a reserved field (R-21).", place: call)
  }

  static let qualityInRange = check(
    "quality-in-range", "Quality is 0 to 100, or negative where it was not measured."
  ) { probe, random in
    for sound in (0..<people).map({ probe.voice($0) }) + plainSounds(probe, &random) {
      let extraction = try probe.extract(sound)
      guard extraction.answer.status == IMP_OK else { continue }
      let quality = extraction.said.extraction.quality
      try expect(
        quality.isFinite && quality <= 100,
        "the quality of \(sound.words) is \(quality); 0...100 or negative is expected.", place: call)
    }
  }

  static let voicesDiffer = check(
    "different-voices-differ", "Different voices get different templates."
  ) { probe, _ in
    let templates = try (0..<people).map { try probe.template(of: probe.voice($0)) }
    for (index, template) in templates.enumerated() {
      guard let other = templates[..<index].firstIndex(of: template) else { continue }
      throw CheckFailure(
        "voices \(other) and \(index) got the same template; nobody can be told from anybody by it.",
        place: call)
    }
  }

  // MARK: Memory

  static let shortBuffer = check(
    "short-buffer-then-enough",
    "Room that is too short is left as it is, and the same call with more gives the same.",
    rules: ["R-01", "R-14", "R-22"]
  ) { probe, _ in
    let voice = probe.voice(0)
    let lent = try LentSound(voice)
    let whole = try VoiceProbe(probe.plugin, probe.format).template(of: voice)
    _ = try probe.template(of: probe.voice(1))
    for capacity in Set([0, 1, whole.count / 2, whole.count - 1]).sorted() where capacity < whole.count {
      let what = "for room of \(capacity) bytes and a template of \(whole.count)"
      probe.note("extract: \(what)")
      let short = try probe.extract(lent, capacity: capacity)
      try expect(short.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], call, what)
      let needed = short.length == VoiceProbe.Extraction.unset ? "nothing" : "\(short.length) bytes"
      try expect(
        short.length == whole.count, "\(what) it says that it needs \(needed) (R-01).", place: call)
      try expect(
        short.isUntouched,
        "\(what) it wrote into the room or the extraction; nothing is to be written (R-01).", place: call)
      let again = try probe.extract(lent, capacity: short.length)
      try expectSuccess(again.answer, call, "for the room that it had asked for")
      if let place = MatcherChecks.differing(whole, again.payload) {
        throw CheckFailure(
          "after room that was too short the same sound gave another template: \(place) (R-01).",
          place: call)
      }
    }
  }

  static let dirtyRoom = check(
    "room-may-hold-anything", "What the lent room held before does not show in what comes back.",
    rules: ["R-01", "R-14"]
  ) { probe, _ in
    let voice = probe.voice(0)
    let lent = try LentSound(voice)
    _ = try probe.template(of: lent, voice.words)
    let clean = try probe.extract(lent, fill: 0)
    for fill in [0xFF, 0xA5] as [UInt8] {
      let dirty = try probe.extract(lent, fill: fill)
      if let place = MatcherChecks.differing(clean.payload, dirty.payload) {
        throw CheckFailure(
          "room full of \(fill) gave another template than room full of 0: \(place) (R-14).",
          place: call)
      }
      try expect(
        dirty.room[dirty.length...].allSatisfy { $0 == fill },
        "it wrote behind the \(dirty.length) bytes that it says it wrote (R-01).", place: call)
    }
  }

  static let outputsUntouched = check(
    "failure-leaves-outputs", "A call that fails leaves what it was lent as it was.", rules: ["R-22"]
  ) { probe, _ in
    let voice = probe.voice(0)
    var broken = voice
    broken.samples[broken.samples.count / 2] = .nan
    let rate = Int(probe.format.rate)
    let sounds: [(words: String, lent: LentSound)] = [
      ("sound of another rate", try LentSound(voice) { $0.rate += 1 }),
      ("a frame too little", try LentSound(silence: probe.shortest - 1, rate: rate)),
      ("a sample that is not a number", try LentSound(broken)),
      ("silence", try LentSound(silence: probe.frames(milliseconds: 3000), rate: rate)),
      ("a wrong size field", try LentSound(voice) { $0.size += 8 }),
    ]
    for sound in sounds {
      probe.note("extract: for \(sound.words)")
      let extraction = try probe.extract(sound.lent)
      if extraction.answer.status == IMP_OK { continue }
      try expect(
        extraction.isUntouched && extraction.length == VoiceProbe.Extraction.unset,
        "for \(sound.words) it answered \(extraction.answer.words), and wrote into template or extraction "
          + "(R-22).", place: call)
    }
  }

  static let onlyRead = check(
    "sound-is-only-read", "Sound is read within its bounds, and never written.", rules: ["R-02"]
  ) { probe, _ in
    for person in 0..<2 {
      let voice = probe.voice(person)
      probe.note("extract: \(voice.words) in memory that cannot be written, a forbidden page behind it")
      let behind = try probe.extract(LentSound(voice))
      probe.note("extract: \(voice.words) in memory that cannot be written, a forbidden page before it")
      let before = try probe.extract(LentSound(voice, offset: 0))
      try expectAlike(behind, before, "\(voice.words) right behind a forbidden page")
    }
  }

  static let anyAddress = check(
    "sound-at-any-address", "Sound may begin at any address that is a multiple of a sample's bytes."
  ) { probe, _ in
    let voice = probe.voice(0)
    let plain = try probe.extract(LentSound(voice, offset: 0))
    for offset in [4, 8, 12, 16, 20, 32, 60, 64] {
      let what = "\(voice.words), \(offset) bytes behind a multiple of 64"
      probe.note("extract: \(what)")
      try expectAlike(plain, try probe.extract(LentSound(voice, offset: offset)), what)
    }
  }

  /// Fails unless the same sound at another place got the same answer.
  private static func expectAlike(
    _ plain: VoiceProbe.Extraction, _ other: VoiceProbe.Extraction, _ what: String
  ) throws {
    try expect(
      other.answer.status == plain.answer.status,
      "for \(what) it answered \(other.answer.words); the same sound elsewhere got \(plain.answer.words).",
      place: call)
    guard plain.answer.status == IMP_OK,
      let place = MatcherChecks.differing(plain.payload, other.payload)
    else { return }
    throw CheckFailure(
      "for \(what) it gave another template than for the same sound elsewhere: \(place) (R-14).",
      place: call)
  }

  static let nothingKept = check(
    "nothing-is-kept", "After a call nothing that was lent for it is looked at.", rules: ["R-02"]
  ) { probe, _ in
    // Held, so that the addresses are not used again; and forbidden, so that looking there is a signal.
    var held: [LentSound] = []
    for person in [0, 1, 0] {
      probe.note("extract: what create and earlier calls were lent cannot be read any more")
      let lent = try LentSound(probe.voice(person))
      _ = try probe.extract(lent)
      lent.forbid()
      held.append(lent)
    }
    // Another voice where the one before was.
    let voices = [probe.voice(0), probe.voice(1)]
    let alone = try voices.map { try VoiceProbe(probe.plugin, probe.format).template(of: $0) }
    let place = try LentSound(voices[0])
    for person in [0, 1, 0] {
      place.replace(by: voices[person])
      let template = try probe.template(of: place, voices[person].words)
      guard let difference = MatcherChecks.differing(alone[person], template) else { continue }
      throw CheckFailure(
        "a voice at the address of one before got another template than elsewhere: \(difference) (R-02).",
        place: call)
    }
    withExtendedLifetime(held) {}
  }
}
