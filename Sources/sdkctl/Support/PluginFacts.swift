// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintCommandLine

/// One plugin's manifest, to show.
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
      ("needs of plugins", list(manifest.needs.abilities.map(\.description))),
      ("needs of the host", list(manifest.needs.host.map(\.description))),
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
    .object([
      ("id", .string(manifest.id)), ("version", .string("\(manifest.version)")),
      ("name", .string(manifest.name)), ("vendor", .string(manifest.vendor)),
      ("summary", .string(manifest.summary)),
      (
        "licence",
        .object([
          ("code", .string(manifest.license.code)),
          ("weights", .optional(manifest.license.weights) { .string($0) }),
        ])
      ),
      ("folder", .string(plugin.folder)), ("origin", .string(plugin.root.origin.rawValue)),
      ("library", .string(manifest.library.file)),
      ("architecture", .string(manifest.library.architecture.rawValue)),
      ("libc", .string("\(manifest.library.libc)")),
      ("ofMany", .optional(manifest.library.ofMany, Self.json(of:))),
      ("parameters", .object(manifest.parameters.map { ($0.name, Self.json(of: $0.value)) })),
      (
        "abi",
        .object([
          ("min", .integer(Int(manifest.abi.lowerBound))), ("max", .integer(Int(manifest.abi.upperBound))),
        ])
      ),
      ("provides", .strings(manifest.provides.map(\.description))),
      (
        "needs",
        .object([
          ("abilities", .strings(manifest.needs.abilities.map(\.description))),
          ("host", .strings(manifest.needs.host.map(\.description))),
        ])
      ),
      ("features", .strings(manifest.features)),
      ("devices", .strings(manifest.devices.map(\.rawValue))),
      ("entitlement", license.json), ("quarantine", quarantine.json),
      ("isolation", .optional(isolation) { .string($0.rawValue) }),
      ("models", .array(manifest.models.map(Self.json(of:)))),
      (
        "runtimes",
        .array(
          manifest.runtimes.map {
            .object([("name", .string($0.name)), ("version", .string($0.version))])
          })
      ),
      ("extracts", .array(manifest.extracts.map(Self.json(of:)))),
      ("compares", .array(manifest.compares.map(Self.json(of:)))),
      ("calibrations", .array(manifest.calibrations.map(Self.json(of:)))),
      ("warnings", .strings(plugin.warnings.map { "\($0.place): \($0.reason)" })),
    ])
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
      "\(declared.pair): \(calibration.date), \(declared.dataSet): \(calibration.impostorComparisons) impostor comparisons "
      + "of \(calibration.subjects) people; carried by data up to score \(calibration.supportedUpTo)"
  }

  private static func json(of model: PluginModel) -> JSONValue {
    .object([
      ("name", .string(model.name)), ("file", .string(model.file)), ("bytes", .integer(model.bytes)),
      ("sha256", .string(model.sha256.hex)), ("version", .string(model.version)),
      ("licence", .string(model.license)), ("package", .string(model.source.package)),
    ])
  }

  private static func json(of library: LibraryOfMany) -> JSONValue {
    .object([
      ("id", .string(library.id)), ("version", .string("\(library.version)")),
      ("vendor", .string(library.vendor)),
    ])
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
    .object([
      ("format", .string(made.format.algorithm)), ("version", .integer(Int(made.format.version))),
      ("modality", .string(made.modality.name)), ("templateBytes", .integer(made.templateBytes.maximum)),
      ("needsFace", .bool(made.needsFace)),
    ])
  }

  private static func json(of format: ComparedFormat) -> JSONValue {
    .object([
      ("format", .string(format.algorithm)), ("modality", .string(format.modality.name)),
      (
        "reads",
        .object([
          ("min", .integer(Int(format.reads.lowerBound))), ("max", .integer(Int(format.reads.upperBound))),
        ])
      ),
      ("templateBytes", .integer(format.templateBytes.maximum)), ("symmetric", .bool(format.isSymmetric)),
      ("fuses", .optional(format.fuses) { .integer(Int($0)) }),
      ("intendedUse", .strings(format.intendedUse)),
    ])
  }

  private static func json(of declared: CalibrationDeclaration) -> JSONValue {
    .object(
      declared.pair.members + [
        ("date", .string(declared.calibration.date)), ("dataSet", .string(declared.dataSet)),
        ("population", .string(declared.calibration.population)), ("method", .string(declared.method)),
        ("impostorComparisons", .integer(declared.calibration.impostorComparisons)),
        ("genuineComparisons", .integer(declared.genuineComparisons)),
        ("subjects", .integer(declared.calibration.subjects)),
        ("supportedUpTo", .number(declared.calibration.supportedUpTo.value)),
        (
          "points",
          .array(
            declared.points.map {
              .object([
                ("similarity", .number($0.similarity)), ("fmr", .number($0.falseMatchRate)),
                ("lower", .number($0.interval.lowerBound)), ("upper", .number($0.interval.upperBound)),
              ])
            })
        ),
      ])
  }
}
