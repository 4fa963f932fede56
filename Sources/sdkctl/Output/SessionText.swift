// SPDX-License-Identifier: Apache-2.0

/// How recorded captures, and replays of them, are shown. No subject, and no camera's name or place.
extension SessionHeader {
  fileprivate var lines: [(String, String)] {
    [
      ("plugin", "\(plugin.id) \(plugin.version)"), ("tracker", "\(tracker.id) \(tracker.version)"),
      ("extractor", extractor.map { "\($0.id) \($0.version)" } ?? "none"),
      ("recorded", "\(Clock.text(began)) by Imprint \(imprint)"),
      ("redacted", isRedacted ? "yes: no pixels, no landmarks" : "no: it contains a person's face"),
    ] + (omitted > 0 ? [("before it", "\(omitted) chunks that are not in it: it is a dump")] : [])
  }

  fileprivate var json: JSONValue {
    [
      "plugin": plugin.json, "tracker": tracker.json, "extractor": extractor.map(\.json).json,
      "imprint": imprint, "began": Clock.text(began), "processor": processor, "redacted": isRedacted,
      "omitted": "\(omitted)", "seed": Self.hex(seed),
      "options": JSONValue.object(options.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }),
    ]
  }

  fileprivate static func hex(_ seed: UInt128) -> String {
    let digits = String(seed, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}

extension SessionComponent {
  fileprivate var json: JSONValue { ["id": id, "version": "\(version)", "hash": (hash?.hex).json] }
}

extension SessionScalar {
  fileprivate var json: JSONValue {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let number): .integer(Int(number))
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    }
  }
}

extension SessionEnding {
  fileprivate var text: String {
    switch self {
    case .complete(let end):
      switch end.reason {
      case .complete: "complete"
      case .copyOfCut: "a copy of a session that was cut"
      }
    case .cut(let cut): "cut: \(cut.sentence)"
    }
  }

  fileprivate var word: String {
    switch self {
    case .complete(let end):
      switch end.reason {
      case .complete: "complete"
      case .copyOfCut: "copy-of-cut"
      }
    case .cut: "cut"
    }
  }
}

extension SessionVerdict {
  fileprivate var text: String {
    "\(outcome.word), \(liveness), \(images.count) images" + (reason.isEmpty ? "" : ": \(oneLine(reason))")
  }

  fileprivate var json: JSONValue {
    [
      "outcome": outcome.word, "liveness": "\(liveness)", "reason": reason,
      "images": images.json {
        [
          "frame": Int(clamping: $0.sequence), "slot": $0.slot, "rank": $0.rank,
          "quality": Double($0.quality),
        ]
      },
    ]
  }
}

extension SessionStep.Input {
  fileprivate var word: String {
    switch self {
    case .frame(let sequence): "frame \(sequence)"
    case .tick: "tick"
    case .end: "end"
    case .stop: "stop"
    case .compared: "compared"
    case .motion: "motion"
    }
  }
}

extension SessionDigest {
  func report(withSteps: Bool) -> Report {
    var lines = header.lines
    lines.append(("ending", ending.text))
    lines.append(("frames", frames))
    lines.append(("held", held))
    lines += switches.map { ("another camera", "from step \($0.step) on, as if it began there") }
    lines.append(("steps", "\(steps.count), \(steps.reduce(0) { $0 + ($1.eventCount ?? 0) }) events"))
    lines += findings.map { ("finding", $0.words) }
    lines.append(("verdict", verdict?.text ?? "none"))
    var text = facts(lines)
    if withSteps {
      var table = Table(["STEP", "TIME", "INPUT", "FACES", "EVENTS"])
      for step in steps {
        table.add([
          "\(step.number)", "\(step.step.time / 1_000_000) ms", step.step.input.word + step.turn,
          step.faces.map(String.init) ?? "", step.events?.joined(separator: "; ") ?? "no answer",
        ])
      }
      text += "\n\n" + table.text
    }
    let json: JSONValue = [
      "session": header.json, "ending": ending.word,
      "frames": [
        "present": Int(clamping: counts.frames), "omitted": Int(clamping: counts.omittedFrames),
        "lost": Int(clamping: counts.lostFrames),
      ] as JSONValue,
      "switches": switches.json { ["step": $0.step, "seed": ($0.seed.map(SessionHeader.hex)).json] },
      "turns": turns.json { ["orientation": $0.orientation.rawValue, "step": $0.step] },
      "findings": findings.json(\.json), "verdict": verdict.map(\.json).json,
    ]
    return Report(text: text, json: withSteps ? json.adding(["steps": steps.json(\.json)]) : json)
  }

  private var held: String {
    guard let first = turns.first else { return CaptureOrientation.portrait.rawValue }
    let before = first.step > 1 ? [CaptureOrientation.portrait.rawValue] : []
    return (before + turns.map { "\($0.orientation.rawValue) from step \($0.step) on" })
      .joined(separator: ", ")
  }

  private var frames: String {
    "\(counts.frames) with their bytes, \(counts.omittedFrames) without, \(counts.lostFrames) lost"
  }
}

extension SessionDigest.Step {
  /// Behind the input, where it is a frame of a device that is turned.
  fileprivate var turn: String {
    guard let orientation, orientation != .portrait else { return "" }
    return ", \(orientation.rawValue)"
  }

  fileprivate var json: JSONValue {
    [
      "number": number, "nanoseconds": Int(clamping: step.time), "input": step.input.word,
      "faces": faces.json, "orientation": (orientation?.rawValue).json,
      "events": events.map { $0.json { .string($0) } }.json,
    ]
  }
}

extension SessionReplayReport {
  var shown: Report {
    var lines: [(String, String)] = [
      ("plugin", Self.build(plugin, header.plugin))
    ]
    if let tracker { lines.append(("tracker", Self.build(tracker, header.tracker))) }
    lines += [("from", source.rawValue), ("ending", ending.text)]
    if orientations != [.portrait], !orientations.isEmpty {
      lines.append(("held", orientations.map(\.rawValue).joined(separator: ", ")))
    }
    lines.append(("steps", "\(steps), \(compared) compared, \(differing) different"))
    if missingPictures > 0 { lines.append(("pictures missing", "\(missingPictures), grey instead")) }
    if source == .frames { lines.append(("faces different", "\(differingFaces)")) }
    if unanswered > 0 { lines.append(("comparisons", "\(unanswered) asked for elsewhere, not answered")) }
    if recordedFindings == replayedFindings {
      lines += recordedFindings.map { ("finding", $0.words) }
    } else {
      lines += recordedFindings.map { ("recorded finding", $0.words) }
      lines += replayedFindings.map { ("replayed finding", $0.words) }
    }
    lines.append(("recorded", recordedVerdict?.text ?? "no verdict: it ends before"))
    lines.append(("replayed", replayedVerdict?.text ?? "no verdict"))
    if let difference { lines.append(("difference", oneLine(difference.text))) }
    lines.append(("conclusion", conclusion.text))
    return Report(text: facts(lines), json: json, isSuccess: conclusion.isGood)
  }

  private static func build(_ used: SessionComponent, _ recorded: SessionComponent) -> String {
    let isSame = used.version == recorded.version && (recorded.hash == nil || used.hash == recorded.hash)
    return "\(used.id) \(used.version)"
      + (isSame ? "" : ", another build than the recorded \(recorded.version)")
  }

  private var json: JSONValue {
    [
      "conclusion": conclusion.rawValue, "source": source.rawValue, "ending": ending.word,
      "plugin": plugin.json, "tracker": tracker.map(\.json).json, "steps": steps, "compared": compared,
      "differing": differing, "missingPictures": missingPictures, "differingFaces": differingFaces,
      "orientations": orientations.json { .string($0.rawValue) },
      "unanswered": unanswered, "recorded": recordedVerdict.map(\.json).json,
      "replayed": replayedVerdict.map(\.json).json,
      "recordedFindings": recordedFindings.json(\.json),
      "replayedFindings": replayedFindings.json(\.json),
      "difference": difference.json {
        [
          "step": $0.step, "event": $0.event.json, "expected": $0.expected, "found": $0.found,
        ]
      },
    ]
  }
}

extension SessionDifference {
  fileprivate var text: String {
    "step \(step)" + (event.map { ", event \($0)" } ?? "") + ": recorded \(expected); replayed \(found)"
  }
}

extension SessionReplayReport.Conclusion {
  fileprivate var text: String {
    switch self {
    case .same: "the same"
    case .sameSoFar: "the same as far as it goes: it has no verdict"
    case .different: "different"
    case .notCompared: "nothing could be compared"
    }
  }

  fileprivate var isGood: Bool {
    switch self {
    case .same, .sameSoFar: true
    case .different, .notCompared: false
    }
  }
}
