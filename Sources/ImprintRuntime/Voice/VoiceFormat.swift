// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
public import ImprintModel

/// A format of templates that a voice extractor makes, and the sound it makes them of.
public struct VoiceFormat: Sendable, Hashable {
  /// Its name and the version of the templates that are made.
  public let template: TemplateFormat
  /// No template is longer, in bytes: 1...``ImprintModel/Template/maximumPayload``.
  public let templateBytesMaximum: Int
  /// Every template's length in bytes; `nil` where lengths differ.
  public let templateBytesFixed: Int?
  /// Frames a second of the sound that it takes: ``rates``.
  public let rate: Int
  /// How much sound it takes.
  public let durations: ClosedRange<Duration>

  /// The same in samples at ``rate``.
  public var frames: ClosedRange<Int> {
    let (least, most) = (durations.lowerBound / .milliseconds(1), durations.upperBound / .milliseconds(1))
    // Whole samples that last no shorter, and no longer.
    let shortest = (Int(least) * rate + 999) / 1000
    return shortest...max(shortest, Int(most) * rate / 1000)
  }

  public static let rates = 8000...48_000
  /// No extractor takes more sound in one piece.
  public static let longest = Duration.seconds(600)
}

extension VoiceFormat: ListedFormat {
  var algorithm: String { template.algorithm }
  var facts: FormatFacts { FormatFacts(self) }

  init(_ raw: imp_voice_format) throws(ContractBreach) {
    let shape = try TemplateShape(
      of: raw, "imp_voice_format", size: raw.size, name: raw.name, version: raw.version,
      most: raw.template_bytes_max, fixed: raw.template_bytes_fixed)
    guard Self.rates.contains(Int(raw.rate)) else {
      throw ContractBreach(
        "\(shape.format.algorithm) takes \(raw.rate) frames a second; \(Self.rates) are allowed.")
    }
    guard raw.shortest_ms >= 1, raw.shortest_ms <= raw.longest_ms,
      .milliseconds(raw.longest_ms) <= Self.longest
    else {
      throw ContractBreach(
        "\(shape.format.algorithm) takes sound of \(raw.shortest_ms) to \(raw.longest_ms) ms.")
    }
    template = shape.format
    templateBytesMaximum = shape.bytesMaximum
    templateBytesFixed = shape.bytesFixed
    rate = Int(raw.rate)
    durations = .milliseconds(raw.shortest_ms)...(.milliseconds(raw.longest_ms))
  }

  static var empty: imp_voice_format {
    var format = imp_voice_format()
    format.size = UInt32(MemoryLayout<imp_voice_format>.size)
    return format
  }
}
