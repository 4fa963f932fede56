// SPDX-License-Identifier: Apache-2.0

/// Text in a command that is to be run: a remedy, a next step.
package enum ShellWord {
  /// As a shell reads it as one word, whatever is in it; text that needs no quotes has none.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "/._-+:@".utf8.contains(byte)
      }
    guard !isPlain else { return word }
    // By scalars: a quote with a combining mark after it is another character, and the same quote to a shell.
    var quoted = "'".unicodeScalars
    for scalar in word.unicodeScalars {
      if scalar == "'" { quoted.append(contentsOf: "'\\'".unicodeScalars) }
      quoted.append(scalar)
    }
    quoted.append("'")
    return String(quoted)
  }
}
