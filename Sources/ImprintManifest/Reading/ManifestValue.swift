// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// Validates a value before there is a manifest for it, by the same schema.
public enum ManifestValue {
  /// The violated requirement on a text of a plugin's manifest; `nil` if it is valid.
  /// - Parameter key: a top-level key with a text value, such as `id` or `vendor`.
  public static func fault(of text: String, forPluginKey key: String) -> String? {
    guard case .map(let root) = PluginSchema.root,
      case .text(let schema)? = root.keys.first(where: { $0.name == key })?.schema
    else { return "a key of the schema" }
    return schema.fits(text) ? nil : "\(schema.allowed), at most \(schema.lengths.upperBound) characters"
  }
}
