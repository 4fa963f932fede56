// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintModel
private import Glibc

/// A loaded library's entry table, and what is asked of it before it is opened.
struct PluginEntry {
  static let symbol = "imp_plugin_entry"
  // More than any plugin has; bounds the walk along a hostile list.
  private static let mostAbilities: UInt32 = 256

  let table: UnsafePointer<imp_entry>
  let place: String
  /// The contract version that is agreed: the highest that both speak.
  let agreedVersion: UInt32

  /// Finds the entry and asks for its table. `place` is the library's path.
  init(of library: UnsafeMutableRawPointer, place: String) throws(PluginError) {
    self.place = place
    guard let symbol = dlsym(library, Self.symbol) else {
      throw PluginError(
        .noEntry, place: place, reason: "the loader does not find \(Self.symbol) in it.",
        remedy: "Export \(Self.symbol).")
    }
    typealias Entry = @convention(c) () -> UnsafeRawPointer?
    let entry = unsafeBitCast(symbol, to: Entry.self)
    guard let raw = RunningCall.make({ entry() }).answer else {
      throw PluginError(
        .entryRefused, place: place, reason: "\(Self.symbol) answered null: the plugin cannot run here.",
        remedy: "See the plugin's own documentation for what it needs.")
    }
    agreedVersion = try Self.negotiate(raw, place: place)
    do {
      table = try PluginStruct.checked(
        imp_entry.self, at: raw, name: "imp_entry", sizeOffset: 8,
        pointers: stride(from: 16, to: MemoryLayout<imp_entry>.size, by: 8))
    } catch {
      throw Self.broken(error, place)
    }
  }

  // The two range fields keep their place in every version: nothing else is read before they fit.
  private static func negotiate(_ raw: UnsafeRawPointer, place: String) throws(PluginError) -> UInt32 {
    guard Int(bitPattern: raw) % MemoryLayout<imp_entry>.alignment == 0 else {
      throw broken(ContractBreach("its imp_entry lies at an address that is not aligned."), place)
    }
    let low = raw.load(as: UInt32.self)
    let high = raw.load(fromByteOffset: 4, as: UInt32.self)
    guard low <= high, let agreed = HostContract.agreed(with: low...high) else {
      throw HostContract.disjoint(place, min: low, max: high)
    }
    return agreed
  }

  /// Compares what the library says of itself with its manifest, field by field.
  func checkDescriptor(against manifest: PluginManifest) throws(PluginError) {
    let said: Descriptor
    do {
      said = try describe()
    } catch {
      throw Self.broken(error, place)
    }
    try same("id", said.id, manifest.id)
    try same("version", said.version, manifest.version.description)
    try same("vendor", said.vendor, manifest.vendor)
    try same("abi", Self.range(table.pointee.abi_min, table.pointee.abi_max), Self.range(manifest.abi))
    try same("abilities", said.abilities.sorted().list, manifest.provides.map(\.description).sorted().list)
  }

  private static func range(_ low: UInt32, _ high: UInt32) -> String { "\(low) to \(high)" }

  private static func range(_ range: ClosedRange<UInt32>) -> String {
    Self.range(range.lowerBound, range.upperBound)
  }

  private struct Descriptor {
    let id: String
    let version: String
    let vendor: String
    let abilities: [String]
  }

  private func describe() throws(ContractBreach) -> Descriptor {
    let descriptor = try descriptor().pointee
    return Descriptor(
      id: try PluginStruct.text(descriptor.id, field: "id"),
      version: try PluginStruct.text(descriptor.version, field: "version"),
      vendor: try PluginStruct.text(descriptor.vendor, field: "vendor"),
      abilities: try abilities(of: descriptor))
  }

  private func descriptor() throws(ContractBreach) -> UnsafePointer<imp_descriptor> {
    // The import says that describe never answers null; a hostile one does.
    typealias Describe = @convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?
    let describe = unsafeBitCast(table.pointee.describe, to: Describe.self)
    return try PluginStruct.checked(
      imp_descriptor.self, at: RunningCall.make { describe(table) }.answer, name: "imp_descriptor",
      pointers: [8, 16, 24])
  }

  private func abilities(of descriptor: imp_descriptor) throws(ContractBreach) -> [String] {
    guard descriptor.ability_count > 0 else { return [] }
    guard descriptor.ability_count <= Self.mostAbilities, let list = descriptor.abilities else {
      throw ContractBreach(
        "its descriptor lists \(descriptor.ability_count) abilities, at most \(Self.mostAbilities) are read.")
    }
    let words = UnsafeRawPointer(list)
    var abilities: [String] = []
    for index in 0..<Int(descriptor.ability_count) {
      let word = words.load(fromByteOffset: index * 8, as: UnsafePointer<CChar>?.self)
      guard let word else { throw ContractBreach("abilities[\(index)] is null.") }
      abilities.append(try PluginStruct.text(word, field: "abilities[\(index)]"))
    }
    return abilities
  }

  private func same(_ field: String, _ library: String, _ manifest: String) throws(PluginError) {
    guard library != manifest else { return }
    throw Self.differs(field, library: library, manifest: manifest, place)
  }

  /// The refusal that names the field and both values.
  static func differs(_ field: String, library: String, manifest: String, _ place: String) -> PluginError {
    PluginError(
      .descriptorDiffers, place: place,
      reason: "its \(field) is `\(library)`, and its manifest says `\(manifest)`.",
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
