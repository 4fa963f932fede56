// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintAudio
import ImprintModel
import TestSupport
import Testing

@testable import ImprintVoice

/// An application with three configurations, and a folder of its own.
struct FakeDoor {
  let scratch: TemporaryFolder
  let clock = FakeClock()
  let recognizer = FakeRecognizer()
  let limits = VoiceLimits(accept: 0.7, reject: 0.4, clear: 0.8)

  init() throws { scratch = try TemporaryFolder() }

  var folder: String { "\(scratch.path)/voices" }

  var configurations: [VoiceConfiguration] {
    get throws {
      [
        try VoiceConfiguration(
          id: "phrase", words: .phrase("open the door"), wordsFormat: "imprint.test-words", limits: limits),
        try VoiceConfiguration(
          id: "digits", words: .digits("2741"), wordsFormat: "imprint.test-words", limits: limits),
        try VoiceConfiguration(id: "random", words: .randomDigits(4), limits: limits),
      ]
    }
  }

  func engine(
    recognizes: Bool = true, most: Int? = nil, configured: Bool = true
  ) throws -> LocalVoiceEngine {
    try LocalVoiceEngine(
      folder: folder, configurations: configured ? configurations : [],
      recognizer: recognizes ? recognizer : nil, clock: clock,
      mostClaimants: most
    ) { (configuration) async throws(VoiceError) in
      configuration.words.areRandom
        ? VoiceAlgorithms(voice: FakeAlgorithm(isOfWords: false), words: nil) : FakeAlgorithm.algorithms
    }
  }

  func credentials(
    organisation: String = "door", userName: String = "app", password: String = "secret"
  ) throws -> VoiceCredentials {
    try VoiceCredentials(
      address: engine().address, userName: userName, password: password, organisation: organisation)
  }

  /// Another process of the application.
  func voices(
    recognizes: Bool = true, most: Int? = nil, configured: Bool = true
  ) async throws -> VoiceDialogues {
    let voices = VoiceDialogues(try engine(recognizes: recognizes, most: most, configured: configured))
    try await voices.initialise(credentials())
    return voices
  }

  /// What the dialogues are made of.
  func session() async throws -> LocalVoiceSession { try await engine().session(credentials()) }

  /// The same over another vault.
  func session(_ vault: some VoiceVault) async throws -> LocalVoiceSession {
    let session = try await session()
    return LocalVoiceSession(
      vault: vault, configurations: session.configurations, shelf: session.shelf,
      recognizer: session.recognizer, clock: session.clock)
  }

  /// The same with other algorithms.
  func session(_ algorithms: VoiceAlgorithms) async throws -> LocalVoiceSession {
    let session = try await session()
    return LocalVoiceSession(
      vault: session.vault, configurations: session.configurations,
      shelf: AlgorithmShelf { _ async throws(VoiceError) in algorithms }, recognizer: session.recognizer,
      clock: session.clock)
  }
}

extension VoiceDialogues {
  /// Somebody registered with the phrase.
  func registered(
    angle: Double, configuration: String = "phrase", take: UInt64 = 1
  ) async throws -> VoiceClaimantID {
    let claimant = try await registerClaimant()
    let dialogue = try await startDialogue(with: claimant, configuration: configuration)
    for number in 0..<UInt64(dialogue.prompt.needed) {
      _ = try await submit(FakeUtterance(angle: angle, take: take + number).clip, to: dialogue.id)
    }
    return claimant
  }

  /// What a logon with these voices comes to.
  func logOn(
    _ claimant: VoiceClaimantID, _ angles: Double..., take: UInt64
  ) async throws -> (VoiceDialogueID, VoiceReply) {
    let dialogue = try await startDialogue(with: claimant, configuration: "phrase")
    var reply = VoiceReply.registered
    for (number, angle) in angles.enumerated() {
      reply = try await submit(
        FakeUtterance(angle: angle, take: take + UInt64(number)).clip, to: dialogue.id)
    }
    return (dialogue.id, reply)
  }
}

/// The code that something throws.
func code(_ work: () async throws -> Void) async -> VoiceErrorCode? {
  do {
    try await work()
    return nil
  } catch {
    return (error as? VoiceError)?.code
  }
}

extension FakeDoor {
  /// Changes the bytes of each file of that name below the folder; it keeps its permissions.
  func damage(_ name: String, _ change: (inout [UInt8]) -> Void) throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    let found = files.filter { $0.hasSuffix("/\(name)") }
    #expect(!found.isEmpty, "there is no \(name)")
    for file in found {
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: "\(folder)/\(file)"))
      var bytes = Array(try handle.readToEnd() ?? Data())
      change(&bytes)
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(bytes))
      try handle.close()
    }
  }
}
