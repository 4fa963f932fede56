// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintFingerCapture
import ImprintModel
import ImprintStore
import Synchronization
import TestSupport
import Testing

/// Who may change the fingers of a user.
@Suite struct FingerManagementTests {
  private let store: FolderStore
  private let seconds = Seconds()

  private final class Seconds: Sendable {
    let now = Mutex(0)
    var time: Duration { .seconds(now.withLock { $0 }) }
  }

  init() async throws {
    store = try await FolderStore(path: TemporaryFolder().path + "/store", create: true)
  }

  /// - Parameter fingers: pressed at each operation, thrice each.
  private func management(_ fingers: UInt8...) -> FingerManagement {
    let readers = fingers.map { finger in
      PressedFingers(Array(repeating: .image(drawnPrint(finger)), count: 3))
    }
    let source = TestFingers(sequence: readers)
    return FingerManagement(of: "Ada", in: store, flows: source.flows, clock: { [seconds] in seconds.time })
  }

  private func refusal(_ work: () async throws -> Void) async -> FingerCaptureErrorCode? {
    await #expect(throws: FingerCaptureError.self) { try await work() }?.code
  }

  @Test func theFirstFingerIsFreeAndTheNextNeedsAVerification() async throws {
    let management = management(1, 1, 2)
    #expect(try await management.fingers().isEmpty)
    let stored = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    #expect(stored.count == 3)
    let refused = await refusal {
      _ = try await management.enroll(FingerEnrollmentSettings(site: .rightIndex), verifier: nil)
    }
    #expect(refused == .notVerified)
    #expect(try await management.verify(verifier: DrawnVerifier()).isVerified)
    _ = try await management.enroll(FingerEnrollmentSettings(site: .rightIndex), verifier: nil)
    #expect(try await management.fingers().map(\.site) == [.rightThumb, .rightIndex])
  }

  @Test func aVerificationIsForOneChangeAndForAMinute() async throws {
    let management = management(1, 1, 2, 1, 1)
    _ = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    #expect(try await management.verify(verifier: DrawnVerifier()).isVerified)
    _ = try await management.enroll(FingerEnrollmentSettings(site: .rightIndex), verifier: nil)
    #expect(await refusal { try await management.remove(.rightIndex) } == .notVerified)
    #expect(try await management.verify(verifier: DrawnVerifier()).isVerified)
    seconds.now.withLock { $0 += 61 }
    #expect(await refusal { try await management.remove(.rightIndex) } == .notVerified)
    #expect(try await management.verify(verifier: DrawnVerifier()).isVerified)
    seconds.now.withLock { $0 += 60 }
    #expect(try await management.remove(.rightIndex).count == 3)
  }

  @Test func aStrangersFingerPermitsNothing() async throws {
    let management = management(1, 9)
    _ = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    #expect(try await management.verify(verifier: DrawnVerifier()).decision == .notMatching)
    #expect(await refusal { try await management.remove(.rightThumb, evenLast: true) } == .notVerified)
  }

  /// Cuts the file of a template short.
  private func damage(_ template: StoredTemplate) throws {
    let file = URL(fileURLWithPath: "\(store.path)/users/\(template.user)/templates/\(template.id).impt")
    try Data(contentsOf: file).prefix(20).write(to: file)
  }

  @Test func templatesThatCannotBeReadPermitNothing() async throws {
    let management = management(1, 9)
    let stored = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    for template in stored { try damage(template) }
    #expect(try await management.fingers().isEmpty)
    #expect(try await management.needsVerification())
    let enrolment = await refusal {
      _ = try await management.enroll(FingerEnrollmentSettings(site: .leftThumb), verifier: nil)
    }
    #expect(enrolment == .notVerified)
    #expect(await refusal { _ = try await management.verify(verifier: DrawnVerifier()) } == .store)
    #expect(try await store.templates(of: stored[0].user).items.isEmpty)
  }

  @Test func aFingerIsNotCalledRemovedWhileSomethingCannotBeRead() async throws {
    let management = management(1, 1)
    let stored = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    try damage(stored[0])
    #expect(try await management.verify(verifier: DrawnVerifier()).isVerified)
    #expect(await refusal { try await management.remove(.rightThumb, evenLast: true) } == .store)
    // The way out, for an administrator.
    try await store.removeTemplate(stored[0].id, of: stored[0].user)
    #expect(try await management.remove(.rightThumb, evenLast: true).count == 2)
  }

  @Test func aUserWhoseFileCannotBeReadIsNotEnrolledOnceMore() async throws {
    let management = management(1, 9)
    let stored = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    let file = URL(fileURLWithPath: "\(store.path)/users/\(stored[0].user)/user")
    try Data().write(to: file)
    let enrolment = await refusal {
      _ = try await management.enroll(FingerEnrollmentSettings(site: .leftThumb), verifier: nil)
    }
    #expect(enrolment == .notVerified)
  }

  @Test func aCardOfWhomeverPermitsNothing() async throws {
    let management = management(1, 9)
    _ = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    let card = CardFingerVerifier(DrawnCard(of: 9))
    #expect(await refusal { _ = try await management.verify(verifier: card) } == .badOptions)
    #expect(await refusal { try await management.remove(.rightThumb, evenLast: true) } == .notVerified)
  }

  @Test func enrollingAgainReplacesThatFingersTemplatesOfThatTypeAlone() async throws {
    let management = management(1, 1, 2, 2, 4)
    _ = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    let user = try await store.user(matching: "Ada")
    _ = try await store.addTemplate(drawnTemplate(1, .rightThumb, .edges), to: user.id)
    _ = try await management.verify(verifier: DrawnVerifier())
    _ = try await management.enroll(FingerEnrollmentSettings(site: .rightIndex), verifier: nil)
    _ = try await management.verify(verifier: DrawnVerifier())
    let again = try await management.enroll(FingerEnrollmentSettings(site: .rightIndex), verifier: nil)
    let fingers = try await management.fingers()
    #expect(Set(fingers[1].templates.map(\.id)) == Set(again.map(\.id)))
    #expect(fingers[1].templates.map(\.template.payload) == [[4], [4], [4]])
    #expect(fingers[0].templates.count == 4)
  }

  @Test func theLastFingerGoesOnlyWhereItIsSaid() async throws {
    let management = management(1, 1)
    _ = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    _ = try await management.verify(verifier: DrawnVerifier())
    #expect(await refusal { try await management.remove(.rightThumb) } == .lastFinger)
    #expect(await refusal { try await management.remove(.leftThumb) } == .notEnrolled)
    // Neither used the verification up.
    #expect(try await management.remove(.rightThumb, evenLast: true).count == 3)
    #expect(try await management.fingers().isEmpty)
  }

  @Test func somebodyElsesEnrolmentInBetweenIsNoticed() async throws {
    let store = store
    let source = TestFingers(sequence: [
      PressedFingers(Array(repeating: .image(drawnPrint(1)), count: 3))
    ])
    let management = FingerManagement(of: "Ada", in: store, flows: source.flows)
    let other = Mutex(false)
    let refused = await refusal {
      _ = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil) { _ in
        guard
          !other.withLock({ told in
            defer { told = true }; return told
          })
        else { return }
        _ = try? await store.enroll(name: "Ada", templates: [drawnTemplate(9, .leftThumb)])
      }
    }
    #expect(refused == .store)
    #expect(try await management.fingers().map(\.site) == [.leftThumb])
  }

  @Test func whatIsCancelledOnceAllPressesAreThereIsNotStored() async throws {
    let management = management(1)
    let settings = FingerEnrollmentSettings(
      site: .rightThumb, demand: FingerDemand(signals: FingerSignals(playsSounds: true)))
    let enrolment = Task {
      try await management.enroll(settings, verifier: nil) { event in
        if case .sound(.accepted) = event { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    #expect(await refusal { _ = try await enrolment.value } == .cancelled)
    #expect(try await store.users().items.isEmpty)
  }

  @Test func aStrayFileAmongUsersStopsNobody() async throws {
    try Data().write(to: URL(fileURLWithPath: store.path + "/users/notes.txt"))
    let management = management(1, 1)
    _ = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    _ = try await management.verify(verifier: DrawnVerifier())
    #expect(try await management.remove(.rightThumb, evenLast: true).count == 3)
  }

  @Test func templatesThatWereGivenAnotherNamePermitNothing() async throws {
    let management = management(1, 9)
    let stored = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    let folder = URL(fileURLWithPath: "\(store.path)/users/\(stored[0].user)/templates")
    for template in stored {
      let file = folder.appending(path: "\(template.id).impt")
      try FileManager.default.moveItem(at: file, to: file.appendingPathExtension("bak"))
    }
    let refused = await refusal {
      _ = try await management.enroll(FingerEnrollmentSettings(site: .leftThumb), verifier: nil)
    }
    #expect(refused == .notVerified)
  }

  @Test func aHandThatIsStoredIsNoFingerThatStays() async throws {
    let management = management(1, 1)
    let stored = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
    _ = try await store.addTemplate(drawnTemplate(1, .rightHand), to: stored[0].user)
    #expect(try await management.fingers().map(\.site) == [.rightThumb])
    #expect(await refusal { try await management.checkRemoval(of: .rightThumb) } == .lastFinger)
    try await management.checkRemoval(of: .rightThumb, evenLast: true)
  }

  @Test func aNameThatNobodyCanHaveIsRefusedBeforeAFingerIsPressed() async throws {
    for (name, code) in [("two\nlines", FingerCaptureErrorCode.badOptions), ("\(UniqueID())", .store)] {
      let source = TestFingers(sequence: [])
      let management = FingerManagement(of: name, in: store, flows: source.flows)
      let refused = await refusal {
        _ = try await management.enroll(FingerEnrollmentSettings(site: .rightThumb), verifier: nil)
      }
      #expect(refused == code)
      #expect(source.askedFor.isEmpty)
    }
  }

  @Test func twoThingsAtOnceAreRefused() async throws {
    let source = TestFingers(PressedFingers([.hang]))
    let management = FingerManagement(of: "Ada", in: store, flows: source.flows)
    let (begun, events) = (AsyncStream<Void>.makeStream(), FingerEnrollmentSettings(site: .rightThumb))
    let first = Task {
      try await management.enroll(events, verifier: nil) { _ in begun.continuation.yield() }
    }
    for await _ in begun.stream { break }
    #expect(await refusal { _ = try await management.enroll(events, verifier: nil) } == .invalidOperation)
    first.cancel()
    #expect(await refusal { _ = try await first.value } == .cancelled)
  }
}
