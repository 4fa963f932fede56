// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The host that a bridged plugin was opened for. What is said on the other side is told to it, on the thread
/// that made the call.
///
/// `@unchecked Sendable`: the host's tables are constant until close.
struct BridgedHost: @unchecked Sendable {
  private let host: UnsafePointer<imp_host>
  private let report: UnsafePointer<imp_host_report>?
  private let files: UnsafePointer<imp_host_files>?
  private let entitlement: UnsafePointer<imp_host_entitlement>?
  private let hasLog: Bool
  /// `nil`: the host has none for this plugin.
  private let parameters: [ParameterSetting]?

  /// `nil` for a host one of whose structs has a wrong size: `IMP_E_ABI`.
  /// - Parameter declared: The names of what the library declares.
  init?(_ host: UnsafePointer<imp_host>, declared: [[UInt8]]) {
    guard judge(host) == IMP_OK else { return nil }
    self.host = host
    report = Self.table(host, IMP_HOST_REPORT_ID)
    files = Self.table(host, IMP_HOST_FILES_ID)
    entitlement = Self.table(host, IMP_HOST_ENTITLEMENT_ID)
    let log: UnsafePointer<imp_host_log>? = Self.table(host, IMP_HOST_LOG_ID)
    hasLog = log != nil
    guard Self.fits(report), Self.fits(files), Self.fits(log),
      Self.fits(entitlement),
      entitlement.map({ judge(Self.features(of: $0)) == IMP_OK }) ?? true
    else { return nil }
    guard let table: UnsafePointer<imp_host_parameters> = Self.table(host, IMP_HOST_PARAMETERS_ID) else {
      parameters = nil
      return
    }
    guard Self.fits(table) else { return nil }
    var given: [ParameterSetting] = []
    for name in declared {
      let value = name.withUnsafeBytes { table.pointee.value(host, imp_text($0)) }
      guard let value else { continue }
      guard judge(value) == IMP_OK else { return nil }
      given.append(
        ParameterSetting(
          name: name, type: value.pointee.type, integer: value.pointee.integer, number: value.pointee.number,
          text: Array(value.pointee.text.raw.prefix(CallLimit.parameterText))))
    }
    parameters = given
  }

  private static func table<Table>(_ host: UnsafePointer<imp_host>, _ id: String) -> UnsafePointer<Table>? {
    host.pointee.ability(host, id)?.assumingMemoryBound(to: Table.self)
  }

  private static func fits<Table>(_ table: UnsafePointer<Table>?) -> Bool {
    table.map { judge($0) == IMP_OK } ?? true
  }

  private static func features(
    of table: UnsafePointer<imp_host_entitlement>
  ) -> UnsafeBufferPointer<imp_licensed_feature> {
    let count = table.pointee.features == nil ? 0 : Int(table.pointee.feature_count)
    return UnsafeBufferPointer(start: table.pointee.features, count: count)
  }

  /// What `plugin.open` carries of it.
  var message: OpenMessage {
    var abilities: HostAbilityMask = []
    if hasLog { abilities.insert(.log) }
    if report != nil { abilities.insert(.report) }
    if files != nil { abilities.insert(.files) }
    if entitlement != nil { abilities.insert(.entitlement) }
    if parameters != nil { abilities.insert(.parameters) }
    let features = entitlement.map(Self.features(of:)).map { features in
      features.map { OpenMessage.Feature(name: Self.cut($0.name), granted: $0.granted) }
    }
    return OpenMessage(
      abiVersion: host.pointee.abi_version, abilities: abilities, name: Self.cut(host.pointee.name),
      version: Self.cut(host.pointee.version),
      license: entitlement.map { Self.cut($0.pointee.license) } ?? .none,
      features: features ?? [], validUntil: entitlement?.pointee.valid_until ?? 0,
      parameters: parameters ?? [])
  }

  // All of these are for logs only, but for features, whose names are short.
  private static func cut(_ text: imp_text) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text.raw.prefix(CallLimit.name))
  }

  /// Reports words for the status that the running call is about to answer.
  func report(_ status: imp_status, _ words: String) {
    var words = words
    words.withUTF8 { report(status, UnsafeRawBufferPointer($0)) }
  }

  private func report(_ status: imp_status, _ words: UnsafeRawBufferPointer) {
    report?.pointee.words(host, status, imp_text(words))
  }

  /// Passes on what came with a reply: copied first, as it may change while it is looked at.
  func hear(_ reply: ReplyReader) {
    if !reply.words.isEmpty {
      Self.withCopy(of: reply.words) { report(reply.head.wordsStatus, $0) }
    }
    guard let missing = MissingFile(rawValue: reply.head.missing), let files else { return }
    // The host knows better why it does not have the file: it is asked as the plugin has asked it.
    Self.withCopy(of: reply.missingName) { name in
      switch missing {
      case .model:
        var bytes = imp_bytes()
        _ = files.pointee.model(host, imp_text(name), &bytes)
      case .runtimeFolder:
        var path = imp_buffer()
        _ = files.pointee.runtime_folder(host, imp_text(name), &path)
      }
    }
  }

  private static func withCopy(of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 1) { copy in
      copy.copyMemory(from: bytes)
      body(UnsafeRawBufferPointer(copy))
    }
  }
}
