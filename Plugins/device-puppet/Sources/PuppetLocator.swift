// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Which head, and who is before the camera: `puppet:ada.puppet?person=willing&seed=7`.
struct PuppetLocator: Sendable {
  let path: String
  var person = Cast.willing
  var seed: UInt64 = 1
  /// How long the stream lasts.
  var seconds = 60.0
  var isRealPace = false
  /// The second person's file.
  var other: String?
  var showing = Showing.screen
  var swapping = Swapping.cut
  var mount = Mount.fixed
  /// The same for all ways of writing it: what the host sets is found by it.
  let name: String

  /// How a video reaches the camera.
  enum Showing: String, CaseIterable, Sendable {
    /// It is filmed from a screen.
    case screen
    /// It takes the camera's place.
    case frame
  }

  /// How one person takes another's place.
  enum Swapping: String, CaseIterable, Sendable {
    /// From one frame to the next.
    case cut
    /// Behind a hand.
    case covered
  }

  /// What the camera stands on.
  enum Mount: String, CaseIterable, Sendable {
    case fixed
    /// Held in the person's hand, as a telephone is: all that it sees moves.
    case held
  }

  /// What may stand before the path, so that a locator says which plugin is meant.
  private static let scheme = "puppet:"
  private static let ending = ".puppet"

  /// Longer streams than a day are a mistake.
  private static let seconds: ClosedRange<Double> = 0.1...86_400

  private enum Key: String, CaseIterable {
    case person
    case seed
    case seconds
    case pace
    case other
    case show
    case swap
    case camera
  }

  private enum Pace: String, CaseIterable {
    case full
    case real
  }

  /// - Throws: `.deviceMissing` for what is no puppet's locator at all, `.argument` for one with a mistake.
  init(_ text: String) throws(PluginFailure) {
    let isMeant = text.hasPrefix(Self.scheme)
    let name = isMeant ? String(text.dropFirst(Self.scheme.count)) : text
    // A path may hold a question mark, and a query none.
    let parts = name.utf8.lastIndex(of: UInt8(ascii: "?")).map {
      (name[..<$0], name[name.index(after: $0)...])
    }
    let path = String(parts?.0 ?? name[...])
    guard isMeant || path.hasSuffix(Self.ending) else {
      throw PluginFailure(
        .deviceMissing,
        "'\(text)' is no puppet: that is a file that ends in .puppet, or 'puppet:' and a path.")
    }
    guard !path.isEmpty else {
      throw PluginFailure(.argument, "'\(text)' lacks the path of a puppet file.")
    }
    self.path = path
    self.name = name
    for pair in (parts?.1 ?? "").split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      try take(sides[0], sides.count > 1 ? sides[1] : "")
    }
    guard person != .swap && person != .twoPeople || other != nil else {
      throw PluginFailure(
        .argument, "person=\(person.rawValue) needs a second head: add &other= and the path of its file.")
    }
  }

  private mutating func take(_ key: String, _ value: String) throws(PluginFailure) {
    switch try Self.choice(Key.self, key, of: "A puppet's option") {
    case .person: person = try Self.choice(Cast.self, value, of: "person")
    case .seed: seed = try Self.number(value, of: "seed", UInt64.init)
    case .seconds:
      seconds = try Self.number(value, of: "seconds", Double.init)
      guard Self.seconds.contains(seconds) else {
        throw PluginFailure(.argument, "seconds=\(value): a stream lasts 0.1 to 86400 seconds.")
      }
    case .pace: isRealPace = try Self.choice(Pace.self, value, of: "pace") == .real
    case .other: other = value.isEmpty ? nil : value
    case .show: showing = try Self.choice(Showing.self, value, of: "show")
    case .swap: swapping = try Self.choice(Swapping.self, value, of: "swap")
    case .camera: mount = try Self.choice(Mount.self, value, of: "camera")
    }
  }

  private static func number<Number>(
    _ text: String, of key: String, _ read: (String) -> Number?
  ) throws(PluginFailure) -> Number {
    guard let number = read(text) else {
      throw PluginFailure(.argument, "\(key)=\(text): give a number.")
    }
    return number
  }

  /// One of the allowed words, or a sentence that lists them.
  private static func choice<Word: CaseIterable & RawRepresentable<String>>(
    _ type: Word.Type, _ text: String, of what: String
  ) throws(PluginFailure) -> Word {
    if let word = Word(rawValue: text) { return word }
    let allowed = Word.allCases.map(\.rawValue)
    let near = allowed.min { editDistance($0, text) < editDistance($1, text) } ?? ""
    let guess = editDistance(near, text) <= 2 ? " Did you mean '\(near)'?" : ""
    throw PluginFailure(
      .argument, "\(what) cannot be '\(text)'.\(guess) It is one of \(allowed.joined(separator: ", ")).")
  }
}

/// How many letters have to be changed, added or left out (Levenshtein 1966).
private func editDistance(_ first: String, _ second: String) -> Int {
  let other = Array(second.utf8.prefix(64))
  var row = Array(0...other.count)
  for (line, letter) in first.utf8.enumerated() {
    var corner = row[0]
    row[0] = line + 1
    for column in other.indices {
      let above = row[column + 1]
      row[column + 1] = min(above + 1, row[column] + 1, corner + (letter == other[column] ? 0 : 1))
      corner = above
    }
  }
  return row[other.count]
}
