// SPDX-License-Identifier: Apache-2.0

// How operations with fingers are shown: what is measured, never pictures or templates.

extension FingerEvent {
  /// What a person at the terminal is told; `nil` for what only a picture can show.
  var line: String? {
    switch self {
    case .feedback(let feedback): "\(feedback.name): \(feedback.words)"
    case .chosen(let picture):
      "press: quality \(picture.quality.map { "\($0)" } ?? "not measured"), area \(picture.measures.area) %"
    case .progress(let site, let done, let count): "presses: \(done) of \(count), \(site.name)"
    case .sensor, .image, .sound, .vibration: nil
    }
  }
}

extension FingerEvent {
  /// One line of JSON for each. Of a picture what was measured.
  var document: JSONValue {
    func event(_ name: String, _ more: JSONValue = .object([])) -> JSONValue {
      (["event": name] as JSONValue).adding(more)
    }
    return switch self {
    case .sensor(let isCovered): event("sensor", ["covered": isCovered])
    case .feedback(let feedback):
      event("feedback", ["feedback": feedback.name, "words": feedback.words])
    case .image(let picture): event("image", picture.json)
    case .chosen(let picture): event("press", picture.json)
    case .progress(let site, let done, let count):
      event("progress", ["site": site.name, "done": done, "of": count])
    case .sound(let sound): event("sound", ["sound": sound.rawValue])
    case .vibration: event("vibration")
    }
  }
}

extension FingerPracticeStep {
  /// From 1.
  private var number: Int { (previous?.number ?? 0) + 1 }

  var line: String { "step \(number) of \(Self.allCases.count): \(words)" }

  var document: JSONValue {
    [
      "event": "step", "step": rawValue, "number": number, "of": Self.allCases.count, "words": words,
      "isLive": isLive,
    ]
  }
}

extension FingerPicture {
  var json: JSONValue {
    [
      "quality": quality, "area": measures.area,
      "squareMillimetres": (measures.squareMillimetres * 10).rounded() / 10,
      "contrast": measures.contrast, "liveness": raw.liveness.rawValue,
      "width": raw.image.width, "height": raw.image.height, "resolution": raw.resolution.json,
    ]
  }
}

extension FingerPress {
  var json: JSONValue {
    (["site": site.name] as JSONValue).adding(picture.json).adding([
      "format": template.map { "\($0.format)" }, "payloadBytes": template?.payload.count,
    ])
  }
}

extension FingerMatch {
  /// The score, or where it was decided without one the similarity.
  var text: String {
    if let score { return "score \(score)" }
    return similarity.map { "similarity \($0), whose rate is not known" } ?? "as the verifier says"
  }

  var json: JSONValue { ["score": score?.value, "similarity": similarity.map { Double($0) }] }
}

/// The bars of the newest image, and what the person should do, in the last line of a terminal.
struct FingerMeter {
  private let isShown: Bool
  private var overlay = FingerOverlay()

  init(on console: Console) { isShown = console.showsProgress && !console.wantsJSON }

  mutating func show(_ event: FingerEvent) {
    overlay.hear(event)
    guard isShown else { return }
    let words = overlay.feedback?.words ?? ""
    Console.showProgress(
      "quality \(Self.bar(overlay.quality)) area \(Self.bar(overlay.area)) \(words)")
  }

  /// Makes room for a line.
  func clear() { if isShown { Console.showProgress("") } }

  /// 10 places.
  private static func bar(_ percent: Int) -> String {
    let filled = max(0, min(10, (percent + 5) / 10))
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 10 - filled) + "]"
  }
}
