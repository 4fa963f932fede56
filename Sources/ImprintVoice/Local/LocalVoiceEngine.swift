// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintModel

/// The engine in this process: plugins of this machine, and a folder that only its owner may enter.
///
///     <folder>/<application>/account     who may sign in
///     <folder>/<application>/states/     what is kept of claimants beside their templates
///     <folder>/<application>/store/      the project's store
///
/// `<application>` is a hash of its id. Whoever first signs in for an application makes its account. The
/// password keeps applications from taking each other's claimants by mistake; it does not keep anybody out
/// who may read the folder, as nothing in it is encrypted.
///
/// Several processes may use one folder. Made by `BiometricSystem`: `system.voices.engine`.
public struct LocalVoiceEngine: VoiceEngine {
  /// The folder, absolute.
  public let folder: String
  private let configurations: [String: VoiceConfiguration]
  private let shelf: AlgorithmShelf
  private let recognizer: (any VoiceDigitRecognizer)?
  private let clock: any VoiceClock
  private let mostClaimants: Int?

  /// - Parameters:
  ///   - mostClaimants: how many an application may register; `nil`: any number.
  ///   - opening: opens the algorithms of a configuration.
  /// - Throws: ``VoiceError`` `badConfiguration` where two have one id, or the folder is not absolute.
  package init(
    folder: String, configurations: [VoiceConfiguration], recognizer: (any VoiceDigitRecognizer)?,
    clock: any VoiceClock, mostClaimants: Int?,
    opening: @escaping @Sendable (VoiceConfiguration) async throws(VoiceError) -> VoiceAlgorithms
  ) throws(VoiceError) {
    guard folder.hasPrefix("/"), !folder.utf8.contains(0) else {
      throw .badConfiguration("folder", "it is no absolute path.", "the whole path of a folder for voices")
    }
    var byID: [String: VoiceConfiguration] = [:]
    for configuration in configurations {
      guard byID.updateValue(configuration, forKey: configuration.id) == nil else {
        throw .badConfiguration("id", "two configurations have the id \(configuration.id).", "one of each")
      }
    }
    self.folder = folder
    self.configurations = byID
    self.recognizer = recognizer
    self.clock = clock
    self.mostClaimants = mostClaimants
    shelf = AlgorithmShelf(opening)
  }

  /// The folder of a user's own voices: `imprint/voices` below `$XDG_DATA_HOME`, or else `~/.local/share`.
  /// - Returns: `nil` if neither is set.
  public static var standardFolder: String? {
    StandardFolder.data.path(environment: StandardFolder.variable).map { "\($0)/imprint/voices" }
  }

  /// What credentials for it have as ``VoiceCredentials/address``.
  public var address: String { "file://\(folder)" }

  /// Also finishes what processes that died have left, and removes who never registered.
  /// - Complexity: O(claimants of the application).
  public func signIn(_ credentials: VoiceCredentials) async throws(VoiceError) -> any VoiceSession {
    let session = try await session(credentials)
    for claimant in try await session.vault.claimants() {
      do throws(VoiceError) {
        _ = try await session.swept(claimant)
      } catch {
        // Damaged, or in use: whoever asks for that claimant is told.
      }
    }
    return session
  }

  func session(_ credentials: VoiceCredentials) async throws(VoiceError) -> LocalVoiceSession {
    guard credentials.address == address else {
      throw VoiceError(
        .wrongCredentials, place: "address", reason: "it is not this engine's.",
        remedy: "Give \(address), or use the engine of that address.")
    }
    let name = ContentHash(of: Array("imprint voice application\n\(credentials.organisation)".utf8)).hex
    try await VoiceAccount.check(
      credentials, in: KeptFolder("\(folder)/\(name)", patience: .seconds(10)))
    return LocalVoiceSession(
      vault: try await FolderVault("\(folder)/\(name)", mostClaimants: mostClaimants),
      configurations: configurations, shelf: shelf, recognizer: recognizer, clock: clock)
  }
}
