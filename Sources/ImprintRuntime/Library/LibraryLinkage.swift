// SPDX-License-Identifier: Apache-2.0

/// How a plugin's library was linked: what it takes from others, and what it leaves open to attack. Read
/// without loading it, as ``ElfFile`` reads it.
package struct LibraryLinkage: Sendable {
  private let file: ElfFile

  /// The processor it is for, as `uname -m` writes it.
  package var architecture: String { file.header.architecture }
  /// The libraries it is linked with, in the order the loader looks for them.
  package var needed: [String] { file.needed }
  /// The folders that the loader looks into for them first, as the library says it: `$ORIGIN` is not
  /// replaced.
  package var runPath: [String] { file.runPath }
  /// The symbols that others can bind to.
  package var exports: [String] { file.exports }
  /// The symbols that others are to define, without their versions. Each once, in order; all of them.
  package var imports: [String] { file.imports }
  /// In the order of the file.
  package var versionNeeds: [VersionNeed] { file.versionNeeds }
  /// Whether all symbols are bound when it is loaded.
  package var bindsNow: Bool { file.linking.bindsNow }
  /// Whether the tables that are bound then are read-only afterwards.
  package var hasReadOnlyRelocations: Bool { file.linking.hasReadOnlyRelocations }
  /// Whether it wants a stack that code can run on, or says nothing of it, which the loader takes for yes.
  package var hasExecutableStack: Bool { file.linking.hasExecutableStack }
  /// Whether its code is written to when it is loaded.
  package var hasTextRelocations: Bool { file.linking.hasTextRelocations }
  /// Whether a part of it can be both written to and run.
  package var hasWritableCode: Bool { file.linking.hasWritableCode }

  /// Reads a library's bytes.
  /// - Throws: ``PluginError`` `not-an-elf-library` or `irregular-library`; `place` names the bytes in it.
  /// - Complexity: O(symbols + relocations + dynamic entries).
  package init(_ bytes: [UInt8], place: String) throws(PluginError) {
    do throws(ElfHeader.Problem) {
      file = try ElfFile(bytes)
    } catch {
      throw LibraryJudge.refusal(place, error)
    }
  }

  /// Folders that a library's run path may name beside its own: what the host declares.
  package static var declaredFolders: [String] { LinkRule.standard.runtimeFolders }

  /// Judges where it has the loader look for other libraries, and by which name it goes.
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
