// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The host as an executed plugin sees it: what came with `plugin.open`, and the abilities, which ask the
/// ``ExecutorHost``.
///
/// The C side holds this unretained: ``ExecutedPlugin`` keeps it until close has returned.
/// `@unchecked Sendable`: all memory is written in `init` only.
final class ExecutedHost: @unchecked Sendable {
  let owner: any ExecutorHost
  private let abilities: HostAbilityMask
  private let host = UnsafeMutablePointer<imp_host>.allocate(capacity: 1)
  private let log = UnsafeMutablePointer<imp_host_log>.allocate(capacity: 1)
  private let report = UnsafeMutablePointer<imp_host_report>.allocate(capacity: 1)
  private let files = UnsafeMutablePointer<imp_host_files>.allocate(capacity: 1)
  private let entitlement = UnsafeMutablePointer<imp_host_entitlement>.allocate(capacity: 1)
  private let parameters = UnsafeMutablePointer<imp_host_parameters>.allocate(capacity: 1)
  private let lentParameters: LentParameters
  private let features: UnsafeMutableBufferPointer<imp_licensed_feature>
  private var texts: [UnsafeMutableRawBufferPointer] = []

  init(_ message: OpenMessage, owner: any ExecutorHost) {
    self.owner = owner
    abilities = message.abilities
    lentParameters = LentParameters(message.parameters)
    features = .allocate(capacity: message.features.count)
    log.initialize(
      to: imp_host_log(
        size: UInt32(MemoryLayout<imp_host_log>.size), reserved: 0,
        write: { ExecutedHost.of($0)?.owner.log(severity: $1, text: $2) }))
    report.initialize(
      to: imp_host_report(
        size: UInt32(MemoryLayout<imp_host_report>.size), reserved: 0,
        words: { ExecutedHost.of($0)?.say($1, $2) }))
    files.initialize(
      to: imp_host_files(
        size: UInt32(MemoryLayout<imp_host_files>.size), reserved: 0,
        model: { ExecutedHost.of($0)?.lend($1, $2) ?? IMP_E_ARGUMENT },
        runtime_folder: { ExecutedHost.of($0)?.write($1, $2) ?? IMP_E_ARGUMENT }))
    parameters.initialize(
      to: imp_host_parameters(
        size: UInt32(MemoryLayout<imp_host_parameters>.size), reserved: 0,
        value: { ExecutedHost.of($0)?.lentParameters.value(named: $1) }))
    for (index, feature) in message.features.enumerated() {
      features.initializeElement(
        at: index,
        to: imp_licensed_feature(
          size: UInt32(MemoryLayout<imp_licensed_feature>.size), granted: feature.granted,
          name: keep(feature.name)))
    }
    entitlement.initialize(
      to: imp_host_entitlement(
        size: UInt32(MemoryLayout<imp_host_entitlement>.size), feature_count: UInt32(features.count),
        features: features.isEmpty ? nil : UnsafePointer(features.baseAddress),
        license: keep(message.license),
        valid_until: message.validUntil))
    host.initialize(
      to: imp_host(
        size: UInt32(MemoryLayout<imp_host>.size), abi_version: message.abiVersion, name: keep(message.name),
        version: keep(message.version), context: Unmanaged.passUnretained(self).toOpaque(),
        ability: { ExecutedHost.of($0)?.ability($1) }))
  }

  deinit {
    host.deallocate()
    log.deallocate()
    report.deallocate()
    files.deallocate()
    entitlement.deallocate()
    parameters.deallocate()
    features.deallocate()
    for text in texts { text.deallocate() }
  }

  /// What is handed to the plugin's open.
  var pointer: UnsafePointer<imp_host> { UnsafePointer(host) }

  private func keep(_ text: UnsafeRawBufferPointer) -> imp_text {
    guard !text.isEmpty else { return imp_text() }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    copy.copyMemory(from: text)
    texts.append(copy)
    return imp_text(UnsafeRawBufferPointer(copy))
  }

  private static func of(_ host: UnsafePointer<imp_host>) -> ExecutedHost? {
    host.pointee.context.map { Unmanaged<ExecutedHost>.fromOpaque($0).takeUnretainedValue() }
  }

  private func ability(_ id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
    // An id that has no end, or is not UTF-8, is the id of no ability.
    guard let id = try? PluginStruct.text(id, field: "id") else { return nil }
    return switch id {
    case IMP_HOST_LOG_ID: abilities.contains(.log) ? UnsafeRawPointer(log) : nil
    case IMP_HOST_REPORT_ID: abilities.contains(.report) ? UnsafeRawPointer(report) : nil
    case IMP_HOST_FILES_ID: abilities.contains(.files) ? UnsafeRawPointer(files) : nil
    case IMP_HOST_ENTITLEMENT_ID: abilities.contains(.entitlement) ? UnsafeRawPointer(entitlement) : nil
    case IMP_HOST_PARAMETERS_ID: abilities.contains(.parameters) ? UnsafeRawPointer(parameters) : nil
    default: nil
    }
  }

  private func say(_ status: imp_status, _ text: imp_text) {
    if let said = SaidWords.current { return said.pointee.say(status, text.raw) }
    // Outside a call nobody would hear them.
    owner.log(severity: UInt32(IMP_LOG_DEBUG), text: text)
  }

  private func lend(_ name: imp_text, _ bytes: UnsafeMutablePointer<imp_bytes>) -> imp_status {
    guard let model = Self.name(name).flatMap(owner.model(named:)) else {
      SaidWords.current?.pointee.miss(.model, name.raw)
      return IMP_E_MODEL
    }
    bytes.pointee = imp_bytes(
      data: model.baseAddress?.assumingMemoryBound(to: UInt8.self), length: model.count)
    return IMP_OK
  }

  private func write(_ name: imp_text, _ path: UnsafeMutablePointer<imp_buffer>) -> imp_status {
    guard var folder = Self.name(name).flatMap(owner.runtimeFolder(named:)) else {
      SaidWords.current?.pointee.miss(.runtimeFolder, name.raw)
      return IMP_E_FILE
    }
    return folder.withUTF8 { folder in
      path.pointee.length = folder.count
      guard folder.count <= path.pointee.capacity, let room = path.pointee.data,
        let start = folder.baseAddress
      else { return IMP_RETRY_SHORT_BUFFER }
      room.update(from: start, count: folder.count)
      return IMP_OK
    }
  }

  private static func name(_ text: imp_text) -> String? {
    guard text.length <= CallLimit.name else { return nil }
    return String(validating: text.raw, as: UTF8.self)
  }
}
