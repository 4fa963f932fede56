// SPDX-License-Identifier: Apache-2.0
public import ImprintTrust

/// What a plugin's library says of itself, read without loading it.
public struct LibraryFacts: Sendable, Hashable {
  /// The processor it is for, as `uname -m` writes it.
  public let architecture: String
  /// The libraries it is linked with, by file name, in the order the loader looks for them.
  public let needed: [String]

  init(_ file: ElfFile) {
    architecture = file.header.architecture
    needed = file.needed
  }
}

extension FoundPlugin {
  /// The most bytes that a plugin's library has: 1 GiB.
  public static var mostLibraryBytes: Int { ElfFile.maximumBytes }

  /// Judges the library as opening the plugin would, up to the point where code would run: is it a whole ELF
  /// library for this processor that every reader sees alike, does it export the entry and nothing else, and
  /// look for others nowhere but in its own folder? Reads it; loads nothing.
  ///
  /// Whether what it is linked with is installed ``LibrarySearch`` says.
  /// - Throws: ``PluginError`` `library-missing`, `not-an-elf-library`, `irregular-library`,
  ///   `wrong-architecture`, `no-entry`, `extra-exports`, `foreign-path`, `libc-too-old` or `abi-disjoint`.
  /// - Complexity: O(bytes): reads the whole file. Any thread.
  public func judgeLibrary() throws(PluginError) -> LibraryFacts {
    LibraryFacts(try LibraryJudge.judgeWhole(self))
  }

  /// The same of the library's file alone: for whoever signs, packs or looks through a plugin that is for
  /// another machine than this one.
  /// - Throws: ``PluginError``, but for `libc-too-old`, `abi-disjoint`, and the processor that is running.
  /// - Complexity: O(bytes): reads the whole file. Any thread.
  public func judgeLibraryFile() throws(PluginError) -> LibraryFacts {
    LibraryFacts(try LibraryJudge.judgeFile(self))
  }

  /// The same of bytes that were read from elsewhere, such as a package; ``folder`` names them in errors.
  /// - Throws: As ``judgeLibraryFile()``.
  package func judgeLibrary(bytes: [UInt8]) throws(PluginError) -> LibraryFacts {
    LibraryFacts(try LibraryJudge.judge(bytes, of: self))
  }
}

extension ReadPlugin {
  /// Judges the library of a plugin whose folder was read, as ``FoundPlugin/judgeLibraryFile()`` does.
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
