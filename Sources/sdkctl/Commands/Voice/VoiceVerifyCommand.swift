// SPDX-License-Identifier: Apache-2.0

struct VoiceVerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Tells whether a recording is a claimant's voice.",
    discussion: """
      One recording is enough where it is accepted; else a second one decides with it. The outcome is accept, \
      not-validated or strong-reject. Exit code 1 but for accept.
      """)

  @Option(help: ArgumentHelp("Who somebody claims to be, as register has printed it.", valueName: "id"))
  var claimant: VoiceClaimantID

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
    guard try await voices.claimants().registered.contains(claimant) else {
      // Else it would start a registration.
      throw VoiceError(
        .unknownClaimant, place: "claimant \(claimant)", reason: "nobody of that id is registered.",
        remedy: "List those who are: sdkctl voice list.")
    }
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
    var outcome: VoiceOutcome?
    if case .concluded(let decided, because: _) = submitted.reply { outcome = decided }
    let isVerified = outcome == .accept
    let text =
      if let outcome {
        console.styled(outcome.rawValue, isVerified ? .green : .red) + "\ndialogue: \(dialogue.id)"
      } else {
        "not decided: \(SubmittedSounds.words(needed: needed ?? 1))"
      }
    return Report(
      text: text,
      json: [
        "verified": isVerified, "outcome": outcome.map(\.rawValue).json, "claimant": "\(claimant)",
        "dialogue": "\(dialogue.id)", "needed": (needed ?? 0), "sounds": submitted.json,
      ], isSuccess: isVerified)
  }
}
