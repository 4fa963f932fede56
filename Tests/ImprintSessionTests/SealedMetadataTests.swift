// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import ImprintModel
import Testing

@testable import ImprintSession

@Suite struct SealedMetadataTests {
  private static let content = Array("a session".utf8)

  /// The examples of docs/reference/metadata.md.
  private struct Example {
    let privateKey: MetadataPrivateKey
    let publicKey: MetadataPublicKey
    let envelope: [UInt8]
  }

  private static func examples() throws -> [Example] {
    let page = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "../../docs/reference/metadata.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var blocks = text.components(separatedBy: "```text\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }[...]
    var examples: [Example] = []
    while let keys = blocks.popFirst(), let digits = blocks.popFirst() {
      let publicKey = try #require(keys.range(of: "-----BEGIN PUBLIC"))
      examples.append(
        Example(
          privateKey: try MetadataPrivateKey(pem: keys),
          publicKey: try MetadataPublicKey(pem: String(keys[publicKey.lowerBound...])),
          envelope: try bytes(hex: digits.filter { !$0.isNewline })))
    }
    return examples
  }

  private static func bytes(hex: String) throws -> [UInt8] {
    let digits = try hex.map { try #require($0.hexDigitValue) }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  private func code(_ envelope: [UInt8], _ key: MetadataPrivateKey) -> MetadataErrorCode? {
    do throws(MetadataError) {
      _ = try SealedMetadata.open(envelope, with: key)
      return nil
    } catch {
      return error.code
    }
  }

  // MARK: What it is compared with

  /// RFC 9180's test vectors of both suites, mode base, the first two messages.
  @Test func theCipherSuitesAreThoseOfTheStandard() throws {
    let info = Data(try Self.bytes(hex: "4f6465206f6e2061204772656369616e2055726e"))
    let plain = Data(try Self.bytes(hex: "4265617574792069732074727574682c20747275746820626561757479"))
    let p256 = try HPKE.Recipient(
      privateKey: P256.KeyAgreement.PrivateKey(
        rawRepresentation: Self.bytes(hex: "317f915db7bc629c48fe765587897e01e282d3e8445f79f27f65d031a88082b2")
      ),
      ciphersuite: MetadataSuite.p256.algorithms, info: info,
      encapsulatedKey: Data(
        Self.bytes(
          hex: "04c06b4f6bebc7bb495cb797ab753f911aff80aefb86fd8b6fcc35525f3ab5f03e"
            + "0b21bd31a86c6048af3cb2d98e0d3bf01da5cc4c39ff5370d331a4f1f7d5a4e0")))
    let x25519 = try HPKE.Recipient(
      privateKey: Curve25519.KeyAgreement.PrivateKey(
        rawRepresentation: Self.bytes(hex: "8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb")
      ),
      ciphersuite: MetadataSuite.x25519.algorithms, info: info,
      encapsulatedKey: Data(
        Self.bytes(hex: "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a")))
    let messages = [
      (
        p256,
        [
          "58c61a45059d0c5704560e9d88b564a8b63f1364b8d1fcb3c4c6ddc1d291742465e902cd216f8908da49f8f96f",
          "b4e7c90d1dd62cb563694956eb517ab55d5e7d1f6366a0066c04ababaa444dbaf60a30d7bb7d3e91b969762dee",
        ]
      ),
      (
        x25519,
        [
          "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28",
          "6b53c051e4199c518de79594e1c4ab18b96f081549d45ce015be002090bb119e85285337cc95ba5f59992dc98c",
        ]
      ),
    ]
    for (start, sealed) in messages {
      var recipient = start
      for (number, text) in sealed.enumerated() {
        let opened = try recipient.open(
          Data(try Self.bytes(hex: text)), authenticating: Data("Count-\(number)".utf8))
        #expect(opened == plain)
      }
    }
  }

  /// Made by another implementation, as docs/reference/metadata.md says.
  @Test func thePagesExamplesOpen() throws {
    let examples = try Self.examples()
    #expect(examples.map(\.publicKey.suite) == [.p256, .x25519])
    for example in examples {
      #expect(example.privateKey.publicKey == example.publicKey)
      #expect(try SealedMetadata.open(example.envelope, with: example.privateKey) == Self.content)
      let header = try SealedMetadata.header(of: example.envelope)
      #expect(header.suite == example.publicKey.suite && header.keyID == example.publicKey.id)
      #expect(header.count == Self.content.count)
    }
  }

  // MARK: Opening

  @Test(arguments: MetadataSuite.allCases) func whatIsSealedOpens(suite: MetadataSuite) throws {
    let key = MetadataPrivateKey.generate(suite)
    let session = try session()
    for content in [[], [7], session] {
      let envelope = try SealedMetadata.seal(content, to: key.publicKey)
      #expect(envelope.count == content.count + 48 + suite.encapsulatedBytes)
      #expect(try SealedMetadata.open(envelope, with: key) == content)
      // Nothing of it is to be seen, and never the same twice.
      #expect(content.count < 8 || envelope.firstRange(of: content.prefix(8)) == nil)
      #expect(try SealedMetadata.seal(content, to: key.publicKey) != envelope)
    }
  }

  @Test func everyChangedByteIsSeen() throws {
    for example in try Self.examples() {
      for place in example.envelope.indices {
        for mask: UInt8 in [1, 0x80, 0xFF] {
          var changed = example.envelope
          changed[place] ^= mask
          let code = code(changed, example.privateKey)
          switch place {
          case ..<8: #expect(code == .notMetadata)
          case 8..<10: #expect(code == .newer || code == .damaged)
          case 10..<16: #expect(code == .suite)
          case 16..<24: #expect(code == .otherKey)
          case 24..<32: #expect(code == .damaged || code == .tooLarge)
          default: #expect(code == .doesNotOpen, "\(place)")
          }
        }
      }
    }
  }

  /// Bad points, bad tags and another key with the same id are answered alike.
  @Test func whyItDoesNotOpenIsNotTold() throws {
    for example in try Self.examples() {
      var answers: Set<MetadataError> = []
      func open(_ envelope: [UInt8]) {
        do throws(MetadataError) { _ = try SealedMetadata.open(envelope, with: example.privateKey) } catch {
          answers.insert(error)
        }
      }
      for place in 32..<example.envelope.count {
        var changed = example.envelope
        changed[place] ^= 1
        open(changed)
      }
      // The point at infinity's neighbours: none that a key can be agreed with.
      var point = example.envelope
      for place in 32..<32 + example.publicKey.suite.encapsulatedBytes { point[place] = 0 }
      open(point)
      var other = try SealedMetadata.seal(Self.content, to: .generated(example.publicKey.suite))
      other.replaceSubrange(16..<24, with: example.publicKey.id)
      open(other)
      #expect(answers.count == 1 && answers.first?.code == .doesNotOpen)
    }
  }

  @Test func everyCutAndWhateverFollowsIsSeen() throws {
    for example in try Self.examples() {
      for length in example.envelope.indices {
        #expect(
          code(Array(example.envelope[..<length]), example.privateKey)
            == (length < 8 ? .notMetadata : .damaged), "\(length)")
      }
      #expect(code(example.envelope + [0], example.privateKey) == .damaged)
    }
  }

  @Test func anotherKeySaysSo() throws {
    let examples = try Self.examples()
    #expect(code(examples[0].envelope, .generate(.p256)) == .otherKey)
    #expect(code(examples[0].envelope, examples[1].privateKey) == .otherKey)
    #expect(code(examples[1].envelope, examples[0].privateKey) == .otherKey)
  }

  @Test func otherAlgorithmsSaySo() throws {
    let example = try #require(try Self.examples().first)
    // The other cipher of the same key; a post-quantum encapsulation.
    for (place, number) in [(14, UInt8(3)), (14, 1), (12, 3), (10, 0x20), (10, 0x11)] {
      var changed = example.envelope
      changed[place] = number
      #expect(code(changed, example.privateKey) == .suite)
    }
  }

  @Test func moreThanTheLimitIsRefused() throws {
    let example = try #require(try Self.examples().first)
    let content = [UInt8](repeating: 0, count: SealedMetadata.maximumBytes + 1)
    #expect(throws: MetadataError.self) { try SealedMetadata.seal(content, to: example.publicKey) }
    // A length alone reserves nothing.
    var changed = example.envelope
    changed.replaceSubrange(28..<32, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(code(changed, example.privateKey) == .tooLarge)
  }

  // MARK: Keys

  @Test(arguments: MetadataSuite.allCases) func keysAreReadAsTheyWereWritten(suite: MetadataSuite) throws {
    let key = MetadataPrivateKey.generate(suite)
    #expect(try MetadataPrivateKey(pem: key.pem).pem == key.pem)
    #expect(try MetadataPublicKey(pem: key.publicKey.pem) == key.publicKey)
    #expect(key.publicKey.bytes.count == (suite == .p256 ? 91 : 44) && key.publicKey.id.count == 8)
    #expect("\(key)" == "MetadataPrivateKey(\(suite.rawValue), <redacted>)")
    #expect(!"\(String(reflecting: key))".contains("Key."))
  }

  /// The page's key as OpenSSL writes it in SEC 1, with and without the curve before it, and line ends of
  /// Windows.
  @Test func aKeyInSEC1IsTheSameKey() throws {
    let key = """
      -----BEGIN EC PRIVATE KEY-----
      MHcCAQEEICB1GTOoJxiKTX0I9JgxVOyJj1Brc8Ag6a6C1TbFRYssoAoGCCqGSM49
      AwEHoUQDQgAEATpjYDDk3LmqoyRoZWP/pVDnxzLruVuA1rc8S2YU5tS2cobVkGE3
      qzp43J7LGI5d9GX6+yG/ff4BpNJ9SWTDyg==
      -----END EC PRIVATE KEY-----

      """
    let curve = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
    let example = try #require(try Self.examples().first)
    for text in [key, curve + key, key.replacing("\n", with: "\r\n"), "text before\n" + key] {
      #expect(try MetadataPrivateKey(pem: text).publicKey == example.publicKey)
    }
  }

  /// Keys of the curves secp256k1, P-384 and Ed25519, an encrypted one, and no keys.
  @Test(arguments: [
    "", "hello", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\n%%%%\n-----END PRIVATE KEY-----",
    """
    -----BEGIN EC PRIVATE KEY-----
    MHQCAQEEIDuT2W16V8w59zjczY6MR8psUJyK3B3TpmNBSE3+v8g3oAcGBSuBBAAK
    oUQDQgAEtkdsn0rD8aAUW7tlp3/ZNygAupbNCM2Z5r36uX6Wj5IFe0Y5GxbfKStJ
    oPTkPa95mkgK3r1pLgd6lhiOKP2RPA==
    -----END EC PRIVATE KEY-----
    """,
    """
    -----BEGIN PRIVATE KEY-----
    MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgO5PZbXpXzDn3ONzNjoxH
    ymxQnIrcHdOmY0FITf6/yDehRANCAAS2R2yfSsPxoBRbu2Wnf9k3KAC6ls0IzZnm
    vfq5fpaPkgV7RjkbFt8pK0mg9OQ9r3maSArevWkuB3qWGI4o/ZE8
    -----END PRIVATE KEY-----
    """,
    """
    -----BEGIN EC PRIVATE KEY-----
    MIGkAgEBBDB9elMRoKkwL4TY+FzqE6fdd57GOivIZqaKjRMHVEBVw/uQaFq2WSGr
    HKN45mjLYEOgBwYFK4EEACKhZANiAATCo5NDuuBjYJTwrMhBuS6sTNi1s6PoMcKR
    EJomdL7KBvcMWxlEYHcXexyo2y3uQT/ePR2tKwqW6XTPhAY8PUb394UHUnFLMWEU
    TyhZ9UEqPR0uALCsYyiT4B0cCanh2kA=
    -----END EC PRIVATE KEY-----
    """,
    """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIFmowaQBKc61XKL9KJj2MVf+V1+QqhoC5+eZ8f/5iajq
    -----END PRIVATE KEY-----
    """,
    """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHrMFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAgmneUgJIbrLQIBATAM
    BggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQLPkylKTJ1R+b6UHYLCcdywSBkIxo
    -----END ENCRYPTED PRIVATE KEY-----
    """,
  ]) func anyOtherPrivateKeyIsRefused(pem: String) {
    do throws(MetadataError) {
      _ = try MetadataPrivateKey(pem: pem)
      Issue.record("read")
    } catch {
      #expect(error.code == .key)
    }
  }

  /// Of secp256k1, P-384 and Ed25519; a compressed point; one byte more; a private key.
  @Test(arguments: [
    "",
    """
    -----BEGIN PUBLIC KEY-----
    MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEtkdsn0rD8aAUW7tlp3/ZNygAupbNCM2Z
    5r36uX6Wj5IFe0Y5GxbfKStJoPTkPa95mkgK3r1pLgd6lhiOKP2RPA==
    -----END PUBLIC KEY-----
    """,
    """
    -----BEGIN PUBLIC KEY-----
    MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEwqOTQ7rgY2CU8KzIQbkurEzYtbOj6DHC
    kRCaJnS+ygb3DFsZRGB3F3scqNst7kE/3j0drSsKlul0z4QGPD1G9/eFB1JxSzFh
    FE8oWfVBKj0dLgCwrGMok+AdHAmp4dpA
    -----END PUBLIC KEY-----
    """,
    """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEAuwuy/8pZYRMZ8nBIgPa59fpiz83kNnetqTiH8MQWlZo=
    -----END PUBLIC KEY-----
    """,
    """
    -----BEGIN PUBLIC KEY-----
    MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACATpjYDDk3LmqoyRoZWP/pVDnxzLr
    uVuA1rc8S2YU5tQ=
    -----END PUBLIC KEY-----
    """,
    """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VuAyEAxTiZm5XIrkDCLO/FZkJ5DIvH1RsKMna3LGp5fFxUu2MA
    -----END PUBLIC KEY-----
    """,
    MetadataPrivateKey.generate().pem,
  ]) func anyOtherPublicKeyIsRefused(pem: String) {
    do throws(MetadataError) {
      _ = try MetadataPublicKey(pem: pem)
      Issue.record("read")
    } catch {
      #expect(error.code == .key)
    }
  }
}

extension MetadataPublicKey {
  fileprivate static func generated(_ suite: MetadataSuite) -> MetadataPublicKey {
    MetadataPrivateKey.generate(suite).publicKey
  }
}
