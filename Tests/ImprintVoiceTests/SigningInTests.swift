// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintVoice

@Suite struct SigningInTests {
  @Test func beforeItEveryCallFails() async throws {
    let door = try FakeDoor()
    let voices = VoiceDialogues(try door.engine())
    let claimant = VoiceClaimantID()
    let dialogue = VoiceDialogueID(claimant)
    let clip = FakeUtterance(angle: 0, take: 1).clip
    let codes = [
      await code { _ = try voices.address }, await code { _ = try voices.userName },
      await code { _ = try voices.organisation }, await code { _ = try await voices.registerClaimant() },
      await code { try await voices.deleteClaimant(claimant) },
      await code { _ = try await voices.claimants() },
      await code { _ = try await voices.startDialogue(with: claimant, configuration: "phrase") },
      await code { try await voices.abortDialogue(dialogue) },
      await code { _ = try await voices.submit(clip, to: dialogue) },
      await code { try await voices.adapt(claimant, with: dialogue, factor: .pin) },
      await code { _ = try await voices.audit(of: claimant) },
    ]
    #expect(codes.allSatisfy { $0 == .notInitialised })
  }

  @Test func whatWasGivenIsReadBackButForThePassword() async throws {
    let door = try FakeDoor()
    let voices = try await door.voices()
    #expect(try voices.address == "file://\(door.folder)")
    #expect(try voices.userName == "app" && voices.organisation == "door")
    let text = "\(try door.credentials()) \(String(reflecting: try door.credentials()))"
    #expect(!text.contains("secret"))
    var dumped = ""
    dump(try door.credentials(), to: &dumped)
    #expect(!dumped.contains("secret"))
  }

  @Test func theSameCredentialsElsewhereReadTheSameTemplates() async throws {
    let door = try FakeDoor()
    let claimant = try await door.voices().registered(angle: 10)
    let elsewhere = try await door.voices()
    #expect(try await elsewhere.claimants().registered == [claimant])
    #expect(try await elsewhere.logOn(claimant, 12, take: 50).1 == .concluded(.accept, because: nil))
  }

  @Test func anotherApplicationSeesNobody() async throws {
    let door = try FakeDoor()
    let claimant = try await door.voices().registered(angle: 10)
    let other = VoiceDialogues(try door.engine())
    try await other.initialise(door.credentials(organisation: "gate"))
    #expect(try await other.claimants().registered.isEmpty)
    let found = await code { _ = try await other.startDialogue(with: claimant, configuration: "phrase") }
    #expect(found == .unknownClaimant)
  }

  @Test(arguments: [("app", "Secret"), ("apps", "ecret"), ("App", "secret")])
  func otherCredentialsOfAnApplicationAreRefused(userName: String, password: String) async throws {
    let door = try FakeDoor()
    _ = try await door.voices()
    let voices = VoiceDialogues(try door.engine())
    let found = await code {
      try await voices.initialise(door.credentials(userName: userName, password: password))
    }
    #expect(found == .wrongCredentials)
    #expect(await code { _ = try await voices.claimants() } == .notInitialised)
  }

  @Test func theAddressOfAnotherEngineIsRefused() async throws {
    let door = try FakeDoor()
    let credentials = try VoiceCredentials(
      address: "https://voices.example", userName: "app", password: "secret", organisation: "door")
    let voices = VoiceDialogues(try door.engine())
    #expect(await code { try await voices.initialise(credentials) } == .wrongCredentials)
  }

  @Test(arguments: ["", "two\nlines", String(repeating: "a", count: 1025)])
  func credentialsThatAreNoLineOfTextAreRefused(text: String) async {
    let found = await code {
      _ = try VoiceCredentials(address: "file:///a", userName: text, password: "b", organisation: "c")
    }
    #expect(found == .badCredentials)
  }

  @Test func aDamagedAccountLetsNobodyIn() async throws {
    let door = try FakeDoor()
    _ = try await door.voices()
    try door.damage("account") { $0[20] ^= 1 }
    #expect(await code { _ = try await door.voices() } == .damaged)
  }
}
