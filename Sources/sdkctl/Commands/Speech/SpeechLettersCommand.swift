// SPDX-License-Identifier: Apache-2.0

struct SpeechLettersCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "letters", abstract: "Learns from a dictionary how words are said that it lacks.",
    discussion: """
      Takes seconds in a release build, and minutes in a debug build. --measure learns from nine tenths of the words \
      instead, and says how often it errs on the others.
      """)
  static let isInterruptible = true

  @Argument(help: "The dictionary, in the form of CMUdict.")
  var dictionary: String

  @Option(help: ArgumentHelp("The file that is written.", valueName: "file"))
  var output: String?

  @Flag(help: "Measure how often it errs; nothing is written.")
  var measure = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (output != nil) != measure else { throw ValidationError("Give --output or --measure.") }
  }

  func report(to console: Console) async throws -> Report {
    if let output { try Files.checkWritable(output, besides: [dictionary]) }
    let dictionary = try PronunciationDictionary(path: dictionary)
    guard let output else { return try measured(dictionary) }
    let letters = try LetterToSound(learningFrom: dictionary)
    try letters.write(to: output)
    return Report(
      text: "learned from \(letters.exampleCount) of \(dictionary.pronunciationCount) pronunciations",
      json: [
        "examples": letters.exampleCount, "pronunciations": dictionary.pronunciationCount,
        "dictionary": dictionary.hash.hex, "phones": JSONValue.strings(letters.phones),
      ])
  }

  private func measured(_ dictionary: PronunciationDictionary) throws -> Report {
    let found = try LetterToSoundAccuracy.measured(on: dictionary)
    let lines = [
      ("dictionary", "\(dictionary.hash.hex)"),
      ("held out", "\(found.words) words, \(found.phones) phones"),
      ("phone error rate", Self.percent(found.phoneErrorRate)),
      ("word error rate", Self.percent(found.wordErrorRate)),
    ]
    return Report(
      text: facts(lines),
      json: [
        "dictionary": dictionary.hash.hex, "words": found.words, "wrongWords": found.wrongWords,
        "phones": found.phones, "wrongPhones": found.wrongPhones, "phoneErrorRate": found.phoneErrorRate,
        "wordErrorRate": found.wordErrorRate,
      ])
  }

  private static func percent(_ rate: Double) -> String {
    let tenths = Int((rate * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
