// SPDX-License-Identifier: Apache-2.0

/// What the puppets of photographs are called.
enum PuppetNames {
  static let ending = ".puppet"

  /// `ada.puppet` of `photographs/ada.jpg`.
  static func name(of photograph: String) -> String {
    let file = photograph.split(separator: "/").last ?? ""
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    return (dot == file.startIndex ? file : file[..<dot]) + ending
  }

  /// The first two photographs whose puppets would have one name.
  static func clash(_ photographs: [String]) -> (String, String)? {
    var taken: [String: String] = [:]
    for photograph in photographs {
      if let first = taken.updateValue(photograph, forKey: name(of: photograph)) {
        return (first, photograph)
      }
    }
    return nil
  }
}
