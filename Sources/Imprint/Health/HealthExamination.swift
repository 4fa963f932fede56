// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import ImprintLicense
private import ImprintManifest
private import ImprintRuntime

/// Reports what is missing, broken or doubtful in an installation, without running code of any plugin (F194).
///
/// ```swift
/// let broken = HealthExamination(configuration: configuration).findings().filter { $0.state == .broken }
/// ```
public struct HealthExamination: Sendable {
  let configuration: ImprintConfiguration

  /// An examination of what ``BiometricSystem/open(_:)`` would use with this configuration: its search path,
  /// its variant and plugins, its entitlements.
  public init(configuration: ImprintConfiguration = ImprintConfiguration()) {
    self.configuration = configuration
  }

  /// Examines everything, and returns all findings, good ones too, in the order system, walls, trust,
  /// licence, roots, plugins, what was skipped, quarantine, libraries and files, variants, devices.
  ///
  /// Where nothing is broken, opening fails only for reasons that cannot be known without running a plugin:
  /// only the loader knows whether the libraries that a plugin links to are installed.
  /// - Complexity: O(bytes of all libraries, models and run-time libraries): reads and hashes each once, up
  ///   to seconds. Blocks the calling thread; any thread.
  public func findings() -> [HealthFinding] {
    let catalog = PluginCatalog.discover(configuration.searchPath)
    return system + walls + trust + license(of: catalog) + roots(of: catalog) + plugins(of: catalog)
      + catalog.skipped.map(Self.finding(of:)) + quarantine(of: catalog)
      + catalog.found.map(Self.library(of:)) + trust(of: catalog) + files(of: catalog) + variants(of: catalog)
      + devices(of: catalog)
  }

  private var system: [HealthFinding] {
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return [.fine(.system, "", "\(BuildInformation.text), \(cores) cores, \(RunningLibC.name ?? "no glibc")")]
  }

  private func roots(of catalog: PluginCatalog) -> [HealthFinding] {
    let searched = catalog.path.roots.map { root in
      let isThere = access(root.path, F_OK) == 0
      return HealthFinding.fine(.root, root.path, root.origin.rawValue + (isThere ? "" : ", not there"))
    }
    let elevated = PluginSearchPath.isElevated ? "elevated" : "not elevated"
    return searched + [.fine(.root, "", "this process is \(elevated)")]
      + catalog.path.notes.map {
        HealthFinding(
          .root, .doubtful, place: "", code: "note", fact: $0,
          remedy: "Install plugins in a folder of the system, or name it in the program.")
      }
  }

  private func plugins(of catalog: PluginCatalog) -> [HealthFinding] {
    guard !catalog.found.isEmpty else {
      return [
        HealthFinding(
          .plugin, .broken, place: "", code: "none", fact: "no plugin was found.",
          remedy: "Add an installation to the search path, or set IMPRINT_PLUGIN_PATH.")
      ]
    }
    return catalog.found.flatMap { plugin in
      [.fine(.plugin, plugin.manifest.id, "\(plugin.manifest.version), \(plugin.root.origin.rawValue)")]
        + plugin.warnings.map {
          HealthFinding(
            .plugin, .doubtful, place: $0.place, code: $0.code.rawValue, fact: $0.reason, remedy: $0.remedy)
        } + license(of: plugin.manifest) + calibrations(of: plugin.manifest)
    }
  }

  private static func finding(of skip: SkippedPlugin) -> HealthFinding {
    // Of two versions the first wins, and a disabled plugin was disabled by somebody: both may be intended.
    let mayBeMeant: Set<PluginError.Code> = [.duplicateID, .disabled]
    return HealthFinding(
      .plugin, mayBeMeant.contains(skip.error.code) ? .doubtful : .broken, place: skip.id ?? skip.place,
      code: skip.error.code.rawValue, fact: "\(skip.error.place): \(skip.error.reason)",
      remedy: skip.error.remedy)
  }

  private static func library(of plugin: FoundPlugin) -> HealthFinding {
    do throws(PluginError) {
      let facts = try plugin.judgeLibrary()
      return .fine(
        .library, plugin.libraryPath, "\(facts.architecture), linked with \(facts.needed.count) libraries")
    } catch {
      return .broken(.library, error)
    }
  }

  /// A run-time library may be shared by several plugins, and is read once.
  private func files(of catalog: PluginCatalog) -> [HealthFinding] {
    var seen: Set<StatedFile> = []
    return catalog.found.flatMap(\.statedFiles).filter { seen.insert($0).inserted }.map { file in
      let subject: HealthFinding.Subject =
        switch file.kind {
        case .model: .model
        case .runtime: .runtime
        }
      do throws(PluginFileError) {
        return .fine(subject, file.path, "\(try file.verify()) bytes, hash matches")
      } catch {
        return .broken(subject, error)
      }
    }
  }

  private func variants(of catalog: PluginCatalog) -> [HealthFinding] {
    // The configuration's own may be missing, and that is a finding like any other.
    var names = catalog.variants.map(\.manifest.variant)
    if !names.contains(configuration.variant) { names.append(configuration.variant) }
    return names.flatMap { name -> [HealthFinding] in
      do throws(ResolutionError) {
        let chosen = name == configuration.variant ? configuration.plugins : []
        let set = try catalog.resolve(variant: name, choosing: chosen)
        return [.fine(.variant, name, set.plugins.map(\.id).joined(separator: ", "))]
          + license(of: set, isChosen: name == configuration.variant)
          + trust(of: set, in: catalog, isChosen: name == configuration.variant)
          + calibrations(of: set)
      } catch {
        return error.problems.map {
          HealthFinding(
            .variant, .broken, place: name, code: $0.code.rawValue, fact: "\($0.place): \($0.reason)",
            remedy: $0.remedy)
        }
      }
    }
  }
}
