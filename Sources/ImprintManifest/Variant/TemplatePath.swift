// SPDX-License-Identifier: Apache-2.0

/// A format of templates that a set makes by one plugin, and compares by the same one or another.
public struct TemplatePath: Sendable, Hashable {
  /// Its name, and the version of the templates that are made.
  public let format: TemplateFormat
  public let modality: Modality
  /// The id of the plugin that makes them.
  public let extractor: String
  /// The id of the plugin that compares them.
  public let matcher: String
}
