// SPDX-License-Identifier: Apache-2.0

/// One input or output of a model, as its file says.
public struct ModelTensor: Sendable, Hashable {
  public enum Element: Sendable, Hashable {
    case float32
    case uint8
    /// By its name, or its number in the format.
    case other(String)
  }

  public enum Dimension: Sendable, Hashable {
    case fixed(Int)
    /// By its name, which may be empty.
    case open(String)
  }

  /// Empty where the format gives none that matters.
  public let name: String
  public let element: Element
  /// Outermost first; `nil` where even their number is open.
  public let dimensions: [Dimension]?

  public init(name: String = "", element: Element, dimensions: [Dimension]?) {
    self.name = name
    self.element = element
    self.dimensions = dimensions
  }
}

extension ModelTensor: CustomStringConvertible {
  /// `float32 [batch,3,112,112]`; `?` where a dimension has no name. Never long.
  public var description: String {
    guard let dimensions else { return "\(element) of any shape" }
    let shown = dimensions.prefix(8).map(\.description) + (dimensions.count > 8 ? ["…"] : [])
    return "\(element) [\(shown.joined(separator: ","))]"
  }
}

extension ModelTensor.Element: CustomStringConvertible {
  public var description: String {
    switch self {
    case .float32: "float32"
    case .uint8: "uint8"
    case .other(let name): name.isEmpty ? "an element that is not said" : shortened(name)
    }
  }
}

extension ModelTensor.Dimension: CustomStringConvertible {
  public var description: String {
    switch self {
    case .fixed(let count): "\(count)"
    case .open(let name): name.isEmpty ? "?" : shortened(name)
    }
  }
}

/// For words. By scalars: a character may have any number of them.
private func shortened(_ name: String) -> String {
  String(String.UnicodeScalarView(name.unicodeScalars.prefix(24)))
}
