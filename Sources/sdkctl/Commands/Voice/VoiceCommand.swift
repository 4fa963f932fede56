// SPDX-License-Identifier: Apache-2.0

struct VoiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "voice", abstract: "Registers and verifies people by what they say, as dialogues.",
    discussion: """
      A claimant says a phrase or digits three or four times, and later again. A recording that was heard \
      before is refused; a clone of a voice, and a loudspeaker before the microphone, are not detected.
      """,
    subcommands: [
      VoiceRegisterCommand.self, VoiceVerifyCommand.self, VoiceAdaptCommand.self, VoiceListCommand.self,
      VoiceDeleteCommand.self,
    ])
}

/// Where claimants are kept, and who signs in.
struct VoicePlace: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of voices; default: imprint/voices below $XDG_DATA_HOME or ~/.local/share.",
      valueName: "dir"))
  var folder: String?

  @Option(help: ArgumentHelp("The application's id, which divides the folder.", valueName: "id"))
  var organisation = "sdkctl"

  @Option(help: ArgumentHelp("The application's user name.", valueName: "name"))
  var userName = "sdkctl"

  @Option(
    help: ArgumentHelp(
      "A file with the application's password; default: that of sdkctl, which is no secret.",
      valueName: "file"))
  var passwordFile: String?

  /// The dialogues of the application, signed in.
  func open(
    _ configurations: [VoiceConfiguration], _ global: GlobalOptions, telling console: Console
  ) async throws -> VoiceDialogues {
    guard let folder = folder.map(Files.absolute) ?? LocalVoiceEngine.standardFolder else {
      throw ValidationError("Neither XDG_DATA_HOME nor HOME is set: name the folder with --folder.")
    }
    let engine = try await global.starting(from: "voice").open(telling: console).voices.engine(
      in: folder, configurations: configurations)
    var password = "sdkctl"
    if let passwordFile {
      let bytes = Files.withoutLineEnd(try Files.read(passwordFile, upTo: VoiceCredentials.mostBytes + 2))
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw VoiceError(
          .badCredentials, place: "password", reason: "the file is no UTF-8.", remedy: "Give a line of text.")
      }
      password = text
    }
    let voices = VoiceDialogues(engine)
    try await voices.initialise(
      VoiceCredentials(
        address: engine.address, userName: userName, password: password, organisation: organisation))
    return voices
  }
}

/// What is said, and what decides.
struct VoiceChoice: ParsableArguments {
  @Option(help: ArgumentHelp("The phrase that is said, always the same.", valueName: "text"))
  var phrase: String?

  @Option(help: ArgumentHelp("The digits that are said, always the same: 4 to 16.", valueName: "digits"))
  var digits: String?

  @Option(
    help: ArgumentHelp(
      "The similarity from which on it is the claimant's voice, as measured with sdkctl evaluate.",
      valueName: "similarity"))
  var accept: Double

  @Option(help: ArgumentHelp("The similarity below which it is another's voice.", valueName: "similarity"))
  var reject: Double

  @Option(
    help: ArgumentHelp(
      "The similarity from which on the template follows the voice by itself; default: half as far above "
        + "--accept as --reject is below it.", valueName: "similarity"))
  var clear: Double?

  @Option(
    help: ArgumentHelp("The format that says who speaks; default: the variant's.", valueName: "name"))
  var format: String?

  @Option(help: ArgumentHelp("The format that says whether it is the phrase.", valueName: "name"))
  var wordsFormat = "imprint.voice-v1-phrase"

  func validate() throws {
    guard (phrase == nil) != (digits == nil) else {
      throw ValidationError("Give --phrase or --digits, as the claimant was registered.")
    }
  }

  /// Its id is `phrase` or `digits`.
  var configuration: VoiceConfiguration {
    get throws {
      let words = phrase.map { VoiceConfiguration.Words.phrase($0) } ?? .digits(digits ?? "")
      return try VoiceConfiguration(
        id: phrase == nil ? "digits" : "phrase", words: words, format: format, wordsFormat: wordsFormat,
        limits: VoiceLimits(accept: accept, reject: reject, clear: clear))
    }
  }
}

extension VoiceClaimantID: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension VoiceDialogueID: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
