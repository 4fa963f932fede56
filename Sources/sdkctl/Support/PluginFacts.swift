// SPDX-License-Identifier: Apache-2.0

/// One plugin's manifest, for display.
struct PluginFacts {
  private let plugin: FoundPlugin
  private let license: LicenseState
  private let quarantine: QuarantineStanding
  /// In the chosen variant; `nil` where that does not use it.
  private let isolation: Isolation?
  private var manifest: PluginManifest { plugin.manifest }

  init(
    _ plugin: FoundPlugin, _ license: LicenseState, _ quarantine: QuarantineStanding, _ isolation: Isolation?
  ) {
    self.isolation = isolation
    self.plugin = plugin
    self.quarantine = quarantine
    self.license = license
  }

  var text: String {
    var pairs = [
      ("id", manifest.id), ("version", "\(manifest.version)"), ("name", manifest.name),
      ("vendor", manifest.vendor), ("summary", manifest.summary),
      ("licence", manifest.license.code + (manifest.license.weights.map { ", weights \($0)" } ?? "")),
      ("folder", plugin.folder), ("origin", plugin.root.origin.rawValue),
      (
        "library",
        "\(manifest.library.file) (\(manifest.library.architecture.rawValue), \(manifest.library.libc))"
      ),
    ]
    if let many = manifest.library.ofMany { pairs.append(("library of many", "\(many)")) }
    pairs += manifest.parameters.map { ("parameter", "\($0)") }
    pairs += [
      ("contract", "\(manifest.abi.lowerBound) to \(manifest.abi.upperBound)"),
      ("provides", list(manifest.provides.map(\.description))),
      ("needs from plugins", list(manifest.needs.abilities.map(\.description))),
      ("needs from the host", list(manifest.needs.host.map(\.description))),
      ("licence features", license.text),
      (
        "data",
        "\(manifest.dataUse.dataClass.rawValue); egress \(manifest.dataUse.egress.rawValue), retention "
          + manifest.dataUse.retention.rawValue
      ),
    ]
    if !manifest.devices.isEmpty { pairs.append(("devices", list(manifest.devices.map(\.rawValue)))) }
    if let isolation { pairs.append(("runs", isolation.rawValue)) }
    if let died = quarantine.text { pairs.append(("died", died)) }
    for model in manifest.models {
      pairs.append(
        ("model", "\(model.file), \(model.bytes) bytes, \(model.license), of \(model.source.package)"))
    }
    for runtime in manifest.runtimes {
      pairs.append(("run-time library", "\(runtime.name) \(runtime.version)"))
    }
    for made in manifest.extracts { pairs.append(("extracts", "\(made.format), of a \(made.modality.name)")) }
    for format in manifest.compares {
      let (low, high) = (format.reads.lowerBound, format.reads.upperBound)
      pairs.append(
        (
          "compares",
          "\(format.algorithm), " + (low == high ? "version \(low)" : "versions \(low) to \(high)")
            + (format.intendedUse.isEmpty
              ? "" : ", meant for " + list(format.intendedUse.map(\.name)))
        ))
    }
    if !manifest.compares.isEmpty {
      for entry in manifest.calibrations { pairs.append(("calibrated", Self.text(of: entry))) }
      for format in uncalibrated { pairs.append(("calibrated", "\(format): no, scores do not apply")) }
    }
    pairs += plugin.warnings.map { ("warning", "\($0.place): \($0.reason)") }
    return facts(pairs)
  }

  var json: JSONValue {
    [
      "id": manifest.id, "version": "\(manifest.version)", "name": manifest.name, "vendor": manifest.vendor,
      "summary": manifest.summary,
      "licence": ["code": manifest.license.code, "weights": manifest.license.weights] as JSONValue,
      "folder": plugin.folder, "origin": plugin.root.origin.rawValue, "library": manifest.library.file,
      "architecture": manifest.library.architecture.rawValue, "libc": "\(manifest.library.libc)",
      "ofMany": manifest.library.ofMany.json(Self.json(of:)),
      "parameters": .object(manifest.parameters.map { ($0.name, Self.json(of: $0.value)) }) as JSONValue,
      "abi": ["min": Int(manifest.abi.lowerBound), "max": Int(manifest.abi.upperBound)] as JSONValue,
      "provides": manifest.provides.map(\.description),
      "needs": [
        "abilities": manifest.needs.abilities.map(\.description),
        "host": manifest.needs.host.map(\.description),
      ] as JSONValue, "features": manifest.features, "devices": manifest.devices.map(\.rawValue),
      "entitlement": license.json, "quarantine": quarantine.json, "isolation": isolation?.rawValue,
      "models": manifest.models.map(Self.json(of:)),
      "runtimes": manifest.runtimes.json { ["name": $0.name, "version": $0.version] },
      "extracts": manifest.extracts.map(Self.json(of:)), "compares": manifest.compares.map(Self.json(of:)),
      "calibrations": manifest.calibrations.map(Self.json(of:)),
      "warnings": plugin.warnings.map { "\($0.place): \($0.reason)" },
    ]
  }

  /// Formats of which no pair has a calibration.
  private var uncalibrated: [String] {
    manifest.compares.map(\.algorithm).filter { format in
      !manifest.calibrations.contains { $0.pair.format == format }
    }
  }

  private func list(_ words: [String]) -> String { words.isEmpty ? "nothing" : words.joined(separator: ", ") }

  private static func text(of declared: CalibrationDeclaration) -> String {
    let calibration = declared.calibration
    return
      "\(declared.pair): \(calibration.date), \(declared.dataSet): \(calibration.impostorComparisons) "
      + "impostor comparisons "
      + "of \(calibration.subjects) people; supported by data up to score \(calibration.supportedUpTo)"
  }

  private static func json(of model: PluginModel) -> JSONValue {
    [
      "name": model.name, "file": model.file, "bytes": model.bytes, "sha256": model.sha256.hex,
      "version": model.version, "licence": model.license, "package": model.source.package,
    ]
  }

  private static func json(of library: LibraryOfMany) -> JSONValue {
    ["id": library.id, "version": "\(library.version)", "vendor": library.vendor]
  }

  private static func json(of value: PluginParameter.Value) -> JSONValue {
    switch value {
    case .boolean(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .text(let value): .string(value)
    }
  }

  private static func json(of made: ExtractedFormat) -> JSONValue {
    [
      "format": made.format.algorithm, "version": Int(made.format.version), "modality": made.modality.name,
      "templateBytes": made.templateBytes.maximum, "needsFace": made.needsFace,
    ]
  }

  private static func json(of format: ComparedFormat) -> JSONValue {
    [
      "format": format.algorithm, "modality": format.modality.name,
      "reads": ["min": Int(format.reads.lowerBound), "max": Int(format.reads.upperBound)] as JSONValue,
      "templateBytes": format.templateBytes.maximum, "symmetric": format.isSymmetric,
      "fuses": format.fuses.map { Int($0) }, "intendedUse": format.intendedUse.map(\.name),
    ]
  }

  private static func json(of declared: CalibrationDeclaration) -> JSONValue {
    declared.pair.json.adding([
      "date": declared.calibration.date, "dataSet": declared.dataSet,
      "population": declared.calibration.population, "method": declared.method,
      "impostorComparisons": declared.calibration.impostorComparisons,
      "genuineComparisons": declared.genuineComparisons, "subjects": declared.calibration.subjects,
      "supportedUpTo": declared.calibration.supportedUpTo.value,
      "points": declared.points.json {
        [
          "similarity": $0.similarity, "fmr": $0.falseMatchRate, "lower": $0.interval.lowerBound,
          "upper": $0.interval.upperBound,
        ]
      },
    ])
  }
}
