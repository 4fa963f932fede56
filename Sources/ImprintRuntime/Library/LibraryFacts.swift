// SPDX-License-Identifier: Apache-2.0

/// What a plugin's library says of itself, read without loading it.
public struct LibraryFacts: Sendable, Hashable {
  /// The processor it is for, as `uname -m` writes it.
  public let architecture: String
  /// The libraries it is linked with, by file name, in the order the loader looks for them.
  public let needed: [String]
}

extension FoundPlugin {
  /// Judges the library as opening the plugin would, up to the point where code would run: is it a whole ELF
  /// library for this processor, and does it export the entry and nothing else? Reads it; loads nothing.
  ///
  /// Whether what it is linked with is installed only the loader can say, when the plugin is opened.
  /// - Throws: ``PluginError`` `library-missing`, `not-an-elf-library`, `wrong-architecture`, `no-entry`,
  ///   `extra-exports`, `libc-too-old` or `abi-disjoint`.
  /// - Complexity: O(bytes): reads the whole file. Any thread.
  public func judgeLibrary() throws(PluginError) -> LibraryFacts {
    let file = try LibraryJudge.judgeWhole(self)
    return LibraryFacts(architecture: file.header.architecture, needed: file.needed)
  }
}
