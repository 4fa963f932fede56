// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintFinger
import ImprintFingerCard
import ImprintVirtualCard
import TestSupport
import Testing

/// A card in software, reached without a reader.
private struct SoftwareCard: CardTransmitting {
  let card: VirtualCard
  var transmission: CardProtocol { .t1 }

  func transmit(_ command: [UInt8]) async throws(CardError) -> [UInt8] { card.respond(to: command) }
}

/// Pressed fingers, made into templates by the bundled extractor, on a card.
@Suite(.enabled(if: BuiltProducts.stage != nil, "needs a stage: scripts/stage --configuration debug"))
struct FingerCardTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func system() throws -> BiometricSystem {
    let stage = try #require(BuiltProducts.stage)
    return try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage.path, origin: .explicit)]),
        variant: "finger", trust: .off, entitlements: EverythingGranted(), quarantine: nil,
        isolation: .inProcess, logger: CollectedLog().logger()))
  }

  private func demand(_ finger: Int) throws -> FingerDemand {
    FingerDemand(
      reader: FingerReaderOptions(locator: try DrawnFinger.script(finger, in: home), pace: .full))
  }

  private func edge(
    _ card: VirtualCard, of type: FingerTemplateType = .isoCompactCard
  ) async throws -> ISOFingerCardEdge {
    try await FingerCard.read(from: CardChannel(over: SoftwareCard(card: card))).edge(of: type)
  }

  @Test(arguments: [FingerTemplateType.isoCompactCard, .isoRecord])
  func aPressedFingerIsEnrolledOnTheCardAndAnotherUsesUpItsAttempts(type: FingerTemplateType) async throws {
    let flows = try system().fingers.flows
    var description = VirtualCard.Description()
    description.fingers = [VirtualCard.Finger(site: .rightIndex, threshold: 8, store: .always)]
    let edge = try await edge(VirtualCard(description), of: type)
    let enrolled = try await flows.enroll(
      FingerEnrollmentSettings(site: .rightIndex, demand: demand(1), kept: 1, templateType: type)
    ).value()
    try await edge.store(try #require(enrolled.templates.first).payload)
    let verifier = CardFingerVerifier(edge)
    func verify(_ finger: Int, attempts: Int) async throws -> FingerOperation<FingerVerification> {
      try await flows.verify(
        FingerVerificationSettings(demand: demand(finger), attempts: attempts, templateType: type),
        references: [], verifier: verifier)
    }
    #expect(try await verify(1, attempts: 1).value().isVerified)
    // The card's last attempt ends the verification, though more presses were allowed.
    let other = try await verify(4, attempts: 10).value()
    #expect(!other.isVerified && other.presses == 3 && other.match.attemptsLeft == 0)
    let blocked = try await verify(1, attempts: 1).conclusion.failure(of: .unknown)
    #expect(blocked?.code == .comparison && blocked?.place == "card")
  }

  @Test func theCardDecidesAsTheBundledMatcherDoes() async throws {
    let system = try system()
    let finger = VirtualCard.Finger(tries: 15, store: .always)
    let demand = CompactCard.Demand(minutiae: finger.minutiae, order: finger.order)
    var templates: [Template] = []
    for number in [1, 4] {
      let captured = try await system.fingers.flows.capture(
        FingerCaptureSettings(demand: self.demand(number), presses: 3, templateType: .isoCompactCard)
      ).value()
      for template in captured.compactMap(\.template) {
        let cut = try CompactCard(templatePayload: template.payload).cut(to: demand)
        templates.append(
          try #require(
            Template(
              format: template.format, modality: .finger, site: .unknown, quality: nil, created: 1,
              payload: cut.templatePayload)))
      }
    }
    try #require(templates.count == 6)
    let matcher = try await system.fingers.matcher(format: FingerTemplateType.isoCompactCard.rawValue)
    for (index, probe) in templates.enumerated() {
      let reference = templates[index < 3 ? 0 : 1]
      let similarity = try await matcher.withoutBlocking {
        try $0.compareBlocking(probe, with: reference).similarity
      }
      for (threshold, isTaken) in [(similarity.rounded(.up) - 1, true), (similarity.rounded(.up), false)] {
        var strict = finger
        strict.threshold = Int(threshold)
        var description = VirtualCard.Description()
        description.fingers = [strict]
        let edge = try await edge(VirtualCard(description))
        try await edge.store(reference.payload)
        #expect(
          try await edge.verify(probe.payload) == (isTaken ? .matches : .refused(attemptsLeft: 14)),
          "\(index): \(similarity)")
      }
    }
  }

  // MARK: At the command line

  @Test(arguments: [["info"], ["remove"], ["store", "finger"], ["verify", "--file", "finger"]])
  func withoutAPluginForReadersItSaysSo(arguments: [String]) throws {
    // The mark of a record is enough to be taken for one.
    try home.write("FMR", to: "finger")
    let run = try CommandRun.sdkctl(["card", "bio"] + arguments + ["--json"], home: home)
    #expect(run.exitCode == 1)
    let error = try #require(try run.json["error"] as? [String: Any])
    #expect(error["code"] as? String == "not-provided", "\(run.output)\(run.errors)")
  }

  @Test(arguments: [
    ["info", "--application", "xyz"], ["remove", "--reference", "256"], ["remove", "--pin-reference", "0"],
    ["verify", "--attempts", "11"], ["verify", "--file", "a", "--finger-reader", "b"],
    ["verify", "--template-type", "imprint.finger-edges"], ["enroll", "--presses", "2"],
    ["verify", "--pace", "full"],
  ])
  func whatCannotBeMeantIsWrongUsage(arguments: [String]) throws {
    let run = try CommandRun.sdkctl(["card", "bio"] + arguments, home: home)
    #expect(run.exitCode == 64, "\(run.output)\(run.errors)")
  }
}
