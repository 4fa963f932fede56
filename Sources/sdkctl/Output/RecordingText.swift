// SPDX-License-Identifier: Apache-2.0

/// How recordings and replays are shown.
extension RecordingHeader {
  var lines: [(String, String)] {
    [
      ("plugin", "\(plugin) \(version)"), ("library", library.hex), ("manifest", manifest.hex),
      ("recorded", "\(Clock.text(began)) by Imprint \(imprint), \(isolation), \(architecture)"),
      ("redacted", isRedacted ? "yes: no biometric data" : "no: it contains the data lent to the plugin"),
    ]
  }

  var json: JSONValue {
    [
      "plugin": plugin, "version": "\(version)", "library": library.hex, "manifest": manifest.hex,
      "architecture": architecture, "imprint": imprint, "isolation": isolation, "redacted": isRedacted,
      "began": Clock.text(began),
    ]
  }
}

extension RecordingReader.Ending {
  var word: String {
    switch self {
    case .complete: "complete"
    case .limit: "limit"
    case .cut: "cut"
    }
  }

  var text: String {
    switch self {
    case .complete: "all calls were recorded"
    case .limit: "the size limit was reached; later calls were not recorded"
    case .cut: "truncated: the recording process died, or the file was cut"
    }
  }
}

/// A status as errors call it.
func statusWord(_ status: Int32) -> String {
  status == 0 ? "ok" : PluginCallError(status: status, plugin: "", function: "").code.rawValue
}

extension RecordingDigest {
  var report: Report {
    var table = Table(["CALL", "TIME", "THREAD", "FUNCTION", "OBJECT", "BYTES", "ANSWER", "BYTES", "TOOK"])
    for call in calls {
      table.add([
        "\(call.number)", Self.milliseconds(call.time), "\(call.thread)", call.function, "\(call.object)",
        "\(call.requestBytes)", call.reply?.text ?? "never returned", call.reply.map { "\($0.bytes)" } ?? "",
        call.reply.map { Self.milliseconds($0.duration) } ?? "",
      ])
    }
    return Report(
      text: facts(header.lines + [("ending", ending.text)]) + "\n\n" + table.text,
      json: ["recording": header.json, "ending": ending.word, "calls": calls.map(\.json)])
  }

  private static func milliseconds(_ time: UInt64) -> String {
    let hundredths = time / 10_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) ms"
  }
}

extension RecordingDigest.Call {
  fileprivate var json: JSONValue {
    [
      "number": Int(clamping: number), "nanoseconds": Int(clamping: time), "thread": Int(thread),
      "function": function, "object": Int(clamping: object), "requestBytes": requestBytes,
      "hiddenBytes": hiddenBytes,
      "reply": reply.json {
        [
          "outcome": $0.outcome.word, "status": Int($0.status), "code": statusWord($0.status),
          "bytes": $0.bytes, "nanoseconds": Int(clamping: $0.duration),
        ]
      },
    ]
  }
}

extension RecordingDigest.Reply {
  fileprivate var text: String {
    switch outcome {
    case .answered: statusWord(status)
    case .failed: "died"
    case .stale: "not made"
    }
  }
}

extension RecordedReply.Outcome {
  fileprivate var word: String {
    switch self {
    case .answered: "answered"
    case .failed: "failed"
    case .stale: "stale"
    }
  }
}

extension PluginReplay.Outcome {
  var shown: Report {
    var lines = header.lines + [("ending", report.ending.text)]
    lines.append(
      ("replayed on", "\(build.plugin) \(build.version), \(isolation)"))
    if !isSameLibrary { lines.append(("another build", build.library.hex)) }
    lines.append(("calls", "\(report.replayed) replayed, \(report.skipped) not"))
    lines.append(("verdict", verdict))
    return Report(text: facts(lines), json: json, isSuccess: report.isGood)
  }

  private var verdict: String {
    if report.isDeathReproduced, let call = report.death {
      return "reproduced: it died in call \(call) again"
    }
    if let death = report.death {
      return "it died in call \(death)"
        + (report.recordedDeath.map { ", and then in call \($0)" } ?? ", and then did not")
        + difference
    }
    if report.differing > 0 { return "\(report.differing) differ" + difference }
    if let call = report.recordedDeath { return "call \(call), in which it had died, now returns" }
    return header.isRedacted ? "every status equals the recorded one" : "every answer equals the recorded one"
  }

  private var difference: String {
    guard let first = report.first else { return "" }
    return "; first call \(first.call), \(first.function): \(first.what.text)"
  }

  private var json: JSONValue {
    [
      "recording": header.json, "ending": report.ending.word, "plugin": build.plugin,
      "version": "\(build.version)", "library": build.library.hex, "sameLibrary": isSameLibrary,
      "isolation": isolation, "replayed": report.replayed, "skipped": report.skipped,
      "differing": report.differing, "recordedDeath": report.recordedDeath.map { Int(clamping: $0) },
      "death": report.death.map { Int(clamping: $0) }, "reproduced": report.isDeathReproduced,
      "good": report.isGood,
      "first": report.first.json {
        ["call": Int(clamping: $0.call), "function": $0.function, "what": $0.what.word, "text": $0.what.text]
      },
    ]
  }
}

extension ReplayReport.Difference.What {
  fileprivate var word: String {
    switch self {
    case .status: "status"
    case .length: "length"
    case .results: "results"
    case .died: "died"
    }
  }

  fileprivate var text: String {
    switch self {
    case .status(let recorded, let replayed):
      "\(recorded) (\(statusWord(recorded))) was recorded, now it is \(replayed) (\(statusWord(replayed)))"
    case .length(let recorded, let replayed):
      "\(recorded) bytes of results were recorded, now there are \(replayed)"
    case .results(let offset, let recorded, let replayed):
      "at byte \(offset) of the results \(Self.hex(recorded)) was recorded, now it is \(Self.hex(replayed))"
    case .died(let words): "it returned when recorded, now: \(words)"
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
