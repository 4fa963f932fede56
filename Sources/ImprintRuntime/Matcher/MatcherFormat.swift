// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// A format of templates that a matcher compares, as its library lists it; checked against the manifest.
public struct MatcherFormat: Sendable, Hashable {
  /// The modality that it compares.
  public let modality: Modality
  /// The format's name. Templates of different names are never compared.
  public let algorithm: String
  /// The format versions that compare accepts.
  public let readsVersions: ClosedRange<UInt32>
  /// The greatest length of a template in bytes: 1...``ImprintModel/Template/maximumPayload``.
  public let templateBytesMaximum: Int
  /// Every template's length in bytes; `nil` where lengths differ.
  public let templateBytesFixed: Int?
  /// Whether comparing in the other order gives the same result, bit for bit.
  public let isSymmetric: Bool
  /// The format version of the templates that fuse makes; `nil` where it is not supported.
  public let fusesVersion: UInt32?
  /// The range of raw similarities; higher is more alike.
  public let similarities: ClosedRange<Float>
}

extension MatcherFormat: ListedFormat {
  typealias Table = imp_matcher_ability

  static var ability: AbilityID { .matcher }
  static var section: String { "compares" }
  static func stated(in manifest: PluginManifest) -> [FormatFacts] {
    manifest.compares.map(FormatFacts.init)
  }

  var facts: FormatFacts { FormatFacts(self) }

  init(_ raw: imp_matcher_format) throws(ContractBreach) {
    let shape = try TemplateShape(of: raw, version: raw.reads_version_max)
    let name = shape.format.algorithm
    guard let modality = UInt8(exactly: raw.modality).flatMap(Modality.init(rawValue:)) else {
      throw ContractBreach("the modality of \(name) is \(raw.modality), which this contract does not define.")
    }
    guard raw.reads_version_min >= 1, raw.reads_version_min <= raw.reads_version_max else {
      throw ContractBreach(
        "\(name) has the invalid range of versions \(raw.reads_version_min) to \(raw.reads_version_max).")
    }
    let reads = raw.reads_version_min...raw.reads_version_max
    guard raw.symmetric <= 1 else {
      throw ContractBreach("\(name) has symmetric \(raw.symmetric); 0 or 1 are allowed.")
    }
    guard raw.fuses_version == 0 || reads.contains(raw.fuses_version) else {
      throw ContractBreach("\(name) fuses to version \(raw.fuses_version), but reads \(reads).")
    }
    guard raw.similarity_min.isFinite, raw.similarity_max.isFinite, raw.similarity_min < raw.similarity_max
    else {
      throw ContractBreach(
        "\(name) has the invalid range of similarities \(raw.similarity_min)...\(raw.similarity_max).")
    }
    self.modality = modality
    algorithm = name
    readsVersions = reads
    templateBytesMaximum = shape.bytesMaximum
    templateBytesFixed = shape.bytesFixed
    isSymmetric = raw.symmetric == 1
    fusesVersion = raw.fuses_version == 0 ? nil : raw.fuses_version
    similarities = raw.similarity_min...raw.similarity_max
  }
}
