// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest

/// Compares the formats that a library lists with those of its manifest, on opening.
enum FormatsCheck {
  /// - Throws: ``PluginError`` `descriptor-differs`, `broken-contract`, `worker-failed`, `open-failed`.
  static func check(_ plugin: OpenPlugin) throws(PluginError) {
    for format in ContractFormats.all { try compare(plugin, format) }
  }

  private static func compare<Format: ListedFormat>(
    _ plugin: OpenPlugin, _ format: Format.Type
  ) throws(PluginError) {
    guard plugin.manifest.provides(Format.ability) else { return }
    let place = plugin.found.libraryPath
    let library: [Format]
    do throws(PluginCallError) { library = try ListedFormats(of: plugin).list } catch {
      throw unlisted(error, place)
    }
    if let difference = FormatDifference.first(between: library, and: plugin.manifest) {
      throw PluginEntry.differs(
        difference.field, library: difference.library, manifest: difference.manifest, place)
    }
  }

  /// Why a plugin that does not list its formats cannot be used.
  private static func unlisted(_ error: PluginCallError, _ place: String) -> PluginError {
    let code: PluginError.Code =
      switch error.code {
      case .workerEnded, .workerTimeout, .workerRefused: .workerFailed
      case .internalDefect: .brokenContract
      default: .openFailed
      }
    return PluginError(code, place: place, reason: error.reason, remedy: error.remedy)
  }
}

/// A difference between what a library lists and what its manifest states.
struct FormatDifference {
  /// For example: version of example.grid in `extracts`.
  let field: String
  let library: String
  let manifest: String

  /// The first difference between all formats that a library lists and the manifest.
  static func first<Format: ListedFormat>(
    between list: [Format], and manifest: PluginManifest
  ) -> FormatDifference? {
    let names = (list.map(\.algorithm).sorted(), Format.stated(in: manifest).map(\.name).sorted())
    guard names.0 == names.1 else {
      return FormatDifference(
        field: "list of formats in `\(Format.section)`", library: names.0.joined(separator: ", "),
        manifest: names.1.joined(separator: ", "))
    }
    for format in list {
      if let difference = first(of: format, and: manifest) { return difference }
    }
    return nil
  }

  /// The first difference between one format that a library lists and the manifest.
  static func first<Format: ListedFormat>(
    of format: Format, and manifest: PluginManifest
  ) -> FormatDifference? {
    let said = format.facts
    guard let stated = Format.stated(in: manifest).first(where: { $0.name == said.name }) else {
      return FormatDifference(
        field: "list of formats in `\(Format.section)`", library: said.name, manifest: "none of that name")
    }
    for (left, right) in zip(said.values, stated.values) where left.value != right.value {
      return FormatDifference(
        field: "\(left.key) of \(said.name) in `\(Format.section)`", library: left.value,
        manifest: right.value)
    }
    return nil
  }
}

/// What a library or a manifest states of a format, by the manifest's keys, in its order.
struct FormatFacts {
  let name: String
  let values: KeyValuePairs<String, String>

  private static func length(_ most: Int, _ fixed: Int?) -> String {
    (fixed.map(TemplateBytes.exactly) ?? .atMost(most)).description
  }

  private init(made format: TemplateFormat, _ length: String, needsFace: Bool) {
    name = format.algorithm
    values = ["version": "\(format.version)", "templateBytes": length, "needsFace": "\(needsFace)"]
  }

  init(_ format: some MadeFormat) {
    self.init(
      made: format.template, Self.length(format.templateBytesMaximum, format.templateBytesFixed),
      needsFace: format.needsFace)
  }

  init(_ format: ExtractedFormat) {
    self.init(made: format.format, format.templateBytes.description, needsFace: format.needsFace)
  }

  private init(
    compared name: String, _ modality: Modality, _ reads: ClosedRange<UInt32>, _ length: String,
    isSymmetric: Bool, _ similarities: ClosedRange<Float>, fuses: UInt32?
  ) {
    self.name = name
    values = [
      "modality": modality.name, "reads": "\(reads)", "templateBytes": length, "symmetric": "\(isSymmetric)",
      "similarity": "\(similarities)", "fuses": fuses.map { "\($0)" } ?? "none",
    ]
  }

  init(_ format: MatcherFormat) {
    self.init(
      compared: format.algorithm, format.modality, format.readsVersions,
      Self.length(format.templateBytesMaximum, format.templateBytesFixed), isSymmetric: format.isSymmetric,
      format.similarities, fuses: format.fusesVersion)
  }

  init(_ format: ComparedFormat) {
    self.init(
      compared: format.algorithm, format.modality, format.reads, format.templateBytes.description,
      isSymmetric: format.isSymmetric, format.similarities, fuses: format.fuses)
  }
}
