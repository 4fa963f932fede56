// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseClient
import Logging
import TestSupport

@testable import ImprintLKMS

/// Devices that ask for their activation at the same time, each with a nonce that stays its own, over TLS and
/// with the server's pins.
struct DeviceFleet {
  /// What a device was answered: which activation it is, and which licence it got.
  struct Answer: Hashable, Sendable {
    let activation: String
    let license: String
  }

  /// How many ask at a time.
  static let width = 12

  let key: APIKey
  private let root: String
  private let verifier: LicenseVerifier

  /// - Parameter home: where the server gives its clients what they need.
  init(home: ProgramHome, key: String) throws {
    self.key = APIKey(key)
    root = try String(contentsOfFile: home.path + "/client/tls-ca.pem", encoding: .utf8)
    let anchor = try String(contentsOfFile: home.path + "/client/trust-anchor.pem", encoding: .utf8)
    verifier = LicenseVerifier(trustAnchors: [try TrustAnchor(pem: anchor)])
  }

  /// Asks for each device once.
  ///
  /// - Parameter onAnswer: called with the number of answers so far, in order, as soon as each is there.
  /// - Returns: The answers by device; who got none is not in it.
  func activate(
    _ devices: Range<Int>, at server: ServingProgram,
    onAnswer: @escaping @Sendable (_ count: Int) -> Void = { _ in }
  ) async throws -> [Int: Answer] {
    let transport = try transport(to: server)
    let round = FleetRound(devices, onAnswer: onAnswer)
    return try await withThrowingTaskGroup(of: [Int: Answer].self) { group in
      for _ in 0..<Self.width {
        group.addTask {
          var answers: [Int: Answer] = [:]
          while let device = round.next() {
            guard let document = try await document(for: device, over: transport) else { continue }
            // Before it is looked at: what is killed next has just answered.
            round.noteAnswer()
            answers[device] = try await judge(document)
          }
          return answers
        }
      }
      return try await group.reduce(into: [:]) { $0.merge($1) { $1 } }
    }
  }

  /// `nil` where no answer comes; any answer but a licence fails the test.
  private func document(for device: Int, over transport: HTTPSLicenseTransport) async throws -> String? {
    let request = LicenseRequest.activate(device, nonce: device)
    let message = LicenseServerMessage(endpoint: .activate, body: request.wireForm, apiKey: key)
    let answer: LicenseServerAnswer
    do throws(LicenseTransportError) {
      answer = try await transport.send(message)
    } catch {
      return nil
    }
    let text = String(decoding: answer.body, as: UTF8.self)
    guard answer.status == 200,
      let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any],
      let document = object["license"] as? String
    else { throw Unexpected(answer: "\(answer.status) \(text)") }
    return document
  }

  private func judge(_ document: String) async throws -> Answer {
    // The program issues by the machine's clock, so that is what it is judged by.
    let verdict = await verifier.verify(document, at: LicenseDatabase.systemClock()).verdict
    guard case .accepted(let license) = verdict else { throw Unexpected(answer: "\(verdict)") }
    return Answer(activation: license.claims.activation, license: license.claims.id)
  }

  private func transport(to server: ServingProgram) throws -> HTTPSLicenseTransport {
    var configuration = HTTPSLicenseTransport.Configuration()
    configuration.trustedRoots = .only(pem: root)
    configuration.pins = [
      try PinnedHost(host: "localhost", pins: server.pins.map { (text) throws in try PublicKeyPin(text) })
    ]
    configuration.proxy = .none
    // A device that is not answered is asked for again by the test.
    configuration.retries.tries = 1
    return try HTTPSLicenseTransport(
      serverURL: server.url, configuration: configuration,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }
}
