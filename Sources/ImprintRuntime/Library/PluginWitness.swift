// SPDX-License-Identifier: Apache-2.0
package import CImprint
package import ImprintCalls
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

  /// What a plugin of a library of many is lent, as opening it judges that.
  /// - Parameter entry: The library's, or a bridge's.
  /// - Returns: `nil` where its library serves it alone.
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
