// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintTrust

/// The files of a plugin and their order in a package: determined by its manifest alone.
struct PackageLayout {
  static let manifest = PluginContents.manifestName
  static let signature = PluginContents.signatureName
  static let conformance = PluginContents.conformanceName
  /// A folder of texts, in the plugin and in each run-time library.
  static let licenses = "licenses"
  static let models = "models"
  static let runtimes = "runtimes"

  enum Slot: Sendable, Equatable {
    /// A required file, with what the manifest states of it.
    case file(String, sha256: ContentHash?, bytes: Int?)
    /// An optional file.
    case text(String)
    /// Any files below a folder, its name with the slash; in the order of their paths.
    case texts(String)
  }

  let slots: [Slot]

  /// - Throws: ``PackageError`` `unexpected-file` or `bad-name` if the manifest's files collide.
  init(of plugin: PluginManifest, place: String) throws(PackageError) {
    var slots: [Slot] = [
      .file(Self.manifest, sha256: nil, bytes: nil), .text(Self.signature), .text(Self.conformance),
      .file(plugin.library.file, sha256: nil, bytes: nil), .texts("\(Self.licenses)/"),
    ]
    // Two models may share a file.
    var models: [String: PluginModel] = [:]
    for model in plugin.models {
      if let known = models.updateValue(model, forKey: model.file),
        known.sha256 != model.sha256 || known.bytes != model.bytes
      {
        throw Self.collision(model.file, place)
      }
    }
    for (file, model) in models.sorted(by: { $0.key < $1.key }) {
      slots.append(.file("\(Self.models)/\(file)", sha256: model.sha256, bytes: model.bytes))
    }
    for runtime in plugin.runtimes.sorted(by: { $0.folder < $1.folder }) {
      let folder = "\(Self.runtimes)/\(runtime.folder)"
      for file in runtime.files.sorted(by: { $0.file < $1.file }) {
        slots.append(.file("\(folder)/\(file.file)", sha256: file.sha256, bytes: nil))
      }
      slots.append(.texts("\(folder)/\(Self.licenses)/"))
    }
    self.slots = slots
    try checkNames(place)
  }

  /// Whether a path is in the plugin's own folder, not in a run-time library's.
  static func isOwn(_ path: String) -> Bool { !path.hasPrefix("\(runtimes)/") }

  private func checkNames(_ place: String) throws(PackageError) {
    let folders: Set<String> = [Self.licenses, Self.models, Self.runtimes]
    var taken: Set<String> = []
    for slot in slots {
      let path =
        switch slot {
        case .file(let path, _, _), .text(let path), .texts(let path): path
        }
      guard taken.insert(path).inserted, !folders.contains(path), !path.hasSuffix("/\(Self.licenses)") else {
        throw Self.collision(path, place)
      }
      guard path.hasSuffix("/") || ArchiveHeader(path: path, bytes: 0).encoded() != nil else {
        throw PackageError(
          .badName, place: place,
          reason: "the file \(path) that the manifest names has a name of more than 100 bytes.",
          remedy: "Give it a shorter name.")
      }
    }
  }

  private static func collision(_ path: String, _ place: String) -> PackageError {
    PackageError(
      .unexpectedFile, place: place, reason: "the manifest names \(path) for two different things.",
      remedy: "Give one of them another name.")
  }
}

/// Matches the files of a package, in order, against a layout.
struct LayoutWalk {
  private let layout: PackageLayout
  private let place: String
  private var next = 0
  private var last = ""

  init(_ layout: PackageLayout, place: String) {
    self.layout = layout
    self.place = place
  }

  /// The slot of a file.
  /// - Throws: ``PackageError`` `missing-file` or `unexpected-file`.
  mutating func take(_ path: String) throws(PackageError) -> PackageLayout.Slot {
    while next < layout.slots.count {
      let slot = layout.slots[next]
      switch slot {
      case .file(path, _, _), .text(path):
        next += 1
        return slot
      case .texts(let folder) where path.hasPrefix(folder):
        guard last < path else { throw unexpected(path) }
        last = path
        return slot
      case .file(let wanted, _, _):
        throw isNamedLater(path)
          ? PackageError.package(
            .missingFile, place, "\(wanted) is not where it has to be: \(path) is there.")
          : unexpected(path)
      case .text, .texts:
        next += 1
        // Paths are sorted within a folder, not across folders.
        last = ""
      }
    }
    throw unexpected(path)
  }

  /// - Throws: ``PackageError`` `missing-file` if a required file is missing.
  mutating func finish() throws(PackageError) {
    while next < layout.slots.count {
      if case .file(let path, _, _) = layout.slots[next] {
        throw .package(.missingFile, place, "\(path) is not in it, and the manifest names it.")
      }
      next += 1
    }
  }

  private func isNamedLater(_ path: String) -> Bool {
    layout.slots[next...].contains { slot in
      switch slot {
      case .file(path, _, _), .text(path): true
      case .texts(let folder): path.hasPrefix(folder)
      default: false
      }
    }
  }

  private func unexpected(_ path: String) -> PackageError {
    .package(
      .unexpectedFile, place, "\(path) is in it twice, not in its turn, or not named by the manifest.")
  }
}
