// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// The installed templates: `<root>/share/imprint/templates`.
///
/// Below it lie `every/`, `kinds/<kind>/`, `<language>/every/` and `<language>/<kind>/`, for a matcher that
/// of the face extractor too, and for what makes templates `extractor/` and `<language>/extractor/`; a
/// plugin's folder is made of all of them. A file `dot-NAME` becomes `.NAME`, `NAME.in` becomes `NAME` (it is
/// no source before it is filled), and `part-NAME` is no file but the text of `@NAME@`; a later one begins
/// with the earlier where it says `@NAME@` itself.
public struct PluginTemplates: Sendable, Hashable {
  public let folder: String

  public init(folder: String) { self.folder = folder }

  /// The first that is there.
  /// - Parameter roots: of the search path, in its order; the folder above the program's own comes last.
  /// - Throws: `noTemplates`.
  public static func find(in roots: [String]) throws(ScaffoldError) -> PluginTemplates {
    let above = runningProgram.flatMap(parent).flatMap(parent)
    let folders = (roots + [above].compactMap { $0 }).map { "\($0)/share/imprint/templates" }
    guard let folder = folders.first(where: { access("\($0)/every", R_OK | X_OK) == 0 }) else {
      throw ScaffoldError(
        .noTemplates, place: folders.last ?? "share/imprint/templates", reason: "there are no templates.",
        remedy: "Install the author's kit beside sdkctl, or name the installation with --root.")
    }
    return PluginTemplates(folder: folder)
  }

  /// The layers a plugin's folder is made of; of two files with one name the later is taken.
  func layers(kind: PluginKind, language: PluginLanguage) -> [String] {
    let extractor = kind.parts.contains(where: \.makesTemplates) ? ["extractor"] : []
    let ofLanguage = (["every"] + extractor + kind.parts.map(\.rawValue)).map { "\(language.folder)/\($0)" }
    return (["every"] + extractor + ["kinds/\(kind.rawValue)"] + ofLanguage).map { "\(folder)/\($0)" }
  }

  private static func parent(_ path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  private static var runningProgram: String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &room, room.count)
    guard count > 0 else { return nil }
    return String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// One file of a folder of templates.
enum TemplateFile {
  /// Far more than any template has.
  private static let limit = 1 << 20

  /// The files of a folder, by name; folders in it are not looked into.
  static func names(in folder: String) throws(ScaffoldError) -> [String] {
    guard let stream = opendir(folder) else { throw unreadable(folder) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw unreadable(folder) }
    return names.sorted()
  }

  /// What a template's file is called in the plugin's folder.
  static func finalName(of name: String) -> String {
    let visible = name.hasPrefix("dot-") ? "." + name.dropFirst(4) : name
    return visible.hasSuffix(".in") ? String(visible.dropLast(3)) : visible
  }

  static func read(_ path: String) throws(ScaffoldError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw unreadable(path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw ScaffoldError(
        .brokenTemplate, place: path, reason: "it is no UTF-8 text of at most \(limit) bytes.",
        remedy: "Install the author's kit again.")
    }
    return text
  }

  private static func unreadable(_ path: String) -> ScaffoldError {
    ScaffoldError(
      .brokenTemplate, place: path, reason: "it cannot be read: \(String(cString: strerror(errno))).",
      remedy: "Install the author's kit again.")
  }
}
