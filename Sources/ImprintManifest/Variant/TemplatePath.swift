// SPDX-License-Identifier: Apache-2.0

/// A template format with the plugin of a set that extracts it, and the one, perhaps the same, that compares
/// it.
public struct TemplatePath: Sendable, Hashable {
  /// Its name, and the version of the templates produced.
  public let format: TemplateFormat
  public let modality: Modality
  /// The id of the plugin that extracts them.
  public let extractor: String
  /// The id of the plugin that compares them.
  public let matcher: String
}
