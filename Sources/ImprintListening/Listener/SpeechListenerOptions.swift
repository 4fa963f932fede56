// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio
public import ImprintSpeech

/// How a ``SpeechListener`` listens, and what it keeps.
public struct SpeechListenerOptions: Sendable {
  /// When an utterance ends.
  public var rules: ListeningRules
  /// The most alternatives to a result: 0 to 9, default 0.
  public var alternatives: Int
  /// Threads of the recogniser: 1, the default, to as many as its manifest has.
  public var threads: Int
  /// What speech is for a bundle that does not tell: its levels, and how long sound has to be to begin.
  public var silence: SilenceRule
  /// Where graphs are found by their names; `nil`, the default: the user's own shelf.
  public var shelf: SpeechGraphStore?
  /// Where recordings are kept; `nil`, the default: the user's own folder, with the usual budget.
  public var archive: ListeningArchive?

  public init(
    rules: ListeningRules = ListeningRules(), alternatives: Int = 0, threads: Int = 1,
    silence: SilenceRule = SilenceRule(), shelf: SpeechGraphStore? = nil, archive: ListeningArchive? = nil
  ) {
    self.rules = rules
    self.alternatives = alternatives
    self.threads = threads
    self.silence = silence
    self.shelf = shelf
    self.archive = archive
  }
}
