// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import ImprintFiles

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
    let above = RunningProgram.path.flatMap(parent).flatMap(parent)
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
    path.contains("/") ? FilePath.parts(of: path).folder : nil
  }
}

/// One file of a folder of templates.
enum TemplateFile {
  /// Far more than any template has.
  private static let limit = 1 << 20

  /// The files of a folder, by name; folders in it are not looked into.
  static func names(in folder: String) throws(ScaffoldError) -> [String] {
    do throws(FileProblem) { return try FolderNames.of(folder).filter { !$0.hasPrefix(".") } } catch {
      throw unreadable(folder, error)
    }
  }

  /// What a template's file is called in the plugin's folder.
  static func finalName(of name: String) -> String {
    let visible = name.hasPrefix("dot-") ? "." + name.dropFirst(4) : name
    return visible.hasSuffix(".in") ? String(visible.dropLast(3)) : visible
  }

  static func read(_ path: String) throws(ScaffoldError) -> String {
    let text: String?
    do throws(FileProblem) {
      text = String(validating: try RegularFile(path).bytes(upTo: limit), as: UTF8.self)
    } catch {
      throw unreadable(path, error)
    }
    guard let text else {
      throw ScaffoldError(
        .brokenTemplate, place: path, reason: "it is not UTF-8 text.",
        remedy: "Install the author's kit again.")
    }
    return text
  }

  private static func unreadable(_ path: String, _ problem: FileProblem) -> ScaffoldError {
    ScaffoldError(
      .brokenTemplate, place: path, reason: problem.reason,
      remedy: "Install the author's kit again.")
  }
}
