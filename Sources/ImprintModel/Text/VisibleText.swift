// SPDX-License-Identifier: Apache-2.0

/// Untrusted text made safe to display: what plugins, files, certificates and servers say of themselves.
///
/// Terminal control characters, bidirectional controls, invisible characters and bytes that are not UTF-8 are
/// escaped by number, `\u{202E}` or `\x{FF}`: nothing is lost, and nothing can spoof. Long text is truncated.
/// Everything that our programs print or log goes through here; where lines and columns are composed, each
/// piece separately.
public enum VisibleText {
  /// The default limit, in characters.
  public static let usualLimit = 16_384

  /// One line: line ends and tabs are escaped too.
  /// - Parameter limit: the most Unicode scalars; longer text ends with "...".
  /// - Complexity: O(limit).
  public static func line(_ text: some StringProtocol, upTo limit: Int = usualLimit) -> String {
    made(text.unicodeScalars, upTo: limit) { isVisible($0) }
  }

  /// Several lines: line feeds and tabs stay.
  public static func lines(_ text: some StringProtocol, upTo limit: Int = .max) -> String {
    made(text.unicodeScalars, upTo: limit) { isVisible($0) || $0 == "\n" || $0 == "\t" }
  }

  /// One line of bytes that may not be UTF-8: each byte outside a valid character is escaped.
  public static func line(utf8 bytes: some Sequence<UInt8>, upTo limit: Int = usualLimit) -> String {
    var output = ""
    var decoder = Unicode.UTF8.ForwardParser()
    var rest = Array(bytes.prefix(limit == .max ? .max : limit * 4 + 4))[...]
    var count = 0
    while count < limit {
      var remaining = rest.makeIterator()
      switch decoder.parseScalar(from: &remaining) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        rest = rest.dropFirst(encoded.count)
        append(scalar, to: &output, isVisible(scalar))
      case .error(let length):
        for byte in rest.prefix(length) { output += "\\x{\(hex(UInt32(byte)))}" }
        rest = rest.dropFirst(length)
      case .emptyInput: return output
      }
      decoder = Unicode.UTF8.ForwardParser()
      count += 1
    }
    return rest.isEmpty ? output : output + "..."
  }

  /// One line as HTML, with markup escaped.
  public static func html(_ text: some StringProtocol, upTo limit: Int = usualLimit) -> String {
    // By scalars: `<` with a combining accent is still markup to an HTML parser.
    let marks: [Unicode.Scalar: String] = [
      "<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&#39;",
    ]
    return line(text, upTo: limit).unicodeScalars.map { marks[$0] ?? String($0) }.joined()
  }

  /// Whether a character is visible as itself, occupies its own place, and has no other effect.
  public static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    // ASCII, the common case.
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    // Blank, though Unicode classes it as a symbol.
    if scalar == "\u{2800}" { return false }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
      .unassigned:
      return false
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation,
      .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      // Fillers, joiners and variation selectors are letters and marks by category.
      return !properties.isDefaultIgnorableCodePoint
    @unknown default: return false
    }
  }

  private static func made(
    _ scalars: some Collection<Unicode.Scalar>, upTo limit: Int, _ stays: (Unicode.Scalar) -> Bool
  ) -> String {
    var output = ""
    for (count, scalar) in scalars.enumerated() {
      guard count < limit else { return output + "..." }
      append(scalar, to: &output, stays(scalar))
    }
    return output
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout String, _ stays: Bool) {
    if stays { output.unicodeScalars.append(scalar) } else { output += "\\u{\(hex(scalar.value))}" }
  }

  private static func hex(_ number: UInt32) -> String { String(number, radix: 16, uppercase: true) }
}

extension JSONValue {
  /// The same document with all but visible characters as JSON escapes.
  public var visibleText: String {
    let text = text
    guard text.unicodeScalars.contains(where: { !VisibleText.isVisible($0) }) else { return text }
    var output = ""
    // As written here, JSON has none of these outside strings.
    for scalar in text.unicodeScalars {
      if VisibleText.isVisible(scalar) {
        output.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return output
  }
}
