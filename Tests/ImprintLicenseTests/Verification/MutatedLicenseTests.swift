// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import Testing

/// More than 10,000 licences that were changed somewhere: none is accepted, and none ends the process.
@Suite struct MutatedLicenseTests {
  private static let each = 1_500

  private let verifier: LicenseVerifier
  private let first: [UInt8]
  private let second: [UInt8]

  init() throws {
    let samples = try LicenseSamples()
    let other = try LicenseSamples(.edDSA)
    verifier = LicenseVerifier(trustAnchors: [
      try TrustAnchor(der: samples.authority.rootCertificate),
      try TrustAnchor(der: other.authority.rootCertificate),
    ])
    first = Array(try samples.issuer.issue(LicenseSamples.claims).utf8)
    second = Array(try other.issuer.issue(LicenseSamples.claims { $0.profile = "everything" }).utf8)
  }

  /// - Parameter mutate: a changed document; the same document does not count.
  private func judgeAll(_ seed: UInt64, _ mutate: (inout SplitMix) -> [UInt8]) async {
    var random = SplitMix(state: seed)
    var round = 0
    while round < Self.each {
      let document = mutate(&random)
      guard document != first, document != second else { continue }
      round += 1
      let verdict = await verifier.verify(document, at: LicenseSamples.now).verdict
      guard let codes = verdict.codes, !codes.isEmpty else {
        Issue.record(
          "round \(round) of seed \(seed) was not refused: \(String(decoding: document, as: UTF8.self))")
        return
      }
    }
  }

  private func parts(_ document: [UInt8]) -> [[UInt8]] {
    document.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
  }

  private func decoded(_ part: [UInt8]) -> [UInt8] { Base64.url.bytes(of: part) ?? [] }

  private func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.joined(separator: [UInt8(ascii: ".")])) }

  private func joined(decoded parts: [[UInt8]]) -> [UInt8] {
    joined(parts.map { Array(Base64.url.text(of: $0).utf8) })
  }

  @Test func bothAreAcceptedUnchanged() async {
    for document in [first, second] {
      #expect(await verifier.verify(document, at: LicenseSamples.now).verdict.isAccepted)
    }
  }

  @Test func flippedBitsAreRefused() async {
    await judgeAll(1) { random in
      var document = random.next() % 2 == 0 ? first : second
      for _ in 0...(random.next() % 3) {
        document[random.below(document.count)] ^= 1 << UInt8(random.below(8))
      }
      return document
    }
  }

  @Test func cutsAndInsertionsAreRefused() async {
    await judgeAll(2) { random in
      var document = random.next() % 2 == 0 ? first : second
      let start = random.below(document.count)
      switch random.next() % 3 {
      case 0: document.removeSubrange(start...)
      case 1: document.removeSubrange(start..<min(document.count, start + 1 + random.below(40)))
      default: document.insert(contentsOf: document[..<(1 + random.below(40))], at: start)
      }
      return document
    }
  }

  @Test func splicesOfTwoAreRefused() async {
    let parts = [self.parts(first), self.parts(second)]
    await judgeAll(3) { random in
      if random.next() % 4 == 0 {
        return joined((0..<3).map { parts[random.below(2)][$0] })
      }
      let cut = random.below(min(first.count, second.count))
      let isFirst = random.next() % 2 == 0
      let head = isFirst ? first[..<cut] : second[..<cut]
      return Array(head) + Array((isFirst ? second : first)[cut...])
    }
  }

  @Test func changedBytesWithinThePartsAreRefused() async {
    await judgeAll(4) { random in
      var parts = self.parts(random.next() % 2 == 0 ? first : second).map(decoded)
      let part = random.below(3)
      parts[part][random.below(parts[part].count)] = UInt8(truncatingIfNeeded: random.next())
      return joined(decoded: parts)
    }
  }

  @Test func otherBase64OfTheSameBytesIsRefused() async {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=\n ".utf8)
    await judgeAll(5) { random in
      var parts = self.parts(random.next() % 2 == 0 ? first : second)
      let part = random.below(3)
      switch random.next() % 3 {
      case 0: parts[part][parts[part].count - 1] = alphabet[random.below(alphabet.count)]
      case 1: parts[part].append(alphabet[64 + random.below(alphabet.count - 64)])
      default:
        parts[part].insert(
          alphabet[64 + random.below(alphabet.count - 64)], at: random.below(parts[part].count))
      }
      return joined(parts)
    }
  }

  @Test func changedMembersAreRefused() async throws {
    let parts = self.parts(first).map(decoded)
    let json = try parts.dropLast().map { try JSONValue(parsing: $0) }
    await judgeAll(6) { random in
      var changed = parts
      let part = random.below(2)
      changed[part] = Array(mutated(json[part], &random).text.utf8)
      return joined(decoded: changed)
    }
  }

  @Test func changedCertificatesAreRefused() async throws {
    let parts = self.parts(first).map(decoded)
    let chains = try [first, second].map { document in
      guard case .object(let members) = try JSONValue(parsing: decoded(self.parts(document)[0])),
        case .array(let items)? = members.first(where: { $0.0 == "x5c" })?.1
      else { return [[UInt8]]() }
      return items.map {
        if case .string(let text) = $0 { Base64.standard.bytes(of: Array(text.utf8)) ?? [] } else { [] }
      }
    }
    #expect(chains.map(\.count) == [1, 1])
    await judgeAll(7) { random in
      var chain = (0...random.below(5)).map { _ in chains[random.below(2)][0] }
      let index = random.below(chain.count)
      if random.next() % 4 != 0 {
        chain[index][random.below(chain[index].count)] = UInt8(truncatingIfNeeded: random.next())
      } else {
        chain[index].removeLast(random.below(chain[index].count))
      }
      let header = Forge.header(alg: random.next() % 2 == 0 ? "ES256" : "EdDSA", chain: chain)
      return joined(decoded: [Array(header.text.utf8), parts[1], parts[2]])
    }
  }

  /// One member removed, repeated, renamed, or given another value.
  private func mutated(_ json: JSONValue, _ random: inout SplitMix) -> JSONValue {
    guard case .object(var members) = json, !members.isEmpty else { return .null }
    let index = random.below(members.count)
    switch random.next() % 5 {
    case 0: members.remove(at: index)
    case 1: members.append(members[index])
    case 2: members[index].0 += "x"
    case 3: members.swapAt(index, (index + 1) % members.count)
    default:
      let values: [JSONValue] = [
        .null, .integer(0), .integer(.max), .bool(true), .string(""), .array([]), .number(-0.5),
      ]
      members[index].1 = values[random.below(values.count)]
    }
    return .object(members)
  }
}

/// A generator with a state that tests set: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
/// Generators".
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
