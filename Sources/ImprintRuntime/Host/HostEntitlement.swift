// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintLicense

/// `imprint.host.entitlement/1`: what a plugin was granted when it was opened. Data only, no functions.
///
/// `@unchecked Sendable`: all memory is written in `init` only.
final class HostEntitlement: @unchecked Sendable {
  private let table: UnsafeMutablePointer<imp_host_entitlement>
  private let features: UnsafeMutableBufferPointer<imp_licensed_feature>
  private let texts: [UnsafeMutableBufferPointer<CChar>]

  /// - Parameters:
  ///   - state: The provider's answers for the plugin's features.
  ///   - license: The licence they come from; `nil` where there is none.
  init(_ state: LicenseState, of license: EntitlementFacts?) {
    let granted = Set(state.granted)
    let names = state.features.map { CText.copy($0.rawValue) }
    let id = CText.copy(license?.id ?? "")
    features = .allocate(capacity: names.count)
    for (index, name) in names.enumerated() {
      features.initializeElement(
        at: index,
        to: imp_licensed_feature(
          size: UInt32(MemoryLayout<imp_licensed_feature>.size),
          granted: granted.contains(state.features[index]) ? 1 : 0, name: CText.lent(name)))
    }
    table = .allocate(capacity: 1)
    table.initialize(
      to: imp_host_entitlement(
        size: UInt32(MemoryLayout<imp_host_entitlement>.size), feature_count: UInt32(names.count),
        features: names.isEmpty ? nil : UnsafePointer(features.baseAddress), license: CText.lent(id),
        valid_until: license?.validUntil ?? 0))
    texts = names + [id]
  }

  deinit {
    table.deallocate()
    features.deallocate()
    for text in texts { text.deallocate() }
  }

  /// The pointer passed to the plugin.
  var pointer: UnsafeRawPointer { UnsafeRawPointer(table) }
}
