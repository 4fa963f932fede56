// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest
internal import Logging

/// The host as one plugin sees it: the `imp_host`, the tables of its abilities, and what they need.
///
/// The C side holds this unretained: ``PluginHandle`` retains it until close has returned.
/// `@unchecked Sendable`: all memory is written in `init` only, and what the abilities modify has its own
/// locks, none of which is held while plugin code runs.
final class HostLink: @unchecked Sendable {
  let pluginID: String
  let logger: Logger
  let models: ModelFiles
  let runtimes: RuntimeFolders
  /// `nil`: this plugin has none.
  let cache: HostCache?
  private let host: UnsafeMutablePointer<imp_host>
  private let log: UnsafeMutablePointer<imp_host_log>
  private let report: UnsafeMutablePointer<imp_host_report>
  private let files: UnsafeMutablePointer<imp_host_files>
  private let entitlement: HostEntitlement
  private let parameters: UnsafeMutablePointer<imp_host_parameters>
  private let cacheTable: UnsafeMutablePointer<imp_host_cache>
  /// `nil` where the library serves only this plugin.
  private let lentParameters: LentParameters?
  private let name: UnsafeMutableBufferPointer<CChar>
  private let version: UnsafeMutableBufferPointer<CChar>

  init(
    plugin found: FoundPlugin, models: ModelFiles, abiVersion: UInt32, hostName: String, hostVersion: String,
    entitlement: HostEntitlement, parameters given: [ParameterSetting]?, cache: HostCache?,
    logger: Logger
  ) {
    pluginID = found.manifest.id
    self.logger = logger
    self.entitlement = entitlement
    self.models = models
    self.cache = cache
    runtimes = RuntimeFolders(of: found)
    name = CText.copy(hostName)
    version = CText.copy(hostVersion)
    host = .allocate(capacity: 1)
    log = .allocate(capacity: 1)
    report = .allocate(capacity: 1)
    files = .allocate(capacity: 1)
    parameters = .allocate(capacity: 1)
    cacheTable = .allocate(capacity: 1)
    cacheTable.initialize(to: HostCache.table)
    lentParameters = given.map { LentParameters($0) }
    parameters.initialize(
      to: imp_host_parameters(
        size: UInt32(MemoryLayout<imp_host_parameters>.size), reserved: 0,
        value: { HostLink.of($0)?.lentParameters?.value(named: $1) }))
    log.initialize(to: HostLog.table)
    report.initialize(to: HostReport.table)
    files.initialize(to: HostFiles.table)
    host.initialize(
      to: imp_host(
        size: UInt32(MemoryLayout<imp_host>.size), abi_version: abiVersion,
        name: CText.lent(name), version: CText.lent(version), context: nil,
        ability: { HostLink.of($0)?.ability(named: $1) }))
    host.pointee.context = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    host.deallocate()
    log.deallocate()
    report.deallocate()
    files.deallocate()
    parameters.deallocate()
    cacheTable.deallocate()
    name.deallocate()
    version.deallocate()
  }

  /// The pointer passed to the plugin's open.
  var pointer: UnsafePointer<imp_host> { UnsafePointer(host) }

  /// The link of a host pointer that a plugin passes back; `nil` for a forged one.
  static func of(_ host: UnsafePointer<imp_host>) -> HostLink? {
    host.pointee.context.map { Unmanaged<HostLink>.fromOpaque($0).takeUnretainedValue() }
  }

  private func ability(named id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
    do throws(ContractBreach) {
      return switch try PluginStruct.text(id, field: "id") {
      case IMP_HOST_LOG_ID: UnsafeRawPointer(log)
      case IMP_HOST_REPORT_ID: UnsafeRawPointer(report)
      case IMP_HOST_FILES_ID: UnsafeRawPointer(files)
      case IMP_HOST_ENTITLEMENT_ID: entitlement.pointer
      case IMP_HOST_PARAMETERS_ID: lentParameters == nil ? nil : UnsafeRawPointer(parameters)
      case IMP_HOST_CACHE_ID: cache == nil ? nil : UnsafeRawPointer(cacheTable)
      default: nil
      }
    } catch {
      // An id that is unterminated or not UTF-8 is the id of no ability.
      return nil
    }
  }
}
