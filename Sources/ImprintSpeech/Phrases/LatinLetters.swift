// SPDX-License-Identifier: Apache-2.0

/// Letters of Latin script as those of English.
enum LatinLetters {
  /// The letters without accent; empty for an accent alone, `nil` for a letter of another script.
  static func plain(_ scalar: Unicode.Scalar) -> String? {
    // Combining accents.
    if (0x300...0x36F).contains(scalar.value) { return "" }
    return table[scalar]
  }

  private static let table: [Unicode.Scalar: String] = {
    let letters = [
      "a": "àáâãäåāăąǎ", "c": "çćĉċč", "d": "ďđ", "e": "èéêëēĕėęěẽ", "g": "ĝğġģǧ", "h": "ĥħ",
      "i": "ìíîïĩīĭįıǐ",
      "j": "ĵ", "k": "ķǩ", "l": "ĺļľŀł", "n": "ñńņňŉǹ", "o": "òóôõöøōŏőǒ", "r": "ŕŗřȑ", "s": "śŝşšșſ",
      "t": "ţťŧț", "u": "ùúûüũūŭůűųǔ", "w": "ŵẁẃẅ", "y": "ýÿŷỳ", "z": "źżž", "ss": "ßẞ", "ae": "æ", "oe": "œ",
      "th": "þð", "ij": "ĳ",
    ]
    var table: [Unicode.Scalar: String] = [:]
    for (plain, accented) in letters {
      for scalar in accented.unicodeScalars {
        table[scalar] = plain
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        if upper.count == 1, let upper = upper.first, !upper.isASCII { table[upper] = plain }
      }
    }
    return table
  }()
}
