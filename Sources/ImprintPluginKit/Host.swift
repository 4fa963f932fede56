// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What a plugin may ask of its host. There is no other way to reach it. Usable from any thread, from
/// `init(host:)` until the plugin is released.
public struct Host: @unchecked Sendable {
  // Sendable: the host promises its tables to be constant and callable from any thread until close.
  private let raw: UnsafePointer<imp_host>
  private let log: UnsafePointer<imp_host_log>?
  private let words: UnsafePointer<imp_host_report>?
  private let files: UnsafePointer<imp_host_files>?
  private let parameters: UnsafePointer<imp_host_parameters>?
  private let cache: UnsafePointer<imp_host_cache>?

  /// The contract version agreed for this plugin: what its behaviour goes by.
  public let abiVersion: UInt32

  /// What the plugin was granted when it was opened; `nil` where the host does not tell.
  public let entitlement: HostEntitlement?

  /// - Throws: `.abi` where a table of the host has another size than this kit was built with.
  init(_ raw: UnsafePointer<imp_host>) throws(PluginFailure) {
    self.raw = raw
    abiVersion = raw.pointee.abi_version
    log = try Host.table(raw, IMP_HOST_LOG_ID, \.size)
    words = try Host.table(raw, IMP_HOST_REPORT_ID, \.size)
    files = try Host.table(raw, IMP_HOST_FILES_ID, \.size)
    parameters = try Host.table(raw, IMP_HOST_PARAMETERS_ID, \.size)
    cache = try Host.table(raw, IMP_HOST_CACHE_ID, \.size)
    let entitlement: UnsafePointer<imp_host_entitlement>? = try Host.table(
      raw, IMP_HOST_ENTITLEMENT_ID, \.size)
    if let entitlement {
      self.entitlement = try HostEntitlement(entitlement.pointee)
    } else {
      self.entitlement = nil
    }
  }

  private static func table<T>(
    _ raw: UnsafePointer<imp_host>, _ id: String, _ size: (T) -> UInt32
  ) throws(PluginFailure) -> UnsafePointer<T>? {
    guard let table = raw.pointee.ability(raw, id)?.assumingMemoryBound(to: T.self) else { return nil }
    guard isSized(table, size) else {
      throw PluginFailure(.abi, "The host's \(id) has another size than the plugin was built with.")
    }
    return table
  }

  /// Whether the host has an ability, such as `IMP_HOST_FILES_ID`. A plugin that cannot do without one
  /// throws `.ability` from its initialiser.
  public func offers(_ ability: String) -> Bool { raw.pointee.ability(raw, ability) != nil }

  /// How much a log line matters.
  public enum Severity: UInt32, Sendable {
    case debug = 1
    case info = 2
    case warning = 3
    case error = 4
  }

  /// Writes one line to the host's log, which adds the plugin's id; over 4096 bytes is cut. Never templates,
  /// keys, pixels or names of people. A host without a log is told nothing.
  public func log(_ severity: Severity, _ text: String) {
    guard let log else { return }
    withText(text) { log.pointee.write(raw, severity.rawValue, $0) }
  }

  /// Lends a model file by its name in the manifest; its hash has been checked.
  /// - Returns: read-only bytes, 64-byte aligned, valid until the plugin is released; the same each time.
  /// - Throws: `.model` where the manifest or the disk has no such file, `.ability` where the host lends
  ///   none.
  public func model(named name: String) throws(PluginFailure) -> UnsafeRawBufferPointer {
    guard let files else { throw missing(IMP_HOST_FILES_ID) }
    var bytes = imp_bytes(data: nil, length: 0)
    let status = withText(name) { files.pointee.model(raw, $0, &bytes) }
    guard status == IMP_OK else {
      throw PluginFailure(
        .init(rawValue: status), "Model '\(name)' is not available. Is it in the manifest, and installed?")
    }
    return UnsafeRawBufferPointer(start: bytes.data, count: bytes.length)
  }

  /// The folder of a shared run-time library by its name in the manifest; its files' hashes have been
  /// checked.
  /// - Throws: `.file` where the manifest names no such library or it is not installed; `.ability`.
  public func runtimeFolder(named name: String) throws(PluginFailure) -> String {
    guard let files else { throw missing(IMP_HOST_FILES_ID) }
    // Longer paths than PATH_MAX (4096) cannot be opened; one retry serves a host that says it needs more.
    var capacity = 4096
    for _ in 0..<2 {
      var status: imp_status = IMP_OK
      var needed = 0
      let path = String(unsafeUninitializedCapacity: capacity) { memory in
        var buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 0)
        status = withText(name) { files.pointee.runtime_folder(raw, $0, &buffer) }
        needed = buffer.length
        return status == IMP_OK ? min(needed, capacity) : 0
      }
      if status == IMP_OK { return path }
      guard status == IMP_RETRY_SHORT_BUFFER, needed <= 1 << 20 else {
        throw PluginFailure(
          .init(rawValue: status),
          "Run-time library '\(name)' is not available. Is it in the manifest, and installed?")
      }
      capacity = needed
    }
    throw PluginFailure(.file, "The host gave no path for the run-time library '\(name)'.")
  }

  /// A parameter of the plugin's manifest, or its default where the manifest does not give it. The host has
  /// compared it with what the library declares.
  /// - Throws: `.argument` where one that has no default is not there, or is of another type; `.ability`
  ///   where the host has none; `.abi`.
  public func value<Value>(of parameter: Parameter<Value>) throws(PluginFailure) -> Value {
    guard let parameters else { throw missing(IMP_HOST_PARAMETERS_ID) }
    let name = parameter.declaration.name
    guard let lent = withText(name, { parameters.pointee.value(raw, $0) }) else {
      if let value = parameter.defaultValue { return value }
      throw PluginFailure(.argument, "The manifest does not set the parameter '\(name)'.")
    }
    guard isSized(lent, \.size) else {
      throw PluginFailure(.abi, "The host's imp_parameter has another size than the plugin was built with.")
    }
    guard lent.pointee.type == parameter.declaration.type, let value = parameter.read(lent.pointee) else {
      throw PluginFailure(.argument, "The parameter '\(name)' is not of its declared type.")
    }
    return value
  }

  /// What was kept under the key, in an earlier process perhaps, by this library for this manifest on such a
  /// processor; `nil` where nothing is, or the host has no cache. Reads a file the first time.
  /// - Parameter key: at most 1024 bytes.
  /// - Returns: read-only bytes, 64-byte aligned, valid until the plugin is released; the same each time.
  public func kept(under key: String) -> UnsafeRawBufferPointer? {
    guard let cache else { return nil }
    var bytes = imp_bytes(data: nil, length: 0)
    withBytes(key) { cache.pointee.find(raw, $0, &bytes) }
    return bytes.length > 0 ? UnsafeRawBufferPointer(start: bytes.data, count: bytes.length) : nil
  }

  /// Keeps a copy of the bytes for later processes, at most 64 MiB; never templates, keys, pixels or names of
  /// people. Writes a file. A host without a cache, or that cannot, keeps nothing.
  public func keep(_ bytes: UnsafeRawBufferPointer, under key: String) {
    guard let cache else { return }
    let data = imp_bytes(
      data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), length: bytes.count)
    withBytes(key) { cache.pointee.keep(raw, $0, data) }
  }

  private func withBytes(_ key: String, _ body: (imp_bytes) -> Void) {
    var key = key
    key.withUTF8 { body(imp_bytes(data: $0.baseAddress, length: $0.count)) }
  }

  /// Gives the words of a failure that the running call is about to answer.
  func report(_ failure: PluginFailure) {
    guard let words else { return }
    withText(failure.words) { words.pointee.words(raw, failure.status.rawValue, $0) }
  }

  private func missing(_ ability: String) -> PluginFailure {
    PluginFailure(.ability, "The host has no '\(ability)', which this plugin needs.")
  }

  /// Runs the body of a call: OK, or the failure's status after its words.
  func answer(_ body: (Host) throws(PluginFailure) -> Void) -> imp_status {
    do throws(PluginFailure) {
      try body(self)
      return IMP_OK
    } catch {
      report(error)
      return error.status.rawValue
    }
  }
}
