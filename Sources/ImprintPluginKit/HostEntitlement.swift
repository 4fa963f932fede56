// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What the licence granted the plugin when it was opened. The host has verified it, and asks again before
/// each licensed operation: a plugin looks at no licence, and goes by this where it leaves out what is not
/// granted.
public struct HostEntitlement: Sendable {
  /// A licence feature that the plugin's manifest names.
  public struct Feature: Sendable {
    /// Such as `VERIF`.
    public let name: String
    public let isGranted: Bool
  }

  /// Those of the manifest and no others, in its order.
  public let features: [Feature]
  /// The licence's id, for logs only; `nil` where there is none.
  public let license: String?
  /// Seconds since 1970 UTC; `nil` where there is no licence.
  public let validUntil: Int64?

  /// Whether a feature is granted; `false` for one that the manifest does not name.
  public func grants(_ feature: String) -> Bool { features.contains { $0.name == feature && $0.isGranted } }

  /// - Throws: `.abi` where an element has another size than this kit was built with.
  init(_ table: imp_host_entitlement) throws(PluginFailure) {
    let elements = UnsafeBufferPointer(
      start: table.features, count: table.features == nil ? 0 : Int(table.feature_count))
    guard elements.allSatisfy({ $0.size == structSize(imp_licensed_feature.self) }) else {
      throw PluginFailure(
        .abi, "The host's imp_licensed_feature has another size than the plugin was built with.")
    }
    features = elements.map { Feature(name: Self.string($0.name), isGranted: $0.granted != 0) }
    license = table.license.length == 0 ? nil : Self.string(table.license)
    validUntil = table.valid_until == 0 ? nil : table.valid_until
  }

  private static func string(_ text: imp_text) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text.data, count: text.length), as: UTF8.self)
  }
}
