// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Bundles, and what they know.
extension SpeechRecognizerChecks {
  static func problem(
    of entry: imp_speech_bundle, named name: String, _ plugin: ProbePlugin
  ) throws -> String? {
    let bundle = try SpeechFacts(entry)
    let (models, phrases) = (bundle.can(IMP_SPEECH_CAN_MODEL), bundle.can(IMP_SPEECH_CAN_PHRASES))
    if !name.isSpeechText(1...63) { return "a name that is empty, or has white space" }
    if entry.can >= IMP_SPEECH_CAN_ACTIVITY << 1 { return "can \(entry.can); these bits are not defined" }
    if !models, !phrases, !bundle.can(IMP_SPEECH_CAN_OPEN) {
      return "can \(entry.can); it takes no graph and has no words of its own"
    }
    if !(8000...48_000).contains(entry.rate) { return "rate \(entry.rate); 8000...48000 is expected" }
    if !(1000...120_000).contains(entry.longest_ms) {
      return "longest_ms \(entry.longest_ms); 1000...120000 is expected"
    }
    let sizes: [(String, UInt32, ClosedRange<UInt32>, Bool)] = [
      ("words", entry.words, 1...200_000, models || phrases), ("ngrams", entry.ngrams, 3...4_000_000, models),
      ("order", entry.order, 1...5, models), ("phrases", entry.phrases, 1...1000, phrases),
      ("dictionary", entry.dictionary, 0...UInt32.max, bundle.can(IMP_SPEECH_CAN_PRONOUNCE)),
    ]
    for (field, value, range, isThere) in sizes where isThere ? !range.contains(value) : value != 0 {
      return "\(field) \(value); \(isThere ? "\(range)" : "0") is expected"
    }
    if bundle.can(IMP_SPEECH_CAN_PRONOUNCE), !models, !phrases {
      return "can \(entry.can); a dictionary is for graphs, and it takes none"
    }
    let parts = bundle.language.split(separator: "-", omittingEmptySubsequences: false)
    let isTag = parts.allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    if bundle.language.utf8.count < 2 || !isTag {
      return "the language \(bundle.language.debugDescription), which is no tag of BCP 47"
    }
    if bundle.symbols.isEmpty == (models || phrases) || bundle.symbols.count > 255
      || !bundle.symbols.allSatisfy({ $0.isSpeechText(1...16) })
      || Set(bundle.symbols.map { Array($0.utf8) }).count < bundle.symbols.count
    {
      return "\(bundle.symbols.count) symbols, or some that are empty, too long or the same"
    }
    return nil
  }

  static func facts(of entry: imp_speech_bundle) throws -> [UInt8] {
    let bundle = try SpeechFacts(entry)
    let numbers = [
      entry.can, entry.rate, entry.longest_ms, entry.words, entry.ngrams, entry.order, entry.phrases,
      entry.dictionary,
    ]
    let texts = [bundle.name, bundle.language] + bundle.symbols
    return numbers.flatMap { bytes(of: $0) } + texts.flatMap { Array($0.utf8) + [0] }
  }

  static func wrongSizes(_ probe: Probe, by change: Int) throws -> [WrongSize] {
    let voice = DrawnSound.person(0, rate: probe.bundle.rate, frames: probe.bundle.rate / 10)
    func wrong<Lent: SizedStruct>(_ type: Lent.Type) -> (inout Lent) -> Void { Lent.wrong(by: change) }
    let sound = try probe.step(LentSound(voice, change: wrong(imp_sound.self)))
    let (step, finish) = (Probe.place("step"), Probe.place("finish"))
    var found = [WrongSize(step, "imp_sound", sound.answer)]
    let rooms: [(String, Probe.Room)] = [
      ("imp_speech_hearing", Probe.Room(changeHearing: wrong(imp_speech_hearing.self))),
      ("imp_speech_event", Probe.Room(changeEvent: wrong(imp_speech_event.self))),
      ("imp_speech_word", Probe.Room(changeWord: wrong(imp_speech_word.self))),
    ]
    for (name, room) in rooms {
      found.append(WrongSize(step, name, try probe.step(LentSound(voice), room).answer))
      found.append(WrongSize(finish, name, try probe.finish(room).answer))
    }
    return found
  }

  static let alternatives = check(
    "refuses-alternatives",
    "More alternatives than the contract has are refused, and no recogniser is created.",
    rules: ["R-22"]
  ) { probe, _ in
    for count in [10, 1000, UInt32.max] {
      let what = "for \(count) alternatives (0...\(IMP_SPEECH_ALTERNATIVES))"
      try probe.create { $0.alternatives = count }.ended()
        .expectRefused([IMP_E_ARGUMENT], Probe.place("create"), what)
    }
  }

  static let pronounces = check(
    "pronounces-words",
    "A bundle with a dictionary pronounces words with its symbols, in no way twice, the same each time; one "
      + "that it lacks has no pronunciation.", rules: ["R-01", "R-20", "R-22"]
  ) { probe, _ in
    let call = Probe.place("pronunciations")
    func refused(_ bundle: String, _ word: [UInt8], _ wanted: [imp_status], _ what: String) throws {
      let list = try Probe.pronunciations(probe.plugin, bundle, word)
      var count = 0
      let answer = CallAnswer(list.list(nil, &count), probe.plugin.host)
      try expect(answer, isOneOf: wanted, call, "for \(what)")
    }
    try refused("no.such-bundle", Array("one".utf8), [IMP_E_UNSUPPORTED], "a bundle that it does not list")
    guard probe.bundle.can(IMP_SPEECH_CAN_PRONOUNCE) else {
      return try refused(probe.name, Array("one".utf8), [IMP_E_UNSUPPORTED], "a bundle without a dictionary")
    }
    let none: [(String, [UInt8])] = [
      ("a word of 0 bytes", []), ("a word of 96 bytes", Array(repeating: 0x61, count: 96)),
      ("two words", Array("one two".utf8)), ("a word that is not UTF-8", [0xFF, 0xFE]),
      ("a word with a null byte", [0x61, 0]),
    ]
    for (what, word) in none { try refused(probe.name, word, [IMP_E_ARGUMENT], what) }
    let words = ["one", "two", "the", "hello", "world", "eins", "und", "un", "uno"]
    let nonsense = ["xqzzjkvw", String(repeating: "q", count: 95)]
    var found: String?
    for word in words + nonsense {
      probe.note("pronunciations: of \(word)")
      let list = try Probe.pronunciations(probe.plugin, probe.name, Array(word.utf8))
      try list.expectWholeOrNothing()
      let spoken = try list.whole().map { entry in
        let all = withUnsafeBytes(of: entry.symbols) { Array($0) }
        let count = Int(entry.count)
        try expect(
          (1...64).contains(count) && all[..<count].allSatisfy { Int($0) < probe.bundle.symbols.count }
            && all[count...].allSatisfy { $0 == 0 },
          "a pronunciation of \(word) has \(count) symbols, or some that \(probe.name) does not have.",
          place: call)
        return Array(all[..<count])
      }
      try expect(
        spoken.count <= Int(IMP_SPEECH_PRONUNCIATIONS) && Set(spoken).count == spoken.count,
        "\(word) has \(spoken.count) pronunciations, or one twice.", place: call)
      try expect(
        spoken.isEmpty || !nonsense.contains(word),
        "\(word), which is no word of any language, has \(spoken.count) pronunciations; a word that the "
          + "dictionary lacks has none.", place: call)
      if !spoken.isEmpty { found = found ?? word }
      let again = try list.whole().map { entry in
        withUnsafeBytes(of: entry.symbols) { Array($0.prefix(Int(entry.count))) }
      }
      try expect(spoken == again, "\(word) is pronounced otherwise the second time.", place: call)
    }
    guard let found else {
      throw CheckSkip("the dictionary of \(probe.name) has none of \(words.joined(separator: ", ")).")
    }
    try Probe.pronunciations(probe.plugin, probe.name, Array(found.utf8)).expectSizesLookedAt()
  }
}

extension String {
  /// Whether it has so many bytes, and neither white space nor control characters, nor U+FEFF.
  func isSpeechText(_ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(utf8.count)
      && unicodeScalars.allSatisfy {
        !$0.properties.isWhitespace && $0.properties.generalCategory != .control && $0 != "\u{FEFF}"
      }
  }
}
