// SPDX-License-Identifier: Apache-2.0
import ImprintLicenseClient
import Testing

/// Which pins count for which host, and till when.
@Suite struct PinnedHostTests {
  private static let now: Int64 = 1_790_000_000
  private let one: PublicKeyPin
  private let two: PublicKeyPin

  init() throws {
    one = try PublicKeyPin(digest: [UInt8](repeating: 1, count: 32))
    two = try PublicKeyPin(digest: [UInt8](repeating: 2, count: 32))
  }

  @Test(arguments: ["lic.example.com", "LIC.Example.COM", "lic.example.com.", "Lic.example.com."])
  func caseAndTheDotAtTheEndDoNotMatter(host: String) throws {
    let pins: PublicKeyPins = [try PinnedHost(host: host, pins: [one])]
    #expect(pins.pins(of: "lic.example.com", at: Self.now) == [one])
    #expect(pins.pins(of: "LIC.example.com.", at: Self.now) == [one])
  }

  @Test(arguments: ["example.com", "a.lic.example.com", "xlic.example.com", "lic.example.com.evil.net", ""])
  func onlyTheExactHostIsPinned(other: String) throws {
    let pins: PublicKeyPins = [try PinnedHost(host: "lic.example.com", pins: [one])]
    #expect(pins.pins(of: other, at: Self.now).isEmpty)
  }

  @Test func setsCountTillTheyExpire() throws {
    let pins: PublicKeyPins = [
      try PinnedHost(host: "a.test", pins: [one], expires: Self.now),
      try PinnedHost(host: "a.test", pins: [two], expires: Self.now + 1),
    ]
    #expect(pins.pins(of: "a.test", at: Self.now - 1) == [one, two])
    #expect(pins.pins(of: "a.test", at: Self.now) == [two])
    #expect(pins.pins(of: "a.test", at: Self.now + 1).isEmpty)
  }

  @Test func emptySetPinsNothing() throws {
    let empty = try PinnedHost(host: "a.test", pins: [])
    #expect(PublicKeyPins([empty]).pins(of: "a.test", at: Self.now).isEmpty)
    let both: PublicKeyPins = [empty, try PinnedHost(host: "a.test", pins: [one])]
    #expect(both.pins(of: "a.test", at: Self.now) == [one])
  }

  @Test(arguments: [
    "", ".", "*.example.com", "*", "https://example.com", "example.com:443", "example.com/a", "a..b", ".a",
    "a b", "exämple.com", "a\n.com", "a.com..", String(repeating: "a", count: 64),
    String(repeating: "abcdefg.", count: 40),
  ])
  func whatIsNoExactNameIsRefused(host: String) {
    let error = #expect(throws: PublicKeyPinError.self) { try PinnedHost(host: host, pins: [one]) }
    #expect(error?.code == .host)
  }

  @Test(arguments: ["127.0.0.1", "::1", "[::1]", "xn--exmple-cua.com", "localhost"])
  func addressesAndASCIIFormsAreHosts(host: String) throws {
    let pins: PublicKeyPins = [try PinnedHost(host: host, pins: [one])]
    #expect(pins.pins(of: host, at: Self.now) == [one])
  }
}
