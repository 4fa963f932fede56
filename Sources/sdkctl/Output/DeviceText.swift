// SPDX-License-Identifier: Apache-2.0

/// How devices are shown.
extension Device {
  /// The details worth a table cell.
  var facts: String {
    switch details {
    case .camera(let info):
      [
        info.light == .unknown ? nil : info.light.rawValue,
        info.facing == .unknown ? nil : info.facing.rawValue,
      ]
      .compactMap { $0 }.joined(separator: ", ")
    case .microphone(let info):
      [
        info.maximumChannels.map { "\($0) channels" },
        info.rates.map { "\($0.lowerBound)-\($0.upperBound)/s" },
      ].compactMap { $0 }.joined(separator: ", ")
    case .cardReader(let info): info.facts
    case .fingerReader(let info): info.facts
    }
  }

  var json: JSONValue {
    let common: JSONValue = [
      "kind": kind.rawValue, "locator": locator, "name": name, "id": id, "plugin": plugin,
    ]
    return switch details {
    case .camera(let info):
      common.adding(["light": info.light.rawValue, "facing": info.facing.rawValue, "device": info.device])
    case .microphone(let info):
      common.adding([
        "maximumChannels": info.maximumChannels, "minimumRate": info.rates?.lowerBound,
        "maximumRate": info.rates?.upperBound,
      ])
    case .cardReader(let info): common.adding(info.stateJSON)
    case .fingerReader(let info): common.adding(info.json)
    }
  }
}

extension CardReaderInfo {
  /// Its card, and who uses it.
  var facts: String {
    state.words.joined(separator: ", ") + (atr.isEmpty ? "" : ", ATR \(atr.hexadecimal)")
  }

  var stateJSON: JSONValue {
    ["state": state.words, "atr": atr.isEmpty ? nil : atr.hexadecimal, "events": events]
  }
}

extension FingerReaderInfo {
  /// What it gives, and how.
  var facts: String {
    [
      scan == .unknown ? nil : scan.rawValue,
      givesImages ? resolution.map { "\($0)" } : "no images",
      size.map { "\($0.width)x\($0.height)" },
      judgesLiveness ? "liveness" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }

  var json: JSONValue {
    [
      "scan": scan.rawValue, "images": givesImages, "presence": tellsPresence, "liveness": judgesLiveness,
      "resolution": resolution.json { $0.json }, "width": size?.width, "height": size?.height,
    ]
  }
}

extension FingerResolution {
  /// Pixels per metre.
  var json: JSONValue { ["x": x, "y": y] }
}

extension CardReaderState {
  /// Stable identifiers.
  var words: [String] {
    let all: [(CardReaderState, String)] = [
      (.card, "card"), (.mute, "mute"), (.inUse, "in-use"), (.exclusive, "exclusive"),
      (.unpowered, "unpowered"),
    ]
    let words = all.filter { contains($0.0) }.map(\.1)
    return contains(.card) ? words : ["empty"] + words
  }
}

extension DeviceFailure {
  var json: JSONValue {
    [
      "plugin": plugin, "kind": kind.rawValue, "code": code, "place": place, "reason": reason,
      "remedy": remedy,
    ]
  }
}

extension [UInt8] {
  /// Pairs of hexadecimal digits, as usual for cards.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

extension AudioLevel {
  var text: String { "rms \(Self.text(rms)), peak \(Self.text(peak))" }

  var json: JSONValue {
    ["rms": Self.json(rms), "peak": Self.json(peak)]
  }

  /// dBFS with one decimal.
  static func text(_ decibels: Double) -> String {
    decibels.isFinite ? "\((decibels * 10).rounded() / 10) dBFS" : "digital silence"
  }

  private static func json(_ decibels: Double) -> JSONValue {
    decibels.isFinite ? .number((decibels * 100).rounded() / 100) : .null
  }
}

extension Duration {
  /// Whole milliseconds, for people and JSON.
  var wholeMilliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}
