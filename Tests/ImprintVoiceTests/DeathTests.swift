// SPDX-License-Identifier: Apache-2.0
import ImprintStore
import Testing

@testable import ImprintVoice

/// The process dies at each change of what is kept. Afterwards nobody is half registered, and nothing that
/// was acknowledged is lost.
@Suite struct DeathTests {
  /// Before the change is made, and before its caller hears of it.
  private static func deaths(_ changes: Int) -> [(Int, Bool)] {
    (0..<changes).flatMap { number in [false, true].map { (number, $0) } }
  }

  private func clip(_ take: UInt64, angle: Double = 10) -> FakeUtterance {
    FakeUtterance(angle: angle, take: take)
  }

  @Test(arguments: deaths(7)) func atAnyStepOfARegistration(number: Int, isMade: Bool) async throws {
    let door = try FakeDoor()
    let vault = try await door.session().vault
    let dying = DyingVault(vault, dyingAt: number, isMade: isMade)
    let (dialogue, acknowledged, isRegistered) = await register(try await door.session(dying))

    let voices = try await door.voices()
    let claimants = try await voices.claimants()
    let known = claimants.registered + claimants.pending
    for claimant in known {
      let user = try await vault.user(of: claimant)
      #expect((user != nil) == claimants.registered.contains(claimant))
      if let user { #expect(try await vault.templates(of: user)?.count == 2) }
    }
    #expect(!isRegistered || claimants.registered == [dialogue?.claimant])
    guard let dialogue else { return }
    // It goes on where it was acknowledged to be, or after it.
    #expect(known == [dialogue.claimant])
    if let open = try await vault.state(of: dialogue.claimant)?.open {
      #expect(open.voices.count >= acknowledged && !isRegistered)
    }
    var reply = try await voices.submit(clip(50).clip, to: dialogue)
    for take: UInt64 in 51...52 where reply != .registered {
      reply = try await voices.submit(clip(take).clip, to: dialogue)
    }
    #expect(reply == .registered)
    #expect(try await voices.claimants().registered == [dialogue.claimant])
    #expect(
      try await voices.logOn(dialogue.claimant, 10, take: 60).1 == .concluded(.accept, because: nil))
  }

  /// - Returns: The dialogue, if it was started; how many utterances were taken; and whether it was
  ///   registered.
  private func register(_ session: LocalVoiceSession) async -> (VoiceDialogueID?, Int, Bool) {
    var (dialogue, taken): (VoiceDialogueID?, Int) = (nil, 0)
    do throws(VoiceError) {
      let claimant = try await session.registerClaimant()
      dialogue = try await session.startDialogue(
        with: claimant, configuration: "phrase", callReference: nil
      ).id
      guard let dialogue else { return (nil, 0, false) }
      for take: UInt64 in 1...3 {
        let reply = try await session.submit(clip(take).clip, to: dialogue, promptHint: nil)
        if reply == .registered { return (dialogue, taken, true) }
        taken += 1
      }
    } catch {
      #expect(error == DyingVault.death)
    }
    return (dialogue, taken, false)
  }

  @Test(arguments: deaths(4)) func atAnyStepOfADeletion(number: Int, isMade: Bool) async throws {
    let door = try FakeDoor()
    let claimant = try await door.voices().registered(angle: 10)
    let vault = try await door.session().vault
    let session = try await door.session(DyingVault(vault, dyingAt: number, isMade: isMade))
    let died = await code { try await session.deleteClaimant(claimant) }

    let left = try await door.voices().claimants().registered
    // Whole, or gone.
    #expect(left.isEmpty || left == [claimant] && died != nil)
    #expect((try await vault.user(of: claimant) != nil) == !left.isEmpty)
    #expect((try await vault.state(of: claimant) != nil) == !left.isEmpty)
    #expect(left.isEmpty || number == 0 && !isMade)
  }

  @Test(arguments: deaths(3)) func atAnyStepOfASupervisedAdaptation(number: Int, isMade: Bool) async throws {
    let door = try FakeDoor()
    let voices = try await door.voices()
    let claimant = try await voices.registered(angle: 0)
    let (dialogue, _) = try await voices.logOn(claimant, 40, 40, take: 20)
    let vault = try await door.session().vault
    let session = try await door.session(DyingVault(vault, dyingAt: number, isMade: isMade))
    let died = await code { try await session.adapt(claimant, with: dialogue, factor: .token) }

    let audit = try await voices.audit(of: claimant)
    let user = try #require(try await vault.user(of: claimant))
    let isAdapted = try await vault.templates(of: user)?.count == 3
    // No template without its entry.
    #expect(!isAdapted || audit.last?.factor == .token)
    #expect(died != nil || isAdapted)
    #expect(try await voices.logOn(claimant, 0, take: 30).1 == .concluded(.accept, because: nil))
  }

  @Test func anAbortedRegistrationLeavesNothing() async throws {
    let door = try FakeDoor()
    let vault = try await door.session().vault
    for isMade in [false, true] {
      let claimant = try await door.session().registerClaimant()
      let dialogue = try await door.session().startDialogue(
        with: claimant, configuration: "phrase", callReference: nil)
      let session = try await door.session(DyingVault(vault, dyingAt: 0, isMade: isMade))
      #expect(await code { try await session.abortDialogue(dialogue.id) } == .system)
      #expect((try await vault.state(of: claimant) == nil) == isMade)
      #expect(try await vault.user(of: claimant) == nil)
      if !isMade { try await door.session().abortDialogue(dialogue.id) }
    }
    #expect(try await vault.claimants().isEmpty)
  }
}
