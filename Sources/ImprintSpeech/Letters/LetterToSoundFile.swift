// SPDX-License-Identifier: Apache-2.0

/// The file of a ``LetterToSound``. Numbers are little-endian:
///
///     8 bytes    "imprlts\n"
///     2 bytes    version, 1
///     32 bytes   SHA-256 of the dictionary
///     4 bytes    examples
///     list       letters: each a scalar as u32, in increasing order
///     list       phones: each a length as u8 and so many bytes, in increasing order
///     list       units: letter, first and second phone as u8 (255: none), in increasing order
///     1 byte     levels of the tree, without its root
///     each       its nodes as u32, and for each node its unit as u16, its cost as u16, and but for the
///                last level its back-off as u16 and its children as u16; the root first, alone
///     32 bytes   SHA-256 of all before
///
/// A list is its count as u16 and its items. What is not exactly what is written here is refused.
enum LetterToSoundFile {
  static let magic = Array("imprlts\n".utf8)
  static let version: UInt16 = 1
  static let mostBytes = 64 << 20
  static let mostNodes = 8_000_000
  private static let hashBytes = 32

  /// Before it is written: whether it could be read.
  static func judge(nodes: Int, bytes: Int, place: String) throws(SpeechError) {
    guard nodes <= mostNodes, bytes <= mostBytes else {
      throw SpeechError(
        .tooLarge, place: place,
        reason:
          "the rules have \(nodes) nodes in \(bytes) bytes, and there may be \(mostNodes) in \(mostBytes).",
        remedy: "Learn from a smaller dictionary.")
    }
  }

  static func encode(_ model: LetterToSound) -> [UInt8] {
    var bytes = magic
    bytes.append(littleEndian: version)
    bytes += model.dictionary.bytes
    bytes.append(littleEndian: UInt32(clamping: model.exampleCount))
    bytes.append(littleEndian: UInt16(model.letters.count))
    for letter in model.letters { bytes.append(littleEndian: letter.value) }
    bytes.append(littleEndian: UInt16(model.phones.count))
    for phone in model.phones {
      bytes.append(UInt8(phone.utf8.count))
      bytes += phone.utf8
    }
    bytes.append(littleEndian: UInt16(model.units.count))
    for unit in model.units { bytes += [unit.letter, unit.first, unit.second] }
    let tree = model.tree
    let levels = tree.levels.count - 2
    bytes.append(UInt8(levels))
    for level in 0...levels {
      let nodes = Int(tree.levels[level])..<Int(tree.levels[level + 1])
      bytes.append(littleEndian: UInt32(nodes.count))
      for node in nodes {
        bytes.append(littleEndian: tree.units[node])
        bytes.append(littleEndian: tree.costs[node])
        guard level < levels else { continue }
        bytes.append(littleEndian: tree.backoffs[node])
        bytes.append(littleEndian: UInt16(tree.children(of: node).count))
      }
    }
    return bytes + ContentHash(of: bytes).bytes
  }

  static func decode(_ bytes: [UInt8], place: String) throws(SpeechError) -> LetterToSound {
    let content = Array(bytes.dropLast(hashBytes))
    guard bytes.count <= mostBytes, content.starts(with: magic),
      bytes.suffix(hashBytes).elementsEqual(ContentHash(of: content).bytes)
    else { throw bad(place, "its hash does not match, or it is no file of letters and sounds.") }
    var reader = NumberReader(content.dropFirst(magic.count))
    guard let found = reader.take(UInt16.self), found <= version else {
      throw SpeechError(
        .newer, place: place, reason: "it has a version above \(version).",
        remedy: "Update Imprint, or make it again: sdkctl speech letters.")
    }
    guard found == version, let model = model(&reader), reader.rest.isEmpty else {
      throw bad(place, "its content is none of letters and sounds.")
    }
    return model
  }

  private static func bad(_ place: String, _ reason: String) -> SpeechError {
    SpeechError(
      .badLetters, place: place, reason: reason, remedy: "Make it again: sdkctl speech letters.")
  }

  private static func model(_ reader: inout NumberReader) -> LetterToSound? {
    guard let hash = reader.bytes(hashBytes).flatMap({ ContentHash(bytes: $0) }),
      let examples = reader.take(UInt32.self), let letters = letters(&reader), let phones = phones(&reader),
      let units = units(&reader, letters: letters.count, phones: phones.count),
      let tree = tree(&reader, units: units.count)
    else { return nil }
    return LetterToSound(
      dictionary: hash, exampleCount: Int(examples), phones: phones, letters: letters, units: units,
      tree: tree)
  }

  private static func letters(_ reader: inout NumberReader) -> [Unicode.Scalar]? {
    guard let count = reader.take(UInt16.self), count < LetterUnit.none else { return nil }
    var letters: [Unicode.Scalar] = []
    for _ in 0..<count {
      guard let letter = reader.take(UInt32.self).flatMap(Unicode.Scalar.init),
        letters.last.map({ $0 < letter }) ?? true
      else { return nil }
      letters.append(letter)
    }
    return letters
  }

  private static func phones(_ reader: inout NumberReader) -> [String]? {
    guard let count = reader.take(UInt16.self), (1...PronunciationDictionary.mostPhones).contains(Int(count))
    else { return nil }
    var phones: [String] = []
    for _ in 0..<count {
      guard let length = reader.take(UInt8.self), let bytes = reader.bytes(Int(length)),
        let phone = String(validating: bytes, as: UTF8.self), Pronunciation.isPhone(phone),
        phones.last.map({ $0.utf8.lexicographicallyPrecedes(phone.utf8) }) ?? true
      else { return nil }
      phones.append(phone)
    }
    return phones
  }

  private static func units(_ reader: inout NumberReader, letters: Int, phones: Int) -> [LetterUnit]? {
    guard let count = reader.take(UInt16.self), count <= LetterToSound.mostUnits else { return nil }
    func isPhone(_ byte: UInt8) -> Bool { byte == LetterUnit.none || Int(byte) < phones }
    var units: [LetterUnit] = []
    for _ in 0..<count {
      guard let bytes = reader.bytes(3).map(Array.init), Int(bytes[0]) < letters, isPhone(bytes[1]),
        isPhone(bytes[2]), bytes[1] != LetterUnit.none || bytes[2] == LetterUnit.none
      else { return nil }
      let unit = LetterUnit(letter: bytes[0], first: bytes[1], second: bytes[2])
      guard units.last.map({ $0 < unit }) ?? true else { return nil }
      units.append(unit)
    }
    return units
  }

  private static func tree(_ reader: inout NumberReader, units: Int) -> LetterTree? {
    guard let levels = reader.take(UInt8.self), (1...LetterToSound.order).contains(Int(levels)) else {
      return nil
    }
    var tree = LetterTree(units: [], costs: [], backoffs: [], children: [], suffixes: [], levels: [])
    // The first child of the next node; how many the nodes of the level before have together.
    var (next, expected) = (1, 1)
    for level in 0...Int(levels) {
      let isLast = level == Int(levels)
      let size = isLast ? 4 : 8
      guard let count = reader.take(UInt32.self).map(Int.init), count == expected,
        count <= reader.rest.count / size, tree.count + count <= mostNodes
      else { return nil }
      tree.levels.append(UInt32(tree.count))
      expected = 0
      for _ in 0..<count {
        guard let unit = reader.take(UInt16.self), Int(unit) <= units, let cost = reader.take(UInt16.self)
        else { return nil }
        var (backoff, children): (UInt16, UInt16) = (0, 0)
        if !isLast {
          guard let off = reader.take(UInt16.self), let count = reader.take(UInt16.self) else { return nil }
          (backoff, children) = (off, count)
        }
        tree.units.append(unit)
        tree.costs.append(cost)
        tree.backoffs.append(backoff)
        tree.children.append(UInt32(next))
        next += Int(children)
        expected += Int(children)
      }
    }
    tree.children.append(UInt32(next))
    tree.levels.append(UInt32(tree.count))
    return linked(tree)
  }

  /// With what each node is without its first unit; `nil` where siblings are not in their order, or that is
  /// not there, or the root and the beginning of words are not.
  private static func linked(_ tree: LetterTree) -> LetterTree? {
    var tree = tree
    guard tree.units[0] == 0, tree.child(0, of: 0) != nil else { return nil }
    tree.suffixes = [UInt32](repeating: 0, count: tree.count)
    for node in 0..<tree.count {
      var last = -1
      for child in tree.children(of: node) {
        guard Int(tree.units[child]) > last else { return nil }
        last = Int(tree.units[child])
        guard node > 0 else { continue }
        guard let suffix = tree.child(tree.units[child], of: Int(tree.suffixes[node])) else { return nil }
        tree.suffixes[child] = UInt32(suffix)
      }
    }
    return tree
  }
}
