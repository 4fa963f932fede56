// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why speech cannot be prepared for, or a graph cannot be used.
public typealias SpeechError = Explained<SpeechErrorCode>

/// All that is wrong with what a graph was to be made of, in its order.
public typealias SpeechErrors = Gathered<SpeechError>

public enum SpeechErrorCode: String, Sendable, Hashable, CaseIterable {
  /// There is no phrase.
  case noPhrases = "no-phrases"
  /// More phrases than ``PhraseList/most``.
  case tooManyPhrases = "too-many-phrases"
  /// More words than ``PhraseList/mostWords``, or a number of more digits than can be read.
  case phraseTooLong = "phrase-too-long"
  /// Nothing in it is spoken: punctuation alone, or nothing.
  case emptyPhrase = "empty-phrase"
  /// A character that nobody knows how to say.
  case unspeakable
  /// A word in letters that the dictionary's words are not written with.
  case otherScript = "other-script"
  /// A word that has no pronunciation: not the dictionary's, not the caller's, and none could be made.
  case unknownWord = "unknown-word"
  /// A pronunciation that is none, or with phones that the dictionary does not use.
  case badPronunciation = "bad-pronunciation"
  /// A dictionary that cannot be read.
  case badDictionary = "bad-dictionary"
  /// Too few words to learn from.
  case tooFewWords = "too-few-words"
  /// A file of letter-to-sound rules that is none, or is damaged.
  case badLetters = "bad-letters"
  /// A file of a language model that is not as the ARPA form is.
  case badModel = "bad-model"
  /// Weights in it that cannot be: not a number, above 1, or together far above 1.
  case badWeight = "bad-weight"
  /// A graph's file is damaged, or none.
  case damaged
  /// A graph of a newer Imprint.
  case newer
  /// A graph, or rules of letters, have more of something than the form has room for.
  case tooLarge = "too-large"
  /// A language, a bundle's name, a threshold or a number that is outside of its range.
  case badOption = "bad-option"
  /// A name that no graph can have.
  case badName = "bad-name"
  /// There is no graph of that name.
  case unknownGraph = "unknown-graph"
  /// There is one of that name, and it was not to be replaced.
  case exists
  /// There is no such file or folder.
  case missing
  /// Others may read or write the folder.
  case unsafeFolder = "unsafe-folder"
  /// Another process or task held the lock for too long.
  case busy
  /// Disk full or quota exceeded. Existing graphs are unchanged.
  case noSpace = "no-space"
  /// The file or folder cannot be read or written.
  case notPermitted = "not-permitted"
  /// The environment does not define the folder for user data.
  case noStandardPath = "no-standard-path"
  /// Another system error, which is stated.
  case system
  /// The task was cancelled.
  case cancelled
}
