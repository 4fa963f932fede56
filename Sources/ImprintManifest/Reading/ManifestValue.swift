// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// Judges a value before there is a manifest for it, by the same schema.
public enum ManifestValue {
  /// What a text of a plugin's manifest must be, where it is not; `nil` where it will do.
  /// - Parameter key: a key at the top that holds one text, such as `id` or `vendor`.
  public static func fault(of text: String, forPluginKey key: String) -> String? {
    guard case .map(let root) = PluginSchema.root,
      case .text(let schema)? = root.keys.first(where: { $0.name == key })?.schema
    else { return "a key of the schema" }
    return schema.fits(text) ? nil : "\(schema.allowed), at most \(schema.lengths.upperBound) characters"
  }
}
