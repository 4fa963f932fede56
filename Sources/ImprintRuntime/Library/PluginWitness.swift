// SPDX-License-Identifier: Apache-2.0
package import CImprint
package import ImprintCalls
internal import ImprintManifest

/// Compares the descriptor of an already loaded library with its manifest, as opening does.
package enum PluginWitness {
  /// Calls the library's entry and compares field by field. Runs the library's code.
  /// - Parameter library: The loader's handle.
  /// - Throws: ``PluginError`` `no-entry`, `entry-refused`, `abi-disjoint`, `broken-contract` or
  ///   `descriptor-differs`.
  package static func compare(
    _ library: UnsafeMutableRawPointer, with found: FoundPlugin
  ) throws(PluginError) {
    try PluginEntry(of: library, place: found.libraryPath).checkDescriptor(against: found.manifest)
  }

  /// The parameters lent to a plugin of a library of many, validated as on opening.
  /// - Parameter entry: The library's, or a bridge's.
  /// - Returns: `nil` where its library serves only this plugin.
  /// - Throws: ``PluginError``, as ``compare(_:with:)``.
  package static func parameters(
    of entry: UnsafePointer<imp_entry>, for found: FoundPlugin
  ) throws(PluginError) -> (declared: [ParameterDeclaration], given: [ParameterSetting])? {
    guard found.manifest.library.ofMany != nil else { return nil }
    let entry = try PluginEntry(at: UnsafeRawPointer(entry), place: found.libraryPath)
    guard let given = try entry.checkDescriptor(against: found.manifest) else { return nil }
    do throws(ContractBreach) {
      return (try EntryTable.descriptor(of: entry.table).parameters ?? [], given)
    } catch {
      throw PluginEntry.broken(error, entry.place)
    }
  }
}
