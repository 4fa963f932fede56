// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// Builds a typed manifest from a validated tree.
struct PluginBuilder {
  private let take: SchemaBuilder

  init(file: String) {
    take = SchemaBuilder(file: file)
  }

  func manifest(_ root: YamlNode) throws(ManifestProblem) -> PluginManifest {
    PluginManifest(
      schema: try take.convert(root, "schema") { $0.text.flatMap { SchemaVersion($0) } },
      id: try take.text(root, "id"),
      version: try take.convert(root, "version") { $0.text.flatMap { SemanticVersion($0) } },
      vendor: try take.text(root, "vendor"),
      name: try take.text(root, "name"),
      summary: try take.text(root, "summary"),
      license: try license(take.value(root, "license")),
      library: try library(take.value(root, "library")), parameters: try parameters(root),
      abi: try take.range(root, "abi"),
      provides: try take.abilities(root, "provides"),
      needs: try needs(root["needs"]),
      product: root["product"]?.text,
      features: try take.list(root, "features") { $0.text },
      models: try take.list(root, "models") { model throws(ManifestProblem) in try self.model(model) },
      runtimes: try take.list(root, "runtimes") { runtime throws(ManifestProblem) in try self.runtime(runtime)
      },
      extracts: try take.list(root, "extracts") { item throws(ManifestProblem) in try extracted(item) },
      compares: try take.list(root, "compares") { item throws(ManifestProblem) in try compared(item) },
      calibrations: try take.list(root, "calibrations") { item throws(ManifestProblem) in
        try calibration(item)
      },
      devices: try take.list(root, "devices") { $0.text.flatMap(PluginDeviceClass.init(rawValue:)) },
      concurrency: try concurrency(root["concurrency"]),
      dataUse: try dataUse(take.value(root, "dataUse")))
  }

  private func license(_ node: YamlNode) throws(ManifestProblem) -> PluginLicense {
    PluginLicense(code: try take.text(node, "code"), weights: node["weights"]?.text)
  }

  private func library(_ node: YamlNode) throws(ManifestProblem) -> PluginLibrary {
    PluginLibrary(
      file: try take.text(node, "file"), architecture: try take.word(node, "architecture"),
      libc: try take.convert(node, "libc") { $0.text.flatMap(LibCFloor.init) },
      ofMany: try node["ofMany"].map { many throws(ManifestProblem) in
        LibraryOfMany(
          id: try take.text(many, "id"),
          version: try take.convert(many, "version") { $0.text.flatMap { SemanticVersion($0) } },
          vendor: try take.text(many, "vendor"))
      })
  }

  private func parameters(_ root: YamlNode) throws(ManifestProblem) -> [PluginParameter] {
    var parameters: [PluginParameter] = []
    for entry in root["parameters"]?.entries ?? [] {
      let value: PluginParameter.Value? =
        switch entry.value.scalar?.kind {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .text: entry.value.text.map { .text($0) }
        case .null, nil: nil
        }
      guard let value else { throw take.gap(entry.value, entry.key) }
      parameters.append(PluginParameter(name: entry.key, value: value))
    }
    return parameters
  }

  private func needs(_ node: YamlNode?) throws(ManifestProblem) -> PluginNeeds {
    guard let node else { return PluginNeeds(host: [], abilities: []) }
    return PluginNeeds(
      host: try take.abilities(node, "host"), abilities: try take.needs(node, "abilities"))
  }

  private func model(_ node: YamlNode) throws(ManifestProblem) -> PluginModel {
    let source = try take.value(node, "source")
    return PluginModel(
      name: try take.text(node, "name"), file: try take.text(node, "file"), sha256: try sha256(node),
      bytes: try take.integer(node, "bytes"), version: try take.text(node, "version"),
      license: try take.text(node, "license"),
      source: PluginModel.Source(
        package: try take.text(source, "package"), version: try take.text(source, "version"),
        file: try take.text(source, "file"), sha256: try sha256(source)))
  }

  private func runtime(_ node: YamlNode) throws(ManifestProblem) -> PluginRuntimeLibrary {
    PluginRuntimeLibrary(
      name: try take.text(node, "name"), version: try take.text(node, "version"),
      license: try take.text(node, "license"),
      files: try take.list(node, "files") { file throws(ManifestProblem) in
        PluginRuntimeLibrary.File(file: try take.text(file, "file"), sha256: try sha256(file))
      })
  }

  private func sha256(_ node: YamlNode) throws(ManifestProblem) -> ContentHash {
    try take.convert(node, "sha256") { $0.text.flatMap { ContentHash(hex: $0) } }
  }

  private func extracted(_ node: YamlNode) throws(ManifestProblem) -> ExtractedFormat {
    let version = try take.version(node, "version")
    return ExtractedFormat(
      format: try take.convert(node, "format") {
        $0.text.flatMap { TemplateFormat(algorithm: $0, version: version) }
      },
      modality: try modality(node), templateBytes: try templateBytes(node),
      needsFace: node["needsFace"]?.boolean ?? false)
  }

  private func compared(_ node: YamlNode) throws(ManifestProblem) -> ComparedFormat {
    ComparedFormat(
      algorithm: try take.text(node, "format"), modality: try modality(node),
      reads: try take.range(node, "reads"), templateBytes: try templateBytes(node),
      isSymmetric: try take.convert(node, "symmetric") { $0.boolean },
      similarities: try take.convert(node, "similarity", Self.similarities),
      fuses: node["fuses"] == nil ? nil : try take.version(node, "fuses"),
      intendedUse: try take.list(node, "intendedUse") { item in item.text.flatMap { ComparisonUse($0) } })
  }

  private func modality(_ node: YamlNode) throws(ManifestProblem) -> Modality {
    try take.convert(node, "modality") { $0.text.flatMap { Modality(name: $0) } }
  }

  private func templateBytes(_ node: YamlNode) throws(ManifestProblem) -> TemplateBytes {
    try take.convert(node, "templateBytes") { TemplateBytes($0) }
  }

  private static func similarities(_ node: YamlNode) -> ClosedRange<Float>? {
    guard let low = node["min"]?.number.map(Float.init), let high = node["max"]?.number.map(Float.init),
      low < high
    else { return nil }
    return low...high
  }

  private func calibration(_ node: YamlNode) throws(ManifestProblem) -> CalibrationDeclaration {
    let points = try take.list(node, "points") { item throws(ManifestProblem) in try point(item) }
    let calibration = Calibration(
      points: points.map { .init(similarity: $0.similarity, falseMatchRate: $0.falseMatchRate) },
      population: try take.text(node, "population"),
      impostorComparisons: try take.integer(node, "impostorComparisons"),
      subjects: try take.integer(node, "subjects"), date: try take.text(node, "date"))
    guard let calibration, let pair = CalibratedPair(entry: node) else {
      throw take.gap(node, "calibrations")
    }
    return CalibrationDeclaration(
      pair: pair, method: try take.text(node, "method"), dataSet: try take.text(node, "dataSet"),
      genuineComparisons: try take.integer(node, "genuineComparisons"), points: points,
      calibration: calibration)
  }

  private func point(_ node: YamlNode) throws(ManifestProblem) -> CalibrationDeclaration.Point? {
    let (lower, upper) = (try take.number(node, "lower"), try take.number(node, "upper"))
    guard lower <= upper else { return nil }
    return CalibrationDeclaration.Point(
      similarity: try take.number(node, "similarity"), falseMatchRate: try take.number(node, "fmr"),
      interval: lower...upper)
  }

  private func concurrency(_ node: YamlNode?) throws(ManifestProblem) -> PluginConcurrency {
    typealias Defaults = PluginSchema.Defaults
    let instances = PluginConcurrency.Instances(rawValue: Defaults.concurrencyInstances)
    return PluginConcurrency(
      instances: try node.map { node throws(ManifestProblem) in
        try take.word(node, "instances", default: instances)
      } ?? instances ?? .serial,
      threads: node?["threads"]?.integer ?? Defaults.concurrencyThreads,
      forkSafe: node?["forkSafe"]?.boolean ?? Defaults.concurrencyForkSafe)
  }

  private func dataUse(_ node: YamlNode) throws(ManifestProblem) -> PluginDataUse {
    PluginDataUse(
      dataClass: try take.word(node, "class"), egress: try take.word(node, "egress"),
      retention: try take.word(node, "retention"))
  }
}
