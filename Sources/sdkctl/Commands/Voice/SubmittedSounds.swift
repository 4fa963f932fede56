// SPDX-License-Identifier: Apache-2.0

/// Files that are submitted to a dialogue, one after the other.
struct SubmittedSounds {
  /// The last answer; `nil` where there was no file.
  private(set) var reply: VoiceReply?
  /// One for each file that was submitted.
  private(set) var json: [JSONValue] = []

  init(_ files: [String], to dialogue: VoiceDialogue, of voices: VoiceDialogues, telling console: Console)
    async throws
  {
    for file in files {
      let clip = try AudioFile.read(file)
      let reply = try await voices.submit(clip, to: dialogue.id)
      self.reply = reply
      json.append(["sound": file, "reason": reply.reason.map(\.rawValue).json])
      if let reason = reply.reason { console.tell("\(VisibleText.line(file)): \(reason.words)") }
      guard case .speak = reply else { return }
    }
  }

  /// `1 more recording is needed`.
  static func words(needed count: Int) -> String {
    "\(count) more \(count == 1 ? "recording is" : "recordings are") needed"
  }

  /// How many more are needed; `nil` where it is decided.
  func needed(_ dialogue: VoiceDialogue) -> Int? {
    switch reply {
    case nil: dialogue.prompt.needed
    case .speak(let prompt, because: _): prompt.needed
    case .registered, .notRegistered, .concluded: nil
    }
  }
}

extension VoiceReply {
  /// Why an utterance was not taken.
  var reason: VoiceRepeatReason? {
    switch self {
    case .speak(_, because: let reason), .concluded(_, because: let reason): reason
    case .notRegistered(let reason): reason
    case .registered: nil
    }
  }
}
