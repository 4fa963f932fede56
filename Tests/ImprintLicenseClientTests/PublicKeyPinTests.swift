// SPDX-License-Identifier: Apache-2.0
import ImprintLicenseClient
import ImprintModel
import Testing

/// Pins as text, and made of certificates.
@Suite struct PublicKeyPinTests {
  /// The seed's own example.
  private static let text = "VnaVguILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO+dbVw="

  @Test func pinReadsWithAndWithoutItsPrefix() throws {
    let pin = try PublicKeyPin(Self.text)
    #expect(pin.digest.count == 32)
    #expect(pin.digest.prefix(3) == [0x56, 0x76, 0x95] && pin.digest.last == 0x5C)
    #expect(try PublicKeyPin("sha256/\(Self.text)") == pin)
    #expect(pin.description == "sha256/\(Self.text)")
  }

  @Test(arguments: 0..<32)
  func everyDigestIsItsTextAgain(shift: Int) throws {
    let pin = try PublicKeyPin(digest: (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 &+ shift * 11) })
    #expect(try PublicKeyPin(pin.description) == pin)
  }

  @Test(arguments: [
    "", "sha256/", "sha1/VnaVguILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO+dbVw=", "SHA256/",
    "VnaVguILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO+dbVw", "VnaVguILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO+dbVw==",
    "VnaVguILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO-dbVw=", " VnaVguILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO+dbVw=",
    "VnaVguILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO+dbVx=", "VnaV=uILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO+dbVw=",
    "VnaVguILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO+dbV\u{1B}=", "AAAA",
  ])
  func whatIsNoDigestIsRefused(text: String) throws {
    let error = #expect(throws: PublicKeyPinError.self) { try PublicKeyPin(text) }
    #expect(error?.code == .pin)
    #expect(error?.description.contains("\u{1B}") == false)
  }

  @Test func digestOfAnotherLengthIsRefused() {
    let error = #expect(throws: PublicKeyPinError.self) {
      try PublicKeyPin(digest: [UInt8](repeating: 1, count: 20))
    }
    #expect(error?.code == .pin)
  }

  @Test(arguments: TestIdentity.Key.allCases)
  func certificateGivesThePinOfItsKey(key: TestIdentity.Key) throws {
    let identity = try TestIdentity.root(key: key)
    #expect(try PublicKeyPin(ofCertificate: identity.der) == identity.pin)
    #expect(try PublicKeyPin(ofCertificate: Array(("words\n" + identity.pem).utf8)) == identity.pin)
  }

  @Test func whatIsNoCertificateGivesNoPin() throws {
    let identity = try TestIdentity.root()
    let der = try identity.der
    let pieces = [0, 1, der.count / 2, der.count - 1].map { Array(der.prefix($0)) }
    for bytes in pieces + [der + [0], Array(try identity.keyPEM.utf8), Array("words".utf8), [0x30]] {
      let error = #expect(throws: PublicKeyPinError.self) { try PublicKeyPin(ofCertificate: bytes) }
      #expect(error?.code == .certificate)
    }
  }
}
