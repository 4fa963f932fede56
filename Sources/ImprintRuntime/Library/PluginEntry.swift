// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest
private import Glibc

/// A loaded library's entry table, and the checks before the plugin is opened.
struct PluginEntry {
  static let symbol = "imp_plugin_entry"

  let table: UnsafePointer<imp_entry>
  let place: String
  /// The negotiated contract version: the highest that both support.
  let agreedVersion: UInt32

  /// Finds the entry and asks for its table. `place` is the library's path.
  init(of library: UnsafeMutableRawPointer, place: String) throws(PluginError) {
    try self.init(at: Self.pointer(of: library, place: place), place: place)
  }

  /// The pointer that the library's entry returns, not validated; `nil` where the plugin cannot run.
  static func pointer(of library: UnsafeMutableRawPointer, place: String) throws(PluginError)
    -> UnsafeRawPointer?
  {
    guard let symbol = dlsym(library, Self.symbol) else {
      throw PluginError(
        .noEntry, place: place, reason: "the loader does not find \(Self.symbol) in it.",
        remedy: "Export \(Self.symbol).")
    }
    typealias Entry = @convention(c) () -> UnsafeRawPointer?
    let entry = unsafeBitCast(symbol, to: Entry.self)
    return RunningCall.make { entry() }.answer
  }

  /// Validates what `imp_plugin_entry` returned, in this process or in another.
  init(at raw: UnsafeRawPointer?, place: String) throws(PluginError) {
    self.place = place
    guard let raw else {
      throw PluginError(
        .entryRefused, place: place, reason: "\(Self.symbol) returned null: the plugin cannot run here.",
        remedy: "See the plugin's own documentation for what it needs.")
    }
    agreedVersion = try Self.negotiate(raw, place: place)
    do { table = try EntryTable.checked(at: raw) } catch { throw Self.broken(error, place) }
  }

  // The two range fields have the same offsets in every version: nothing else is read before they agree.
  private static func negotiate(_ raw: UnsafeRawPointer, place: String) throws(PluginError) -> UInt32 {
    let range: (low: UInt32, high: UInt32)
    do { range = try EntryTable.versions(at: raw) } catch { throw broken(error, place) }
    guard let agreed = EntryTable.agreed(low: range.low, high: range.high) else {
      throw HostContract.disjoint(place, min: range.low, max: range.high)
    }
    return agreed
  }

  /// Compares the library's descriptor with its manifest, field by field, and validates the parameters.
  /// - Returns: The parameters lent to the plugin; `nil` where the library serves only this plugin.
  @discardableResult
  func checkDescriptor(against manifest: PluginManifest) throws(PluginError) -> [ParameterSetting]? {
    let said: PluginDescriptor
    do { said = try EntryTable.descriptor(of: table) } catch { throw Self.broken(error, place) }
    let many = manifest.library.ofMany
    try same("kind", Self.kind(isOfMany: said.parameters != nil), Self.kind(isOfMany: many != nil))
    try same("id", said.id, many?.id ?? manifest.id)
    try same("version", said.version, (many?.version ?? manifest.version).description)
    try same("vendor", said.vendor, many?.vendor ?? manifest.vendor)
    try same("abi", Self.range(table.pointee.abi_min, table.pointee.abi_max), Self.range(manifest.abi))
    let provided = manifest.provides.map(\.description).sorted()
    let abilities = said.abilities.sorted()
    guard let declared = said.parameters else {
      try same("abilities", abilities.list, provided.list)
      return nil
    }
    // The library lists those of all its plugins.
    if !Set(provided).isSubset(of: abilities) { try same("abilities", abilities.list, provided.list) }
    return try ParameterJudge(declared: declared, plugin: manifest.id).settings(of: manifest.parameters)
  }

  private static func kind(isOfMany: Bool) -> String {
    isOfMany ? "a library of many" : "one plugin's library"
  }

  private static func range(_ low: UInt32, _ high: UInt32) -> String { "\(low) to \(high)" }

  private static func range(_ range: ClosedRange<UInt32>) -> String {
    Self.range(range.lowerBound, range.upperBound)
  }

  private func same(_ field: String, _ library: String, _ manifest: String) throws(PluginError) {
    guard library != manifest else { return }
    throw Self.differs(field, library: library, manifest: manifest, place)
  }

  /// The refusal that names the field and both values.
  static func differs(_ field: String, library: String, manifest: String, _ place: String) -> PluginError {
    PluginError(
      .descriptorDiffers, place: place,
      reason: "its \(field) is `\(library)`, but its manifest says `\(manifest)`.",
      remedy: "Install manifest and library of the same build.")
  }

  static func broken(_ breach: ContractBreach, _ place: String) -> PluginError {
    PluginError(
      .brokenContract, place: place, reason: breach.sentence,
      remedy: "Build the plugin again with this version's headers, or ask its vendor to.")
  }
}

extension [String] {
  fileprivate var list: String { joined(separator: ", ") }
}
