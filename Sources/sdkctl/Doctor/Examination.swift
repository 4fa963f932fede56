// SPDX-License-Identifier: Apache-2.0
import Glibc
import Imprint

/// Everything that can be known of an installation without opening a library.
struct Examination {
  private let catalog: PluginCatalog
  private let entitlements = PermitAllEntitlements()

  init(catalog: PluginCatalog) { self.catalog = catalog }

  var findings: [Finding] {
    system + roots + plugins + skips + catalog.found.flatMap(files) + variants
  }

  private var system: [Finding] {
    let permits = entitlements.permitsEverything
    return [
      .fine(.system, "", "\(BuildInformation.text), \(Self.cores) cores, \(Self.libc ?? "no glibc")"),
      .fine(.licence, "", permits ? "every feature is permitted; no licence is looked at" : "licences count"),
    ]
  }

  private var roots: [Finding] {
    let found = catalog.path.roots.map { root in
      Finding.fine(
        .root, root.path, "\(root.origin.rawValue)\(Self.isThere(root.path) ? "" : ", not there")")
    }
    let elevation = PluginSearchPath.isElevated ? "this process is elevated" : "this process is not elevated"
    return found + [.fine(.root, "", elevation)]
      + catalog.path.notes.map {
        Finding(subject: .root, state: .doubtful, place: "", code: "note", fact: $0, remedy: "")
      }
  }

  private var plugins: [Finding] {
    guard !catalog.found.isEmpty else {
      return [
        Finding(
          subject: .plugin, state: .broken, place: "", code: "none", fact: "no plugin was found.",
          remedy: "Name an installation with --root, or set IMPRINT_PLUGIN_PATH.")
      ]
    }
    return catalog.found.flatMap { plugin in
      [
        Finding.fine(
          .plugin, plugin.manifest.id, "\(plugin.manifest.version), \(plugin.root.origin.rawValue)")
      ]
        + plugin.warnings.map {
          Finding(
            subject: .plugin, state: .doubtful, place: $0.place, code: $0.code.rawValue, fact: $0.reason,
            remedy: $0.remedy)
        } + licence(of: plugin.manifest) + calibration(of: plugin.manifest)
    }
  }

  private func licence(of manifest: PluginManifest) -> [Finding] {
    guard case .refused(let feature, let reason, let remedy) = LicenseState(of: manifest, entitlements) else {
      return []
    }
    return [
      Finding(
        subject: .licence, state: .broken, place: manifest.id, code: "refused", fact: "\(feature): \(reason)",
        remedy: remedy)
    ]
  }

  private func calibration(of manifest: PluginManifest) -> [Finding] {
    guard manifest.matcher != nil else { return [] }
    if let calibration = manifest.calibration?.calibration {
      return [
        .fine(
          .calibration, manifest.id,
          "measured \(calibration.date), carried by data up to score \(calibration.supportedUpTo)")
      ]
    }
    return [
      Finding(
        subject: .calibration, state: .doubtful, place: manifest.id, code: "not-calibrated",
        fact: "no score or threshold applies to its similarities.",
        remedy: "Measure it: sdkctl evaluate --pairs FILE.csv --plugin \(manifest.id) --calibrate MANIFEST.")
    ]
  }

  private var skips: [Finding] {
    catalog.skipped.map { skip in
      // Of two versions the first counts, and that may be meant.
      let state: Finding.State = skip.error.code == .duplicateID ? .doubtful : .broken
      return Finding(
        subject: .plugin, state: state, place: skip.id ?? skip.place, code: skip.error.code.rawValue,
        fact: "\(skip.error.place): \(skip.error.reason)", remedy: skip.error.remedy)
    }
  }

  private func files(of plugin: FoundPlugin) -> [Finding] {
    plugin.manifest.models.map { model in
      Self.file(
        "\(plugin.folder)/models/\(model.file)", .model, sha256: model.sha256, bytes: model.bytes)
    }
      + plugin.manifest.runtimes.flatMap { runtime in
        runtime.files.map {
          Self.file("\(plugin.root.path)/runtimes/\(runtime.folder)/\($0.file)", .runtime, sha256: $0.sha256)
        }
      }
  }

  private static func file(
    _ path: String, _ subject: Finding.Subject, sha256: ContentHash, bytes: Int? = nil
  ) -> Finding {
    do {
      let found = try Files.hash(path)
      if found.hash == sha256 { return .fine(subject, path, "\(found.bytes) bytes, hash right") }
      let length = bytes.map { $0 == found.bytes ? "" : ", and \(found.bytes) bytes instead of \($0)" } ?? ""
      return Finding(
        subject: subject, state: .broken, place: path, code: "hash-differs",
        fact: "its hash is \(found.hash.hex.prefix(12))..., not \(sha256.hex.prefix(12))...\(length).",
        remedy: "Install the plugin again, with its models.")
    } catch {
      return Finding(
        subject: subject, state: .broken, place: path, code: error.code.rawValue, fact: error.reason,
        remedy: error.remedy)
    }
  }

  private var variants: [Finding] {
    guard !catalog.variants.isEmpty else {
      return [
        Finding(
          subject: .variant, state: .broken, place: "", code: "none", fact: "no variant was found.",
          remedy: "Name an installation with --root.")
      ]
    }
    return catalog.variants.flatMap { variant -> [Finding] in
      do throws(ResolutionError) {
        let set = try Resolution.resolve(
          variant: variant.manifest, choosing: [], available: catalog.found.map(\.manifest))
        return [.fine(.variant, variant.manifest.variant, set.plugins.map(\.id).joined(separator: ", "))]
      } catch {
        return error.problems.map {
          Finding(
            subject: .variant, state: .broken, place: variant.manifest.variant, code: $0.code.rawValue,
            fact: "\($0.place): \($0.reason)", remedy: $0.remedy)
        }
      }
    }
  }

  private static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  private static var libc: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { room in
      guard let start = room.baseAddress else { return nil }
      let length = confstr(Int32(_CS_GNU_LIBC_VERSION), start, room.count)
      return (1...room.count).contains(length) ? String(cString: start) : nil
    }
  }

  private static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
