// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// A format of templates that a voice extractor makes, and the audio it makes them from.
public struct VoiceFormat: ExtractorFormat {
  public static var modality: Modality { .voice }
  public var template: TemplateFormat { shape.format }
  public var templateBytesMaximum: Int { shape.bytesMaximum }
  public var templateBytesFixed: Int? { shape.bytesFixed }
  /// The sampling rate of the audio that it takes, in Hz: ``rates``.
  public let rate: Int
  /// How much audio it takes.
  public let durations: ClosedRange<Duration>
  let shape: TemplateShape

  /// The same in samples at ``rate``.
  public var frames: ClosedRange<Int> {
    let (least, most) = (durations.lowerBound / .milliseconds(1), durations.upperBound / .milliseconds(1))
    // Rounded inwards, to whole samples within the durations.
    let shortest = (Int(least) * rate + 999) / 1000
    return shortest...max(shortest, Int(most) * rate / 1000)
  }

  public static let rates = 8000...48_000
  /// The longest audio that any extractor takes at once.
  public static let longest = Duration.seconds(600)
}

extension VoiceFormat: MadeFormat {
  typealias Table = imp_voice_extractor_ability

  static var ability: AbilityID { .voiceExtractor }

  init(_ raw: imp_voice_format) throws(ContractBreach) {
    shape = try TemplateShape(of: raw, version: raw.version)
    guard Self.rates.contains(Int(raw.rate)) else {
      throw ContractBreach(
        "\(shape.format.algorithm) has a rate of \(raw.rate) frames per second; \(Self.rates) are allowed.")
    }
    guard raw.shortest_ms >= 1, raw.shortest_ms <= raw.longest_ms,
      .milliseconds(raw.longest_ms) <= Self.longest
    else {
      throw ContractBreach(
        "\(shape.format.algorithm) has the invalid range of lengths \(raw.shortest_ms) to \(raw.longest_ms) ms."
      )
    }
    rate = Int(raw.rate)
    durations = .milliseconds(raw.shortest_ms)...(.milliseconds(raw.longest_ms))
  }
}
