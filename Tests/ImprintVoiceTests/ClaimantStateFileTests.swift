// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintStore
import Testing

@testable import ImprintVoice

@Suite struct ClaimantStateFileTests {
  private let claimant = VoiceClaimantID()

  /// One with something of everything.
  private func state() async throws -> ClaimantState {
    let algorithm = FakeAlgorithm(isOfWords: false)
    let template = try #require(try await algorithm.template(of: [0.01, 0, 0], created: 1))
    var state = ClaimantState(issued: 1_795_000_000_000)
    state.user = UniqueID()
    state.configuration = "phrase"
    state.registration = UniqueID()
    state.open = OpenDialogue(
      number: UniqueID(), isRegistration: false, configuration: "phrase", callReference: "Anruf é 7",
      started: 5, prompt: "open the door", repeated: 2, voices: [template, template],
      words: [template, template],
      likeness: [0.25, -.infinity])
    state.last = LastDialogue(
      number: UniqueID(), callReference: nil, concluded: -4, outcome: .notValidated, probe: template)
    state.probes = [template]
    state.prints.remember(UtterancePrint(frames: [1, .max], heard: [true, false]), as: .registration)
    let dialogue = VoiceDialogueID(claimant)
    state.note(.accept, at: 9, dialogue, "")
    state.note(.adaptedWithFactor, at: 10, dialogue, nil, factor: .pin)
    return state
  }

  private func code(of bytes: [UInt8], _ claimant: VoiceClaimantID) -> VoiceErrorCode? {
    do throws(VoiceError) {
      _ = try ClaimantStateFile.decode(bytes, of: claimant, place: "test")
      return nil
    } catch {
      return error.code
    }
  }

  @Test func whatIsWrittenIsRead() async throws {
    for state in [try await state(), ClaimantState(issued: .min)] {
      let bytes = ClaimantStateFile.encode(state, of: claimant)
      #expect(try ClaimantStateFile.decode(bytes, of: claimant, place: "test") == state)
    }
  }

  @Test func aFileThatIsCutOrChangedIsDamaged() async throws {
    let bytes = ClaimantStateFile.encode(try await state(), of: claimant)
    for length in 0..<bytes.count { #expect(code(of: Array(bytes[..<length]), claimant) == .damaged) }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x41
      #expect(code(of: changed, claimant) == .damaged)
    }
  }

  /// Whoever can write the file can write its hash.
  @Test func contentThatIsNoneIsDamagedEvenWithItsHash() async throws {
    let content = Array(ClaimantStateFile.encode(try await state(), of: claimant).dropLast(32))
    func sealed(_ content: [UInt8]) -> [UInt8] { content + ContentHash(of: content).bytes }
    for length in 9..<content.count { #expect(code(of: sealed(Array(content[..<length])), claimant) != nil) }
    #expect(code(of: sealed(content + [0]), claimant) == .damaged)
    for index in 9..<content.count {
      var changed = content
      changed[index] = 0xFF
      // It is another state, or damaged: never a trap.
      _ = code(of: sealed(changed), claimant)
    }
  }

  /// Whoever writes the hash writes other counts too: none of them may trap, or be a state that never
  /// changes.
  @Test func anOpenDialogueWhoseCountsDisagreeIsDamaged() async throws {
    let whole = try await state()
    let changes: [(inout OpenDialogue) -> Void] = [
      { $0.likeness = [0.5] }, { $0.likeness = [0.5, 0.5, 0.5] }, { $0.likeness = [0.5, .nan] },
      { $0.voices = [] }, { $0.words.removeLast() },
    ]
    for (number, change) in changes.enumerated() {
      var hostile = whole
      if var open = hostile.open {
        change(&open)
        hostile.open = open
      }
      let bytes = ClaimantStateFile.encode(hostile, of: claimant)
      #expect(code(of: bytes, claimant) == .damaged, "\(number)")
    }
    var registration = ClaimantState(issued: 1)
    registration.open = OpenDialogue(
      number: UniqueID(), isRegistration: true, configuration: "phrase", callReference: nil, started: 1,
      prompt: "open the door", likeness: [0.5])
    #expect(code(of: ClaimantStateFile.encode(registration, of: claimant), claimant) == .damaged)
  }

  @Test func anothersFileIsDamaged() async throws {
    let bytes = ClaimantStateFile.encode(try await state(), of: claimant)
    #expect(code(of: bytes, VoiceClaimantID()) == .damaged)
  }

  @Test func aNewerFileIsSaidToBeOne() async throws {
    var content = Array(ClaimantStateFile.encode(try await state(), of: claimant).dropLast(32))
    content[8] = 2
    #expect(code(of: content + ContentHash(of: content).bytes, claimant) == .newerRecord)
  }

  @Test func listsStayWithinTheirBounds() async throws {
    var state = try await state()
    for number in 0..<200 as Range<UInt32> {
      state.prints.remember(UtterancePrint(frames: [number], heard: [true]), as: .anybodys)
      state.note(.accept, at: Int64(number), VoiceDialogueID(claimant), nil)
    }
    #expect(state.prints.anybodys.count == KnownPrints.most && state.audit.count == ClaimantState.mostAudit)
    // Those of the registration stay.
    #expect(state.prints.registration.map(\.frames) == [[1, .max]])
    #expect(state.prints.anybodys.first?.frames == [136] && state.prints.anybodys.last?.frames == [199])
    let bytes = ClaimantStateFile.encode(state, of: claimant)
    #expect(try ClaimantStateFile.decode(bytes, of: claimant, place: "test") == state)
  }
}
