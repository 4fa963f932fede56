// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Reads a script line by line, and says of the first wrong one what is right there.
struct ScriptReader {
  private static let head = "imprint-finger-reader"
  private static let version = "1"

  private let place: String
  private var line = 0
  private var hasHead = false
  private var settings = Settings()
  private var busy = FingerScript.Busy.never
  private var steps: [FingerScript.Step] = []
  private var sensor = Sensor.untold

  /// What holds for the images that follow.
  private struct Settings {
    var resolution: FingerResolution?
    var impression = Finger.Impression.livePlain
    var liveness = FingerLiveness.unknown
    var contrast = 100
    var area = 100
  }

  private enum Sensor {
    /// No finger has arrived yet, so the reader may be one that tells no presence.
    case untold
    /// The same, and there was a scan.
    case scannedUntold
    case empty
    case covered
    /// The reader is gone.
    case over
  }

  init(place: String) { self.place = place }

  mutating func read(line text: String) throws(PluginFailure) {
    line += 1
    let words = text.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let verb = words.first else { return }
    guard hasHead else {
      guard words == [Self.head, Self.version] else {
        throw wrong("the script begins with the line '\(Self.head) \(Self.version)'")
      }
      hasHead = true
      return
    }
    guard sensor != .over else { throw wrong("nothing happens once the reader is gone") }
    try read(verb, Array(words.dropFirst()))
  }

  private mutating func read(_ verb: String, _ words: [String]) throws(PluginFailure) {
    switch verb {
    case "resolution": settings.resolution = try resolution(words, separately: true)
    case "impression": settings.impression = try word(words, of: Self.impressions, verb)
    case "liveness": settings.liveness = try word(words, of: Self.verdicts, verb)
    case "busy": try readBusy(words)
    case "delay": steps.append(.delay(try delay(words)))
    case "arrive":
      try expectNone(words, verb)
      guard sensor != .covered else { throw wrong("a finger that has arrived is lifted before the next") }
      guard sensor != .scannedUntold else {
        throw wrong("scans come after 'arrive', or the script has no 'arrive' at all")
      }
      sensor = .covered
      steps.append(.arrive)
    case "lift":
      try expectNone(words, verb)
      guard sensor == .covered else { throw wrong("a finger is lifted that has arrived before") }
      sensor = .empty
      steps.append(.lift)
    case "image": try scan(.image(try image(words, settings)))
    case "poor":
      var poor = settings
      (poor.contrast, poor.area) = (30, 40)
      try scan(.image(try image(words, poor)))
    case "retry": try scan(.retry(try word(words, of: Self.reasons, verb)))
    case "unplug", "fail":
      try expectNone(words, verb)
      sensor = .over
      steps.append(verb == "fail" ? .fail : .unplug)
    default:
      throw wrong(
        "a line begins with resolution, impression, liveness, busy, delay, arrive, lift, image, poor, retry, "
          + "unplug or fail, not '\(Self.shown(verb))'")
    }
  }

  /// - Returns: what was read.
  func end() throws(PluginFailure) -> (FingerScript.Busy, [FingerScript.Step]) {
    guard hasHead else {
      throw PluginFailure(
        .file, "\(place) lacks its first line, '\(Self.head) \(Self.version)'; write a script there.")
    }
    guard sensor != .covered else {
      throw PluginFailure(
        .file, "\(place) ends with a finger on the sensor; add 'lift', after a 'delay' if it is to stay.")
    }
    return (busy, steps)
  }

  // MARK: Words

  private mutating func scan(_ step: FingerScript.Step) throws(PluginFailure) {
    guard sensor != .empty else { throw wrong("a scan comes between 'arrive' and 'lift'") }
    if sensor == .untold { sensor = .scannedUntold }
    steps.append(step)
  }

  private mutating func readBusy(_ words: [String]) throws(PluginFailure) {
    if words.isEmpty {
      busy = .always
    } else if words.count == 2, words[0] == "while" {
      busy = .whileThereIs(try fileName(words[1]))
    } else {
      throw wrong("it is 'busy' or 'busy while FILE'")
    }
  }

  private func image(_ words: [String], _ settings: Settings) throws(PluginFailure) -> ScriptedImage {
    guard let name = words.first else { throw wrong("the name of an image's file follows") }
    var settings = settings
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw wrong("what follows the file is KEY=VALUE") }
      switch parts[0] {
      case "contrast": settings.contrast = try percent(parts[1])
      case "area": settings.area = try percent(parts[1])
      case "liveness": settings.liveness = try self.word([parts[1]], of: Self.verdicts, parts[0])
      case "impression": settings.impression = try self.word([parts[1]], of: Self.impressions, parts[0])
      case "resolution": settings.resolution = try resolution([parts[1]], separately: false)
      default:
        throw wrong(
          "a key is contrast, area, liveness, impression or resolution, not '\(Self.shown(parts[0]))'")
      }
    }
    return ScriptedImage(
      name: try fileName(name), resolution: settings.resolution, impression: settings.impression,
      liveness: settings.liveness, contrast: settings.contrast, area: settings.area)
  }

  /// A file of the script's own folder, and no other.
  private func fileName(_ name: String) throws(PluginFailure) -> String {
    guard !name.hasPrefix("."), !name.contains("/"), !name.utf8.contains(0), name.utf8.count <= 255 else {
      throw wrong("a file is named that lies beside the script, without '/' and without '.' at its beginning")
    }
    return name
  }

  /// In dots per inch: along rows and columns, or one for both.
  private func resolution(
    _ words: [String], separately: Bool
  ) throws(PluginFailure) -> FingerResolution {
    guard words.count == 1 || separately && words.count == 2, let x = perMetre(words[0]),
      let y = perMetre(words[words.count - 1])
    else {
      throw wrong("a resolution is 1 to 25400 dots per inch, such as 'resolution 500'")
    }
    return FingerResolution(x: x, y: y)
  }

  private func perMetre(_ word: String) -> UInt32? {
    guard word.utf8.count <= 12, word.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let dots = Double(word), dots >= 1, dots <= 25400
    else { return nil }
    return UInt32((dots / 0.0254).rounded())
  }

  private func percent(_ word: String) throws(PluginFailure) -> Int {
    guard let value = Int(word), (0...100).contains(value) else {
      throw wrong("a percentage is 0 to 100")
    }
    return value
  }

  private func delay(_ words: [String]) throws(PluginFailure) -> UInt64 {
    guard words.count == 1 else { throw wrong("a time follows, such as 'delay 300ms' or 'delay 2s'") }
    let digits = words[0].prefix { $0.isASCII && $0.isNumber }
    let units: [Substring: UInt64] = ["ms": 1_000_000, "s": 1_000_000_000]
    guard let unit = units[words[0].dropFirst(digits.count)], digits.utf8.count <= 12,
      let count = UInt64(digits), count <= FingerScript.longestDelay / unit
    else { throw wrong("a time is a whole number of 'ms' or 's', at most a day") }
    return count * unit
  }

  private func word<Value>(
    _ words: [String], of names: [(String, Value)], _ verb: String
  ) throws(PluginFailure) -> Value {
    guard words.count == 1, let found = names.first(where: { $0.0 == words[0] }) else {
      throw wrong("\(verb) is one of \(names.map(\.0).joined(separator: ", "))")
    }
    return found.1
  }

  private func expectNone(_ words: [String], _ verb: String) throws(PluginFailure) {
    guard words.isEmpty else { throw wrong("nothing follows '\(verb)'") }
  }

  private func wrong(_ rule: String) -> PluginFailure {
    PluginFailure(.file, "\(place):\(line): \(rule).")
  }

  /// A word of the script's, short enough to be shown.
  private static func shown(_ word: String) -> String {
    String(
      String.UnicodeScalarView(word.unicodeScalars.prefix(24).filter { $0.value >= 0x20 && $0.value != 0x7F })
    )
  }

  private static let verdicts: [(String, FingerLiveness)] = [
    ("unknown", .unknown), ("live", .live), ("attack", .attack),
  ]

  private static let impressions: [(String, Finger.Impression)] = [
    ("live-plain", .livePlain), ("live-rolled", .liveRolled), ("live-swipe", .liveSwipe),
    ("live-contactless", .liveContactless), ("nonlive-plain", .nonlivePlain),
    ("nonlive-rolled", .nonliveRolled), ("other", .other), ("unknown", .unknown),
  ]

  private static let reasons: [(String, FingerRetryReason)] = [
    ("other", .other), ("too-short", .tooShort), ("too-fast", .tooFast), ("too-slow", .tooSlow),
    ("off-centre", .offCentre), ("too-small", .tooSmall), ("turned", .turned), ("too-light", .tooLight),
    ("too-hard", .tooHard), ("too-dry", .tooDry), ("too-wet", .tooWet), ("dirty", .dirty), ("poor", .poor),
    ("moved", .moved), ("lift", .lift),
  ]
}
