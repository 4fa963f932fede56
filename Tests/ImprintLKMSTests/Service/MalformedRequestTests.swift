// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@testable import ImprintLKMS

struct MalformedRequestTests {
  private func answer(_ lab: Lab, _ body: [UInt8], kind: LicenseEndpoint = .activate) async
    -> LicenseServiceAnswer
  {
    await lab.service.handle(kind, body: body, apiKey: lab.key.secret, remote: "192.0.2.17")
  }

  @Test(arguments: ["", "{", "[]", "null", "{}", "\u{FEFF}{}", #"{"ver":1,"ver":1}"#])
  func whatIsNoRequestIsRefused(text: String) async throws {
    let lab = try await Lab()
    #expect(lab.code(of: await answer(lab, Array(text.utf8))) == .badRequest)
  }

  @Test(arguments: ["ver", "kind", "profile", "product", "nonce", "created", "sdk", "device"])
  func missingMemberIsRefused(name: String) async throws {
    let lab = try await Lab()
    guard case .object(let members) = LicenseRequest.activate(1).wireValue else { return }
    let body = JSONValue.object(members.filter { $0.0 != name })
    #expect(lab.code(of: await answer(lab, Array(body.text.utf8))) == .badRequest)
  }

  @Test func unknownMemberIsRefused() async throws {
    let lab = try await Lab()
    guard case .object(let members) = LicenseRequest.activate(1).wireValue else { return }
    let body = JSONValue.object(members + [("activationLimit", .integer(1_000_000))])
    #expect(lab.code(of: await answer(lab, Array(body.text.utf8))) == .badRequest)
  }

  @Test func kindOfAnotherPathIsRefused() async throws {
    let lab = try await Lab()
    #expect(lab.code(of: await answer(lab, LicenseRequest.activate(1).wireForm, kind: .renew)) == .badRequest)
  }

  @Test func requestBeyondTheSizeIsRefused() async throws {
    let lab = try await Lab()
    let body = [UInt8](repeating: UInt8(ascii: " "), count: 65_537)
    #expect(lab.code(of: await answer(lab, body)) == .tooLarge)
  }

  @Test func moreUsersThanPeopleThereAreIsRefused() async throws {
    let lab = try await Lab()
    #expect(lab.code(of: await lab.ask(.activate(1, users: .max))) == .badRequest)
    #expect(lab.code(of: await lab.ask(.activate(1, users: -1))) == .badRequest)
  }

  @Test func mutatedRequestsNeverFailTheServer() async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    let document = try await lab.license(in: lab.ask(.activate(1))).document
    let seeds: [(LicenseEndpoint, [UInt8])] = [
      (.activate, LicenseRequest.activate(2, users: 3).wireForm),
      (.renew, LicenseRequest.renew(document, device: 1).wireForm),
      (.deactivate, LicenseRequest.deactivate(document, device: 1).wireForm),
    ]
    var generator = SplitMix(state: 7)
    for round in 0..<1500 {
      let (kind, seed) = seeds[round % seeds.count]
      let answer = await answer(lab, generator.mutated(seed), kind: kind)
      #expect(answer.status < 500, "round \(round)")
    }
    try await lab.database.check()
  }
}

/// Numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &self)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: .min ... .max, using: &self), at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      }
    }
    return bytes
  }
}
