// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest
internal import ImprintModel

/// Reads what a matcher says of its algorithm, and compares it with the manifest.
enum MatcherInfoCheck {
  /// What the plugin's describe answers, once every value is one it can have.
  static func read(
    _ table: UnsafePointer<imp_matcher_ability>, of handle: PluginHandle
  ) throws(AbilityFault) -> MatcherInfo {
    // The import says that describe never answers null; a hostile one does.
    typealias Describe = @convention(c) (OpaquePointer) -> UnsafeRawPointer?
    let describe = unsafeBitCast(table.pointee.describe, to: Describe.self)
    let (info, said) = RunningCall.make { describe(handle.plugin) }
    if info == nil, let failure = said.failure { throw .unanswered(failure) }
    do throws(ContractBreach) {
      // A plugin in another process says what is wrong with its own.
      if info == nil, let words = said.words { throw ContractBreach(words) }
      return try checked(info)
    } catch {
      throw .breach(error)
    }
  }

  private static func checked(_ info: UnsafeRawPointer?) throws(ContractBreach) -> MatcherInfo {
    let raw = try PluginStruct.checked(
      imp_matcher_info.self, at: info, name: "imp_matcher_info", pointers: [8]
    ).pointee
    let algorithm = try PluginStruct.text(raw.algorithm, field: "algorithm", limit: 63)
    guard TemplateFormat(algorithm: algorithm, version: raw.writes_version) != nil else {
      throw ContractBreach("its algorithm `\(algorithm)`, version \(raw.writes_version), cannot be a format.")
    }
    guard let modality = UInt8(exactly: raw.modality).flatMap(Modality.init(rawValue:)) else {
      throw ContractBreach("its modality is \(raw.modality), which this contract does not know.")
    }
    guard raw.reads_version_min >= 1, raw.reads_version_min <= raw.reads_version_max else {
      throw ContractBreach("it reads versions \(raw.reads_version_min) to \(raw.reads_version_max).")
    }
    guard (1...UInt32(Template.maximumPayload)).contains(raw.template_bytes_max),
      raw.template_bytes_fixed == 0 || raw.template_bytes_fixed == raw.template_bytes_max
    else {
      throw ContractBreach(
        "its templates have at most \(raw.template_bytes_max) and exactly \(raw.template_bytes_fixed) bytes.")
    }
    guard raw.similarity_min.isFinite, raw.similarity_max.isFinite, raw.similarity_min < raw.similarity_max
    else {
      throw ContractBreach("its similarities lie in \(raw.similarity_min)...\(raw.similarity_max).")
    }
    return MatcherInfo(
      modality: modality, algorithm: algorithm, writesVersion: raw.writes_version,
      readsVersions: raw.reads_version_min...raw.reads_version_max,
      templateBytesMaximum: Int(raw.template_bytes_max),
      templateBytesFixed: raw.template_bytes_fixed == 0 ? nil : Int(raw.template_bytes_fixed),
      needsFace: raw.needs_face != 0, isSymmetric: raw.symmetric != 0,
      similarities: raw.similarity_min...raw.similarity_max)
  }

  /// The first field in which library and manifest differ, with both values; `nil` where none does.
  static func difference(
    _ info: MatcherInfo, _ manifest: MatcherDeclaration
  ) -> (field: String, library: String, manifest: String)? {
    let fields = [
      ("matcher.modality", info.modality.name, manifest.modality.name),
      ("matcher.algorithm", info.algorithm, manifest.algorithm),
      ("matcher.writes", "\(info.writesVersion)", "\(manifest.writes.version)"),
      ("matcher.reads", "\(info.readsVersions)", "\(manifest.reads)"),
      ("matcher.templateBytes", templateBytes(of: info), templateBytes(of: manifest)),
      ("matcher.needsFace", "\(info.needsFace)", "\(manifest.needsFace)"),
      ("matcher.symmetric", "\(info.isSymmetric)", "\(manifest.isSymmetric)"),
      ("matcher.similarity", "\(info.similarities)", "\(manifest.similarities)"),
    ]
    return fields.first { $0.1 != $0.2 }
  }

  private static func templateBytes(of info: MatcherInfo) -> String {
    info.templateBytesFixed.map { "\($0)" } ?? "at most \(info.templateBytesMaximum)"
  }

  private static func templateBytes(of manifest: MatcherDeclaration) -> String {
    switch manifest.templateBytes {
    case .exactly(let bytes): "\(bytes)"
    case .atMost(let bytes): "at most \(bytes)"
    }
  }
}
