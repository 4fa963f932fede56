// SPDX-License-Identifier: Apache-2.0

/// How many templates there are of one format.
public struct TemplateFormatCount: Sendable, Hashable, CustomStringConvertible {
  public let format: TemplateFormat
  public let count: Int

  /// Counts formats, in order of first occurrence.
  public static func of(_ formats: [TemplateFormat]) -> [TemplateFormatCount] {
    var order: [TemplateFormat] = []
    var counts: [TemplateFormat: Int] = [:]
    for format in formats {
      if counts[format] == nil { order.append(format) }
      counts[format, default: 0] += 1
    }
    return order.map { TemplateFormatCount(format: $0, count: counts[$0] ?? 0) }
  }

  /// `2 of imprint.null/1`.
  public var description: String { "\(count) of \(format)" }
}
