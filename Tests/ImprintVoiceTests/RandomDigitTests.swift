// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintVoice

@Suite struct RandomDigitTests {
  let door: FakeDoor

  init() throws { door = try FakeDoor() }

  @Test func withoutARecogniserTheyAreRefused() async throws {
    let voices = try await door.voices(recognizes: false)
    let claimant = try await voices.registerClaimant()
    let found = await code { _ = try await voices.startDialogue(with: claimant, configuration: "random") }
    #expect(found == .noRecognizer)
  }

  @Test func eachUtteranceHasOthersAndOtherDigitsAreRefused() async throws {
    let voices = try await door.voices()
    let dialogue = try await voices.startDialogue(
      with: await voices.registerClaimant(), configuration: "random")
    #expect(dialogue.prompt.needed == 4)
    var prompts = [dialogue.prompt.text]
    for take: UInt64 in 1...4 {
      let wanted = try #require(prompts.last).filter { $0 != " " }
      #expect(wanted.count == 4 && wanted.allSatisfy(\.isNumber))
      // Two are other ones, and then all four.
      door.recognizer.understands(String(wanted.map { $0 == "0" ? "1" : "0" }))
      let wrong = try await voices.submit(FakeUtterance(angle: 10, take: 100 + take).clip, to: dialogue.id)
      guard case .speak(let again, because: .wrongPhrase) = wrong else {
        Issue.record("\(wrong)")
        return
      }
      prompts.append(again.text)
      door.recognizer.understands(again.text.filter { $0 != " " })
      let right = try await voices.submit(FakeUtterance(angle: 10, take: take).clip, to: dialogue.id)
      guard take < 4 else {
        #expect(right == .registered)
        break
      }
      guard case .speak(let next, because: nil) = right else {
        Issue.record("\(right)")
        return
      }
      prompts.append(next.text)
    }
    #expect(Set(prompts).count > 4)
  }

  @Test func oneOfFourMayBeMisheard() async throws {
    let voices = try await door.voices()
    let dialogue = try await voices.startDialogue(
      with: await voices.registerClaimant(), configuration: "random")
    var heard = Array(dialogue.prompt.text.filter { $0 != " " })
    heard[1] = "?"
    door.recognizer.understands(String(heard))
    let reply = try await voices.submit(FakeUtterance(angle: 10, take: 1).clip, to: dialogue.id)
    guard case .speak(let next, because: nil) = reply else {
      Issue.record("\(reply)")
      return
    }
    var others = Array(next.text.filter { $0 != " " })
    (others[1], others[2]) = ("?", "?")
    door.recognizer.understands(String(others))
    let second = try await voices.submit(FakeUtterance(angle: 10, take: 2).clip, to: dialogue.id)
    guard case .speak(_, because: .wrongPhrase) = second else {
      Issue.record("\(second)")
      return
    }
  }
}
