// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// How files of an utterance are named: `utterance-<time>-<number>`, then what it is. Names sort as time
/// does.
struct UtteranceName: Sendable, Hashable {
  enum Part: String, Sendable, CaseIterable {
    case sound = ".wav"
    case metadata = ".json"
  }

  /// `20261121T140312Z`.
  let time: String
  /// Without what it is.
  let stem: String

  private static let prefix = "utterance-"

  /// - Parameters:
  ///   - seconds: since 1970, clamped to the years 1970 to 9999.
  ///   - number: so that two of one second differ.
  init(seconds: Int64, number: UInt64) {
    var broken = tm()
    var moment = time_t(min(max(0, seconds), 253_402_300_799))
    gmtime_r(&moment, &broken)
    func padded(_ number: some BinaryInteger, _ width: Int, radix: Int = 10) -> String {
      let text = String(number, radix: radix)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    time =
      padded(broken.tm_year + 1900, 4) + padded(broken.tm_mon + 1, 2) + padded(broken.tm_mday, 2) + "T"
      + padded(broken.tm_hour, 2) + padded(broken.tm_min, 2) + padded(broken.tm_sec, 2) + "Z"
    stem = Self.prefix + time + "-" + padded(number, 16, radix: 16)
  }

  func file(_ part: Part) -> String { stem + part.rawValue }

  /// The stem of a file's name; `nil` for a name that is none of ours, as somebody else's files may begin so.
  static func stem(of file: String) -> String? { parted(file)?.stem }

  /// What a file of ours is.
  static func part(of file: String) -> Part? { parted(file)?.part }

  private static func parted(_ file: String) -> (stem: String, part: Part)? {
    let bytes = Array(file.utf8)
    guard
      let part = Part.allCases.first(where: { bytes.reversed().starts(with: $0.rawValue.utf8.reversed()) })
    else { return nil }
    let stem = bytes.dropLast(part.rawValue.utf8.count)
    let form = Array((Self.prefix + "00000000T000000Z-xxxxxxxxxxxxxxxx").utf8)
    let isOurs =
      stem.count == form.count
      && zip(stem, form).allSatisfy { byte, shape in
        switch shape {
        case UInt8(ascii: "0"): (0x30...0x39).contains(byte)
        case UInt8(ascii: "x"): (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        default: byte == shape
        }
      }
    return isOurs ? (String(decoding: stem, as: UTF8.self), part) : nil
  }
}
