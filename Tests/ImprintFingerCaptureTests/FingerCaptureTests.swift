// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintModel
import ImprintRuntime
import Testing

/// Capture without enrolling.
@Suite struct FingerCaptureTests {
  @Test func thePersonIsToldWhatToDoAndTheBestPressesAreReturned() async throws {
    let reader = PressedFingers(
      .press(drawnPrint(1, quality: 50)) + [.arrive, .retry(.tooDry), .lift]
        + .press(drawnPrint(1, quality: 90)) + .press(drawnPrint(1, quality: 70)))
    let operation = try await TestFingers(reader).flows.capture(
      FingerCaptureSettings(site: .rightIndex, presses: 3, kept: 2, templateType: .isoCompactCard))
    #expect(
      await operation.told() == [
        "place", "on", "chosen 50", "right-index 1/3", "lift", "off", "place", "on", "too-dry", "off", "on",
        "chosen 90", "right-index 2/3", "lift", "off", "place", "on", "chosen 70", "right-index 3/3",
      ])
    let presses = try await operation.value()
    #expect(presses.map(\.picture.quality) == [90, 70])
    #expect(presses.allSatisfy { $0.site == .rightIndex && $0.template?.site == .rightIndex })
    #expect(presses[0].template?.created == 1_700_000_000)
    #expect(reader.isClosed)
  }

  @Test func whatComesBeforeTheFingerIsLiftedIsTheSamePress() async throws {
    let (first, again, second) = (drawnPrint(1), drawnPrint(2), drawnPrint(3))
    let reader = PressedFingers([
      .arrive, .image(first), .image(again), .lift, .arrive, .image(second), .lift,
    ])
    let presses = try await TestFingers(reader).flows.capture(FingerCaptureSettings(presses: 2)).value()
    #expect(presses.map(\.picture.raw) == [first, second])
    #expect(presses.allSatisfy { $0.template == nil && $0.picture.quality == nil })
  }

  @Test func aFingerThatArrivesIsAnotherTouchEvenIfTheLiftWasLost() async throws {
    let (first, second) = (drawnPrint(1), drawnPrint(2))
    let reader = PressedFingers([.arrive, .image(first), .arrive, .image(second)])
    let operation = try await TestFingers(reader).flows.capture(FingerCaptureSettings(presses: 2))
    #expect(
      await operation.told().filter { !$0.hasPrefix("chosen") } == [
        "place", "on", "unknown 1/2", "lift", "place", "on", "unknown 2/2",
      ])
    #expect(try await operation.value().map(\.picture.raw) == [first, second])
  }

  @Test func ofAReaderThatTellsNoPresenceEachImageIsAPress() async throws {
    let reader = PressedFingers([.image(drawnPrint(1)), .image(drawnPrint(2))])
    let presses = try await TestFingers(reader).flows.capture(FingerCaptureSettings(presses: 2)).value()
    #expect(presses.count == 2)
  }

  @Test func aPoorOrSmallPressIsTakenAgainAndSaysWhy() async throws {
    let reader = PressedFingers([
      .image(drawnPrint(1, quality: 20)), .image(drawnPrint(1, area: 30)), .image(drawnPrint(0)),
      .image(drawnPrint(1)),
    ])
    let demand = FingerDemand(
      minimumQuality: 40, minimumArea: 60,
      signals: FingerSignals(playsSounds: true, vibratesForFailedPress: true))
    let operation = try await TestFingers(reader).flows.capture(
      FingerCaptureSettings(demand: demand, templateType: .isoRecord))
    let told = await operation.told()
    #expect(
      told.filter { $0 == "sound press-failed" }.count == 3 && told.filter { $0 == "vibration" }.count == 3)
    #expect(
      told.filter { !$0.hasPrefix("sound") && $0 != "vibration" } == [
        "place", "poor", "too-small", "other", "chosen 80", "unknown 1/1",
      ])
    #expect(try await operation.value()[0].template?.format.algorithm == "iso-19794-2-2005")
  }

  @Test func aFingerThatIsNeverGoodEnoughIsTriedAgainAsBadQuality() async throws {
    let reader = PressedFingers([.image(drawnPrint(1, quality: 20)), .wait(.seconds(60))])
    let operation = try await TestFingers(reader).flows.capture(
      FingerCaptureSettings(demand: FingerDemand(minimumQuality: 40), templateType: .isoRecord))
    guard case .retry(.badQuality, let kept) = await operation.conclusion else {
      Issue.record("\(await operation.conclusion)")
      return
    }
    #expect(kept.isEmpty)
    #expect(await operation.conclusion.failure(of: .rightIndex)?.code == .badCaptureFingers)
  }

  @Test func pressesThatTheReaderItselfRefusesAreBadQualityToo() async throws {
    for (reason, isBad) in [(FingerRetryReason.tooDry, true), (.lift, false), (.other, false)] {
      let reader = PressedFingers([.retry(reason), .wait(.seconds(60))])
      let operation = try await TestFingers(reader).flows.capture()
      let code = await operation.conclusion.failure(of: .rightIndex)?.code
      #expect(code == (isBad ? .badCaptureFingers : .timedOut))
    }
  }

  @Test func aVerifierThatCannotCompareThePressesIsRefused() async throws {
    let hand = FingerCaptureSettings(site: .leftHand, templateType: .isoCompactCard)
    let refused: [(FingerCaptureSettings, any FingerVerifier, FingerCaptureErrorCode)] = [
      (FingerCaptureSettings(site: .leftHand), DrawnVerifier(), .badOptions),
      (hand, CardFingerVerifier(DrawnCard(of: 1)), .badOptions),
      (hand, DrawnVerifier(templateTypes: [.isoRecord]), .otherTemplateType),
    ]
    for (settings, verifier, code) in refused {
      let source = TestFingers(sequence: [])
      let flow = await #expect(throws: FingerCaptureError.self) {
        try await source.flows.capture(settings, verifier: verifier)
      }
      let handler = #expect(throws: FingerCaptureError.self) {
        try FingerCaptureHandler(
          flows: source.flows, options: FingerCaptureHandlerOptions(capture: settings), verifier: verifier)
      }
      #expect(flow?.code == code && handler?.code == code && source.askedFor.isEmpty)
    }
  }

  @Test func theDeadlineIsOfTheWholeOperationInTheReadersTime() async throws {
    let press: [PressedFingers.Step] = [.wait(.seconds(4)), .image(drawnPrint(1))]
    let enough = try await TestFingers(PressedFingers(press + press)).flows.capture(
      FingerCaptureSettings(demand: FingerDemand(timeout: .seconds(9)), presses: 2))
    #expect(try await enough.value().count == 2)
    let late = try await TestFingers(PressedFingers(press + press)).flows.capture(
      FingerCaptureSettings(demand: FingerDemand(timeout: .seconds(7)), presses: 2))
    guard case .retry(.timedOut, let kept) = await late.conclusion else {
      Issue.record("\(await late.conclusion)")
      return
    }
    #expect(kept.count == 1)
    let error = await #expect(throws: FingerCaptureError.self) { try await late.value() }
    #expect(error?.code == .timedOut)
  }

  @Test func aReaderThatAlwaysHasSomethingToTellDoesNotOutlastTheDeadline() async throws {
    let flood = (0..<100).flatMap { _ -> [PressedFingers.Step] in [.retry(.moved), .wait(.seconds(1))] }
    let operation = try await TestFingers(PressedFingers(flood)).flows.capture(
      FingerCaptureSettings(demand: FingerDemand(timeout: .seconds(5))))
    // At 0 to 5 s.
    #expect(await operation.told().count { $0 == "moved" } == 6)
    #expect(await operation.conclusion.failure(of: .unknown)?.code == .badCaptureFingers)
  }

  @Test func theEndOfARecordingIsARetryAndAnUnreadImageAFailedScan() async throws {
    let operation = try await TestFingers(PressedFingers([.fail(.unreadImage)])).flows.capture()
    #expect(await operation.told() == ["place", "other"])
    #expect(await operation.conclusion.failure(of: .unknown)?.code == .sourceEnded)
  }

  @Test func aRecordingOfUnreadableImagesAloneDoesNotGoOnForEver() async throws {
    let reader = PressedFingers(Array(repeating: .fail(.unreadImage), count: 500))
    let operation = try await TestFingers(reader).flows.capture()
    #expect(await operation.told().count { $0 == "other" } == 100)
    #expect(await operation.conclusion.failure(of: .unknown)?.code == .plugin)
  }

  /// An extractor that fails by itself.
  private struct BrokenTemplates: FingerTemplateMaker {
    let format = DrawnTemplates(type: .isoRecord).format

    func template(of image: FingerImage, site: BodySite, created: Int64) async throws -> Template {
      throw PluginCallError.brokenExtractor
    }
  }

  @Test func anExtractorThatFailsAndAReaderWithoutImagesAreSaidToBeThat() async throws {
    let operation = try await TestFingers(
      PressedFingers([.image(drawnPrint(1))]), maker: BrokenTemplates()
    ).flows.capture(FingerCaptureSettings(templateType: .isoRecord))
    #expect(await operation.conclusion.failure(of: .unknown)?.code == .extraction)
    let error = await #expect(throws: FingerCaptureError.self) {
      try await TestFingers(failing: .imagelessReader).flows.capture()
    }
    #expect(error?.code == .readerNotAvailable)
  }

  @Test func aReaderThatIsUnpluggedEndsIt() async throws {
    let operation = try await TestFingers(PressedFingers([.fail(.goneReader)])).flows.capture()
    #expect(await operation.conclusion.failure(of: .unknown)?.code == .readerNotAvailable)
  }

  @Test func aSecondOperationOnTheReaderIsRefusedAsBusyUntilTheFirstHasEnded() async throws {
    let fingers = TestFingers(PressedFingers([.hang]), PressedFingers([.image(drawnPrint(1))]))
    let first = try await fingers.flows.capture()
    let error = await #expect(throws: FingerCaptureError.self) { try await fingers.flows.capture() }
    #expect(error?.code == .readerBusy)
    await first.cancel()
    #expect(await first.conclusion.failure(of: .unknown)?.code == .cancelled)
    #expect(try await fingers.flows.capture().value().count == 1)
  }

  @Test func cancellingWhoWaitsCancelsAndStoppingKeepsWhatIsThere() async throws {
    let steps: [PressedFingers.Step] = [.image(drawnPrint(1)), .hang]
    let cancelled = try await TestFingers(PressedFingers(steps)).flows.capture(
      FingerCaptureSettings(presses: 2))
    let waiting = Task { () -> FingerCaptureErrorCode? in
      do throws(FingerCaptureError) {
        _ = try await cancelled.value()
        return nil
      } catch {
        return error.code
      }
    }
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
    let stopped = try await TestFingers(PressedFingers(steps)).flows.capture(
      FingerCaptureSettings(presses: 2))
    for await event in stopped.events { if case .progress = event { break } }
    guard case .retry(.stopped, let kept) = await stopped.stop() else {
      Issue.record("\(await stopped.conclusion)")
      return
    }
    #expect(kept.count == 1)
  }

  @Test func aHandTakesItsFingersInTurnAndNoneTwice() async throws {
    let prints: [UInt8] = [1, 2, 2, 3, 4, 5]
    let reader = PressedFingers(prints.map { .image(drawnPrint($0)) })
    let operation = try await TestFingers(reader).flows.capture(
      FingerCaptureSettings(site: .leftHand, templateType: .isoCompactCard), verifier: DrawnVerifier())
    #expect(await operation.told().filter { $0 == "same-finger" }.count == 1)
    let presses = try await operation.value()
    #expect(presses.map(\.site) == [.leftThumb, .leftIndex, .leftMiddle, .leftRing, .leftLittle])
    #expect(presses.compactMap { $0.template?.payload[0] } == [1, 2, 3, 4, 5])
  }

  @Test func aHandOfWhichFingersAreMissingIsABadHand() async throws {
    let operation = try await TestFingers(PressedFingers([.image(drawnPrint(1))])).flows.capture(
      FingerCaptureSettings(site: .unknownHand))
    #expect(await operation.conclusion.failure(of: .unknownHand)?.code == .badCaptureHand)
  }

  @Test func whatTheReaderCallsAnAttackIsNeverTakenAndUnknownWhereLiveIsNotRequired() async throws {
    func code(_ liveness: FingerLiveness, requiresLive: Bool) async throws -> FingerCaptureErrorCode? {
      let reader = PressedFingers([.image(drawnPrint(1, liveness: liveness))])
      let operation = try await TestFingers(reader).flows.capture(
        FingerCaptureSettings(demand: FingerDemand(requiresLive: requiresLive)))
      return await operation.conclusion.failure(of: .unknown)?.code
    }
    #expect(try await code(.attack, requiresLive: false) == .notAlive)
    #expect(try await code(.unknown, requiresLive: false) == nil)
    #expect(try await code(.unknown, requiresLive: true) == .notAlive)
    #expect(try await code(.live, requiresLive: true) == nil)
  }

  @Test func anAttackOfWhichNoTemplateCanBeMadeIsAnAttackAndNoPoorPress() async throws {
    let reader = PressedFingers([.image(drawnPrint(0, liveness: .attack)), .image(drawnPrint(1))])
    let operation = try await TestFingers(reader).flows.capture(
      FingerCaptureSettings(templateType: .isoCompactCard))
    #expect(await operation.told() == ["place"])
    #expect(await operation.conclusion.failure(of: .unknown)?.code == .notAlive)
  }

  @Test(arguments: [
    (FingerCaptureSettings(site: .face), FingerCaptureErrorCode.wrongBiometricLocation),
    (FingerCaptureSettings(presses: 11), .badOptions),
    (FingerCaptureSettings(presses: 2, kept: 3), .badOptions),
    (FingerCaptureSettings(demand: FingerDemand(timeout: .zero)), .badOptions),
    (FingerCaptureSettings(demand: FingerDemand(minimumArea: 101)), .badOptions),
  ])
  func whatCannotBeAskedForIsRefusedBeforeAReaderIsOpened(
    settings: FingerCaptureSettings, code: FingerCaptureErrorCode
  ) async throws {
    let fingers = TestFingers(PressedFingers([]))
    let error = await #expect(throws: FingerCaptureError.self) { try await fingers.flows.capture(settings) }
    #expect(error?.code == code && fingers.askedFor.isEmpty)
  }
}
