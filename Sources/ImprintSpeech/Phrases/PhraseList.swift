// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// What people are going to say, as it is written: one phrase after the other, as often as it counts.
public struct PhraseList: Sendable, Hashable {
  /// The most phrases.
  public static let most = 50_000
  /// The most words of one.
  public static let mostWords = 64
  /// The most bytes of one, as it is written.
  public static let mostBytes = 4096

  /// As given. A phrase that stands twice counts twice.
  public let phrases: [String]
  /// Where each was found, for errors.
  let places: [String]

  /// - Throws: ``SpeechError`` `no-phrases`, `too-many-phrases`.
  public init(_ phrases: [String]) throws(SpeechError) {
    try self.init(phrases, places: phrases.indices.map { "phrase \($0 + 1)" }, place: "phrases")
  }

  /// Reads a file with a phrase a line; empty lines, and those that begin with `#`, are left out.
  /// - Throws: ``SpeechError`` `missing`, `damaged` where it is no file of at most 64 MiB or not UTF-8, and
  ///   as ``init(_:)``.
  public init(path: String) throws(SpeechError) {
    let bytes = try SpeechError.at(path) { () throws(FileProblem) in
      try RegularFile(path).bytes(upTo: PronunciationDictionary.mostBytes)
    }
    try self.init(bytes, place: path)
  }

  /// The same of bytes.
  init(_ bytes: [UInt8], place: String) throws(SpeechError) {
    var phrases: [String] = []
    var places: [String] = []
    var (start, number) = (WordForm.start(of: bytes), 0)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let line = bytes[start..<end]
      number += 1
      start = end + 1
      guard let text = String(validating: line, as: UTF8.self) else {
        throw SpeechError(
          .damaged, place: "\(place):\(number)", reason: "the line is not UTF-8.",
          remedy: "Save the file as UTF-8.")
      }
      guard text.contains(where: { !$0.isWhitespace }), !text.hasPrefix("#") else { continue }
      phrases.append(text)
      places.append("\(place):\(number)")
      // Not the whole of a huge file, to say that it is too much.
      guard phrases.count <= Self.most else { break }
    }
    try self.init(phrases, places: places, place: place)
  }

  private init(_ phrases: [String], places: [String], place: String) throws(SpeechError) {
    guard !phrases.isEmpty else {
      throw SpeechError(
        .noPhrases, place: place, reason: "there is no phrase.", remedy: "Give one at least, a line each.")
    }
    guard phrases.count <= Self.most else {
      throw SpeechError(
        .tooManyPhrases, place: place, reason: "there are more than \(Self.most) phrases.",
        remedy: "Give fewer, or a language model that was made of them, as an ARPA file.")
    }
    self.phrases = phrases
    self.places = places
  }
}
