// SPDX-License-Identifier: Apache-2.0
public import ImprintTrust

/// What a plugin's library states, read without loading it.
public struct LibraryFacts: Sendable, Hashable {
  /// The processor architecture, as `uname -m` writes it.
  public let architecture: String
  /// The libraries it is linked with, by file name, in the loader's search order.
  public let needed: [String]

  init(_ file: ElfFile) {
    architecture = file.header.architecture
    needed = file.needed
  }
}

extension FoundPlugin {
  /// The greatest length of a plugin's library: 1 GiB.
  public static var mostLibraryBytes: Int { ElfFile.maximumBytes }

  /// Validates the library as opening the plugin would, up to the point where code would run: that it is a
  /// complete and unambiguous ELF library for this processor, exports the entry and nothing else, and
  /// searches for dependencies only in its own folder. Reads it; loads nothing.
  ///
  /// ``LibrarySearch`` checks whether its dependencies are installed.
  /// - Throws: ``PluginError`` `library-missing`, `not-an-elf-library`, `irregular-library`,
  ///   `wrong-architecture`, `no-entry`, `extra-exports`, `foreign-path`, `libc-too-old` or `abi-disjoint`.
  /// - Complexity: O(bytes): reads the whole file. Any thread.
  public func judgeLibrary() throws(PluginError) -> LibraryFacts {
    LibraryFacts(try LibraryJudge.judgeWhole(self))
  }

  /// The same for the library's file alone: to sign, pack or inspect a plugin that is for another machine.
  /// - Throws: ``PluginError``, except `libc-too-old`, `abi-disjoint`, and for a processor other than this
  ///   one's.
  /// - Complexity: O(bytes): reads the whole file. Any thread.
  public func judgeLibraryFile() throws(PluginError) -> LibraryFacts {
    LibraryFacts(try LibraryJudge.judgeFile(self))
  }

  /// The same for bytes from elsewhere, such as a package; ``folder`` names them in errors.
  /// - Throws: As ``judgeLibraryFile()``.
  package func judgeLibrary(bytes: [UInt8]) throws(PluginError) -> LibraryFacts {
    LibraryFacts(try LibraryJudge.judge(bytes, of: self))
  }
}

extension ReadPlugin {
  /// Validates the library of a plugin whose folder was read, as ``FoundPlugin/judgeLibraryFile()`` does.
  /// - Throws: ``PluginError``, as that.
  /// - Complexity: O(bytes): reads the whole file. Any thread.
  @discardableResult
  public func judgeLibraryFile() throws(PluginError) -> LibraryFacts {
    try FoundPlugin(
      manifest: manifest, manifestHash: contents.manifest, folder: folder,
      root: PluginRoot(path: folder, origin: .explicit)
    ).judgeLibraryFile()
  }
}
