// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// The contract versions the kit speaks, both included.
private let contractVersions: ClosedRange<UInt32> = 1...1

/// A plugin's entry table, made once for each process and never freed.
///
/// Making it allocates a few hundred bytes and does nothing else: no plugin code runs before `open`.
public struct PluginExport: @unchecked Sendable {
  // Sendable: the memory behind the pointer is constant from the initialiser on.

  /// What `imp_plugin_entry` answers.
  public let entry: UnsafePointer<imp_entry>

  /// - Parameters:
  ///   - plugin: the plugin's type.
  ///   - abilities: those of the manifest's `provides`, such as `.matcher` or `.camera`. One that the type
  ///     does not conform to does not compile.
  public init<P: Plugin>(_ plugin: P.Type, provides abilities: [Ability<P>]) {
    let parameters = (P.self as? any PluginOfMany.Type)?.parameters
    let export = Export(descriptor: makeDescriptor(P.identity, abilities.map(\.id), parameters)) {
      host throws(PluginFailure) in
      OpenedPlugin(try P(host: host), provides: abilities, host: host)
    }
    entry = makeEntry(export)
  }
}

/// What the thunks of the entry table need. C functions cannot capture, so it lies behind the table.
private final class Export {
  let descriptor: UnsafePointer<imp_descriptor>
  let open: (Host) throws(PluginFailure) -> OpenedPlugin

  init(
    descriptor: UnsafePointer<imp_descriptor>, open: @escaping (Host) throws(PluginFailure) -> OpenedPlugin
  ) {
    self.descriptor = descriptor
    self.open = open
  }

  /// The export behind an entry table that `makeEntry` laid out.
  static func of(_ entry: UnsafePointer<imp_entry>) -> Export {
    let slot = UnsafeRawPointer(entry).advanced(by: MemoryLayout<imp_entry>.stride)
    return Unmanaged<Export>.fromOpaque(slot.load(as: UnsafeRawPointer.self)).takeUnretainedValue()
  }
}

/// Lays out the table, and behind it the pointer to its export.
private func makeEntry(_ export: Export) -> UnsafePointer<imp_entry> {
  let tableBytes = MemoryLayout<imp_entry>.stride
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: tableBytes + MemoryLayout<UnsafeRawPointer>.stride,
    alignment: MemoryLayout<imp_entry>.alignment)
  memory.storeBytes(
    of: UnsafeRawPointer(Unmanaged.passRetained(export).toOpaque()), toByteOffset: tableBytes,
    as: UnsafeRawPointer.self)
  let entry = memory.bindMemory(to: imp_entry.self, capacity: 1)
  entry.initialize(
    to: imp_entry(
      abi_min: contractVersions.lowerBound, abi_max: contractVersions.upperBound,
      size: structSize(imp_entry.self), reserved: 0,
      describe: { Export.of($0).descriptor },
      open: { open(Export.of($0), $1, $2) },
      close: { OpenedPlugin.release($0) },
      ability: { OpenedPlugin.from($0).table(id: String(cString: $1)) }))
  return UnsafePointer(entry)
}

private func open(
  _ export: Export, _ raw: UnsafePointer<imp_host>, _ plugin: UnsafeMutablePointer<OpaquePointer?>
) -> imp_status {
  // Before the size is known to be right nothing of the host may be called, so these two have no words.
  guard isSized(raw, \.size), contractVersions.contains(raw.pointee.abi_version) else { return IMP_E_ABI }
  guard isPresent(plugin) else { return IMP_E_ARGUMENT }
  do throws(PluginFailure) {
    return try Host(raw).answer { host throws(PluginFailure) in
      plugin.pointee = try export.open(host).retained()
    }
  } catch {
    return error.status.rawValue
  }
}

/// - Parameter parameters: `nil` where the library serves one plugin.
private func makeDescriptor(
  _ identity: PluginIdentity, _ abilities: [String], _ parameters: [any DeclaredParameter]?
) -> UnsafePointer<imp_descriptor> {
  var said = imp_descriptor(
    size: structSize(imp_descriptor.self), ability_count: UInt32(abilities.count),
    id: lastingCString(identity.id), version: lastingCString(identity.version),
    vendor: lastingCString(identity.vendor), abilities: lasting(each: abilities.map(lastingCString)))
  guard let parameters else { return lasting(said) }
  said.size = structSize(imp_library_descriptor.self)
  let many = lasting(
    imp_library_descriptor(
      library: said, parameter_count: UInt32(parameters.count), reserved: 0,
      parameters: lasting(each: parameters.map(\.declaration.declared))))
  return UnsafeRawPointer(many).assumingMemoryBound(to: imp_descriptor.self)
}
