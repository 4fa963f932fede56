// SPDX-License-Identifier: Apache-2.0

struct VoiceRegisterCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Registers somebody by recordings of what they say.",
    discussion: """
      A phrase is said three times, digits four times; a recording that is refused is followed by another one. \
      If the recordings do not suffice, nobody is registered. Exit code 1 then.
      """)

  @Option(
    name: .customLong("sound"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "Recordings, in their order: WAV, FLAC or AIFF, of one channel at the format's rate.",
      valueName: "file"))
  var sounds: [String]

  @Option(help: ArgumentHelp("What the dialogue is called in the audit record.", valueName: "text"))
  var callReference: String?

  @OptionGroup var choice: VoiceChoice
  @OptionGroup var place: VoicePlace
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let configuration = try choice.configuration
    let voices = try await place.open([configuration], global, telling: console)
    let claimant = try await voices.registerClaimant()
    let dialogue = try await voices.startDialogue(
      with: claimant, configuration: configuration.id, callReference: callReference)
    let submitted: SubmittedSounds
    do {
      submitted = try await SubmittedSounds(sounds, to: dialogue, of: voices, telling: console)
    } catch {
      // The first error is the one to be told.
      try? await voices.abortDialogue(dialogue.id)
      throw error
    }
    let needed = submitted.needed(dialogue)
    if needed != nil { try await voices.abortDialogue(dialogue.id) }
    let isRegistered = submitted.reply == .registered
    let text =
      if let needed {
        "not registered: \(SubmittedSounds.words(needed: needed))"
      } else {
        isRegistered ? "registered: \(claimant)" : "not registered: too many recordings were refused"
      }
    return Report(
      text: text,
      json: [
        "registered": isRegistered, "claimant": (isRegistered ? "\(claimant)" : nil).json,
        "dialogue": "\(dialogue.id)", "needed": (needed ?? 0), "sounds": submitted.json,
      ], isSuccess: isRegistered)
  }
}
