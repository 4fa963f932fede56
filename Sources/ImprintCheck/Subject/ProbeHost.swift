// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintCalls
internal import ImprintManifest
internal import ImprintRuntime
internal import Synchronization

/// A configurable test host: each ability can be withheld, each table falsified, and every call is recorded.
///
/// What the plugin sees of it is never freed, so that a late call is detected instead of crashing.
/// Thread-safe, as the contract requires.
final class ProbeHost: Sendable {
  /// What kind of host it is; the default behaves, and has everything.
  struct Settings: Sendable {
    /// Ids of abilities that it does not have.
    var withheld: Set<String> = []
    /// Further ids that it provides, like a newer host.
    var additional: Set<String> = []
    /// The contract version that it reports as negotiated.
    var abiVersion = UInt32(IMP_ABI_VERSION)
    /// Added to the size field of `imp_host`.
    var hostSizeChange = 0
    /// Added to the size field of the table of an ability.
    var tableSizeChange: [String: Int] = [:]
    /// The features of the manifest that it does not grant.
    var refusedFeatures: Set<String> = []
    /// Whether there is a licence at all; without one no feature is granted, and none is named.
    var hasLicense = true
    /// Seconds since 1970 UTC.
    var validUntil: Int64 = 4_102_444_800
    /// What it writes to the reserved fields of its tables.
    var reserved: UInt32 = 0
    /// Which call of the file abilities returns IMP_E_MEMORY, from 1; 0: none.
    var failingFileCall = 0
    /// The parameters it lends a plugin of a library of many; ``CheckSubject/host(_:)`` fills in the
    /// manifest's.
    var parameters: [ParameterSetting]?
    /// Whether the record has what the plugin would have kept; its cache never finds anything.
    var recordsKept = false
  }

  /// The plugin's words for one status.
  struct Words: Sendable, Hashable {
    let status: imp_status
    let text: String
  }

  /// The requests and reports it received, in order.
  struct Record: Sendable {
    var abilities: [String] = []
    var words: [Words] = []
    var lines: [String] = []
    var files: [String] = []
    /// Keys and bytes, where the settings ask for them.
    var kept: [[UInt8]] = []
    /// Calls after its plugin was closed.
    var late: [String] = []
    fileprivate var isOver = false
  }

  let found: FoundPlugin
  let settings: Settings
  private let state = Mutex(Record())
  private let memory: ProbeHostMemory

  init(for found: FoundPlugin, _ settings: Settings = Settings()) {
    self.found = found
    self.settings = settings
    memory = ProbeHostMemory(for: found, settings)
    // Never freed: see above.
    memory.host.pointee.context = Unmanaged.passRetained(self).toOpaque()
  }

  /// The argument of the plugin's open.
  var pointer: UnsafePointer<imp_host> { UnsafePointer(memory.host) }

  /// The record so far.
  var record: Record { state.withLock { $0 } }

  /// The entitlement's table and its features, as they lie in memory now.
  var entitlementBytes: [UInt8] { memory.entitlementBytes }

  /// Discards the words so far, so that the next ones belong to the next call.
  func forgetWords() { state.withLock { $0.words = [] } }

  /// Marks the plugin as closed: every call from now on is a violation.
  func endOfUse() { state.withLock { $0.isOver = true } }

  /// A status with its name and the plugin's words for it, for people.
  func explained(_ status: imp_status) -> String {
    let words = record.words.last.map { ": \"\($0.text)\"" } ?? ""
    return "\(StatusName.of(status))\(words)"
  }

  // MARK: What the C functions call

  static func of(_ host: UnsafePointer<imp_host>) -> ProbeHost? {
    host.pointee.context.map { Unmanaged<ProbeHost>.fromOpaque($0).takeUnretainedValue() }
  }

  private func note(_ call: String, _ change: (inout Record) -> Void) {
    state.withLock { record in
      if record.isOver { record.late.append(call) }
      change(&record)
    }
  }

  func ability(_ id: String) -> UnsafeRawPointer? {
    note("ability(\(id))") { $0.abilities.append(id) }
    guard !settings.withheld.contains(id) else { return nil }
    return memory.table(id)
  }

  func line(_ text: imp_text) {
    let line = Self.copy(text)
    note("log") { $0.lines.append(line) }
  }

  func words(_ status: imp_status, _ text: imp_text) {
    let words = Words(status: status, text: Self.copy(text))
    note("report") { $0.words.append(words) }
  }

  func model(_ name: imp_text, _ bytes: UnsafeMutablePointer<imp_bytes>) -> imp_status {
    let name = Self.copy(name)
    guard isFileCallAllowed(name) else { return IMP_E_MEMORY }
    guard let model = memory.model(name) else { return IMP_E_MODEL }
    bytes.pointee = imp_bytes(
      data: model.baseAddress?.assumingMemoryBound(to: UInt8.self), length: model.count)
    return IMP_OK
  }

  func runtimeFolder(_ name: imp_text, _ path: UnsafeMutablePointer<imp_buffer>) -> imp_status {
    let name = Self.copy(name)
    guard isFileCallAllowed(name) else { return IMP_E_MEMORY }
    guard let runtime = found.manifest.runtimes.first(where: { $0.name == name }) else { return IMP_E_FILE }
    let folder = Array("\(found.root.path)/runtimes/\(runtime.folder)".utf8)
    path.pointee.length = folder.count
    guard path.pointee.capacity >= folder.count, let room = path.pointee.data else {
      return IMP_RETRY_SHORT_BUFFER
    }
    room.update(from: folder, count: folder.count)
    return IMP_OK
  }

  func value(_ name: imp_text) -> UnsafePointer<imp_parameter>? {
    note("value(\(Self.copy(name)))") { _ in }
    return memory.parameters?.value(named: name)
  }

  /// As in a host that forgets all.
  func find(_ key: imp_bytes, _ bytes: UnsafeMutablePointer<imp_bytes>) {
    note("find") { _ in }
    bytes.pointee = imp_bytes(data: nil, length: 0)
  }

  func keep(_ key: imp_bytes, _ bytes: imp_bytes) {
    let kept = settings.recordsKept ? [Self.copy(key), Self.copy(bytes)] : []
    note("keep") { $0.kept += kept }
  }

  private func isFileCallAllowed(_ name: String) -> Bool {
    note("files(\(name))") { $0.files.append(name) }
    return state.withLock { $0.files.count } != settings.failingFileCall
  }

  private static func copy(_ bytes: imp_bytes) -> [UInt8] {
    Array(UnsafeBufferPointer(start: bytes.data, count: bytes.length))
  }

  private static func copy(_ text: imp_text) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text.data, count: text.length), as: UTF8.self)
  }
}
