// SPDX-License-Identifier: Apache-2.0

/// How a plugin's library was linked: its dependencies and its hardening. Read without loading it, as by
/// ``ElfFile``.
package struct LibraryLinkage: Sendable {
  private let file: ElfFile

  /// The processor architecture, as `uname -m` writes it.
  package var architecture: String { file.header.architecture }
  /// The libraries it is linked with, in the loader's search order.
  package var needed: [String] { file.needed }
  /// The folders that the loader searches first, verbatim: `$ORIGIN` is not expanded.
  package var runPath: [String] { file.runPath }
  /// The exported symbols.
  package var exports: [String] { file.exports }
  /// All undefined symbols, without their versions. Each once, in the table's order.
  package var imports: [String] { file.imports }
  /// In the order of the file.
  package var versionNeeds: [VersionNeed] { file.versionNeeds }
  /// Whether all symbols are bound at load time.
  package var bindsNow: Bool { file.linking.bindsNow }
  /// Whether relocated tables are read-only afterwards (RELRO).
  package var hasReadOnlyRelocations: Bool { file.linking.hasReadOnlyRelocations }
  /// Whether it requests an executable stack, or states nothing, which the loader treats as a request.
  package var hasExecutableStack: Bool { file.linking.hasExecutableStack }
  /// Whether it has text relocations.
  package var hasTextRelocations: Bool { file.linking.hasTextRelocations }
  /// Whether a segment is both writable and executable.
  package var hasWritableCode: Bool { file.linking.hasWritableCode }

  /// Parses a library's bytes.
  /// - Throws: ``PluginError`` `not-an-elf-library` or `irregular-library`; its place is `place`.
  /// - Complexity: O(symbols + relocations + dynamic entries).
  package init(_ bytes: [UInt8], place: String) throws(PluginError) {
    do throws(ElfHeader.Problem) {
      file = try ElfFile(bytes)
    } catch {
      throw LibraryJudge.refusal(place, error)
    }
  }

  /// Folders that a library's run path may name besides its own, as declared by the host.
  package static var declaredFolders: [String] { LinkRule.standard.runtimeFolders }

  /// Validates its search paths and names of dependencies, and its own name.
  /// - Parameter name: The library's file, as the manifest names it.
  /// - Throws: ``PluginError`` `foreign-path` or `irregular-library`.
  package func judgeLinks(named name: String, place: String) throws(PluginError) {
    do throws(LinkRule.Refusal) {
      try LinkRule.standard.judge(file, named: name)
    } catch {
      throw PluginError(error.code, place: place, reason: error.reason, remedy: error.remedy)
    }
  }
}
