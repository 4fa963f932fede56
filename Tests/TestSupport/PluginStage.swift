// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A root with bundled plugins, as an installation has it.
public enum PluginStage {
  /// A root in which the plugin lies: the one that `IMPRINT_STAGE` names, or a new one that is put together
  /// from `manifests/plugins` and the libraries that were built.
  /// - Parameters:
  ///   - models: A folder with the plugin's model files; `nil` for a plugin without models.
  ///   - runtimes: A folder with run-time libraries, in the shape of a root's `runtimes`.
  /// - Throws: ``MissingForTest`` where there is no manifest with that id, or its library was not built.
  public static func root(withPlugin id: String, models: URL? = nil, runtimes: URL? = nil) throws -> URL {
    try root(withPlugins: [id: models], runtimes: runtimes)
  }

  /// The same for several plugins, each with its folder of models.
  public static func root(withPlugins plugins: [String: URL?], runtimes: URL? = nil) throws -> URL {
    if let stage = BuiltProducts.stage { return stage }
    let root = try TemporaryFolder()
    for (id, models) in plugins { try add(id, models: models, to: root) }
    if let runtimes { try link(runtimes, as: root.url.appending(path: "runtimes")) }
    return root.url
  }

  private static func add(_ id: String, models: URL?, to root: TemporaryFolder) throws {
    let manifest = try manifest(of: id)
    let folder = URL(filePath: try root.makeFolder("plugins/\(id)"))
    try FileManager.default.copyItem(at: manifest.file, to: folder.appending(path: "plugin.yaml"))
    let built = try BuiltProducts.folder().appending(path: manifest.library)
    guard FileManager.default.fileExists(atPath: built.path) else {
      throw MissingForTest("\(built.path) was not built")
    }
    try FileManager.default.copyItem(at: built, to: folder.appending(path: manifest.library))
    if let models { try share(models, as: folder.appending(path: "models")) }
  }

  private static func manifest(of id: String) throws -> (file: URL, library: String) {
    let folder = BuiltProducts.package.appending(path: "manifests/plugins")
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.split(separator: "\n").contains(where: { $0 == "id: \(id)" }) else { continue }
      guard
        let library = text.firstMatch(
          of: /library:[^\n]*\{[^}]*file: *([A-Za-z0-9._-]+)|\n +file: *(lib[A-Za-z0-9._-]+)/)
      else { throw MissingForTest("\(file.path) names no library") }
      return (file, String(library.1 ?? library.2 ?? ""))
    }
    throw MissingForTest("no manifest in \(folder.path) has the id \(id)")
  }

  // Models are large: a second name for a file costs nothing. It is no symbolic link, which no plugin may
  // have; between file systems there is none, and they are copied.
  private static func share(_ source: URL, as folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in try FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: nil) {
      let (original, name) = (file.resolvingSymlinksInPath(), folder.appending(path: file.lastPathComponent))
      do {
        try FileManager.default.linkItem(at: original, to: name)
      } catch {
        try FileManager.default.copyItem(at: original, to: name)
      }
    }
  }

  // Run-time libraries are shared by plugins, and may lie behind a link.
  private static func link(_ source: URL, as name: URL) throws {
    try FileManager.default.createSymbolicLink(at: name, withDestinationURL: source)
  }
}
