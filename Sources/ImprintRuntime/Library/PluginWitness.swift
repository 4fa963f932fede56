// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest

/// What a library that is loaded already says of itself, against its manifest: the comparison that opening
/// makes.
package enum PluginWitness {
  /// Asks the library's entry and compares field by field. Runs the library's code.
  /// - Parameter library: The loader's handle.
  /// - Throws: ``PluginError`` `no-entry`, `entry-refused`, `abi-disjoint`, `broken-contract` or
  ///   `descriptor-differs`.
  package static func compare(
    _ library: UnsafeMutableRawPointer, with found: FoundPlugin
  ) throws(PluginError) {
    try PluginEntry(of: library, place: found.libraryPath).checkDescriptor(against: found.manifest)
  }
}
