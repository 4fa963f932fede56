// SPDX-License-Identifier: Apache-2.0

/// Text in a suggested shell command: a remedy, a next step.
package enum ShellWord {
  /// Quoted as one shell word where needed.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "/._-+:@".utf8.contains(byte)
      }
    guard !isPlain else { return word }
    // By scalars: a quote with a combining mark is another character to Swift, but still a quote to a shell.
    var quoted = "'".unicodeScalars
    for scalar in word.unicodeScalars {
      if scalar == "'" { quoted.append(contentsOf: "'\\'".unicodeScalars) }
      quoted.append(scalar)
    }
    quoted.append("'")
    return String(quoted)
  }
}
