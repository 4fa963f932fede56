// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintCommandLine

/// How devices are shown.
extension Device {
  /// What is worth saying in a table.
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
    }
  }

  var json: JSONValue {
    let common: [(String, JSONValue)] = [
      ("kind", .string(kind.rawValue)), ("locator", .string(locator)), ("name", .string(name)),
      ("id", .optional(id) { .string($0) }), ("plugin", .string(plugin)),
    ]
    switch details {
    case .camera(let info):
      return .object(
        common + [
          ("light", .string(info.light.rawValue)), ("facing", .string(info.facing.rawValue)),
          ("device", .optional(info.device) { .string($0) }),
        ])
    case .microphone(let info):
      return .object(
        common + [
          ("maximumChannels", .optional(info.maximumChannels) { .integer($0) }),
          ("minimumRate", .optional(info.rates) { .integer($0.lowerBound) }),
          ("maximumRate", .optional(info.rates) { .integer($0.upperBound) }),
        ])
    case .cardReader(let info): return .object(common + info.members)
    }
  }
}

extension CardReaderInfo {
  /// What is in it, and who has it.
  var facts: String {
    state.words.joined(separator: ", ") + (atr.isEmpty ? "" : ", ATR \(atr.hexadecimal)")
  }

  var members: [(String, JSONValue)] {
    [
      ("state", .strings(state.words)), ("atr", atr.isEmpty ? .null : .string(atr.hexadecimal)),
      ("events", .integer(events)),
    ]
  }
}

extension CardReaderState {
  /// Stable words.
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
    .object([
      ("plugin", .string(plugin)), ("kind", .string(kind.rawValue)), ("code", .string(code)),
      ("place", .string(place)), ("reason", .string(reason)), ("remedy", .string(remedy)),
    ])
  }
}

extension [UInt8] {
  /// Pairs of digits, as cards' bytes are written.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

extension AudioLevel {
  var text: String { "rms \(Self.text(rms)), peak \(Self.text(peak))" }

  var json: JSONValue {
    .object([("rms", Self.json(rms)), ("peak", Self.json(peak))])
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
