// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// The length of a format's templates, in bytes: 1...1 MiB.
public enum TemplateBytes: Sendable, Hashable, CustomStringConvertible {
  case exactly(Int)
  case atMost(Int)

  /// The maximum length.
  public var maximum: Int {
    switch self {
    case .exactly(let bytes), .atMost(let bytes): bytes
    }
  }

  /// Whether a template may have that length.
  public func allows(_ bytes: Int) -> Bool {
    switch self {
    case .exactly(let exact): bytes == exact
    case .atMost(let most): (1...most).contains(bytes)
    }
  }

  /// Whether it allows every length that another allows.
  func includes(_ other: TemplateBytes) -> Bool {
    switch self {
    case .exactly: other == self
    case .atMost(let most): other.maximum <= most
    }
  }

  public var description: String {
    switch self {
    case .exactly(let bytes): "\(bytes)"
    case .atMost(let bytes): "at most \(bytes)"
    }
  }
}

extension TemplateBytes {
  /// Reads `templateBytes`: a number, or a map with the maximum.
  init?(_ node: YamlNode) {
    guard let length = node.integer.map(Self.exactly) ?? node["max"]?.integer.map(Self.atMost),
      (1...Template.maximumPayload).contains(length.maximum)
    else { return nil }
    self = length
  }
}
