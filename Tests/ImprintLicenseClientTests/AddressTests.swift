// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintLicenseClient
import TestSupport
import Testing

/// URLs and configurations, judged before anything is sent.
@Suite struct AddressTests {
  @Test(arguments: [
    ("https://lic.example.com", "https://lic.example.com:443"),
    ("https://lic.example.com:8443/a/b", "https://lic.example.com:8443"),
    ("HTTPS://lic.example.com/", "https://lic.example.com:443"),
    ("https://127.0.0.1:1", "https://127.0.0.1:1"), ("https://[::1]:8443", "https://[::1]:8443"),
  ])
  func placeIsSchemeHostAndPort(url: String, place: String) throws {
    #expect(try Setting().transport(url).place == place)
  }

  @Test(arguments: [
    "", "lic.example.com", "//lic.example.com", "https://", "https:///", "ftp://lic.example.com",
    "file:///etc/passwd", "https://lic.example.com:0x50", "https://lic.example.com:99999",
    "https://lic.example.com/?a=b", "https://lic.example.com/#a", "https://someone:secret@lic.example.com",
    "https://secret@lic.example.com", "https://lic.exämple.com", "https://lic.example.com/a b",
    "https://lic.example.com\r\nX: secret", "https://lic.example.com\0.evil.net", " https://lic.example.com",
    "https://" + String(repeating: "a", count: 4000),
  ])
  func whatIsNoServersURLIsRefused(url: String) throws {
    var setting = try Setting()
    setting.configuration.allowsInsecureHTTP = true
    let error = #expect(throws: LicenseTransportError.self) { try setting.transport(url) }
    #expect(error?.code == .address)
    #expect(error.map { !"\($0)".contains("secret") } == true)
  }

  @Test func plainHTTPNeedsTheOptInAndWarnsEveryTime() throws {
    let log = CollectedLog()
    var setting = try Setting()
    setting.logger = log.logger()
    let error = #expect(throws: LicenseTransportError.self) { try setting.transport("http://localhost:8080") }
    #expect(error?.code == .address)
    #expect(log.lines.isEmpty)
    setting.configuration.allowsInsecureHTTP = true
    _ = try setting.transport("http://localhost:8080")
    _ = try setting.transport("http://localhost:8080")
    #expect(log.lines.map { "\($0.level)" } == ["warning", "warning"])
    _ = try setting.transport("https://localhost:8080")
    #expect(log.lines.count == 2)
  }

  @Test func rootsThatAreNoCertificatesAreRefused() throws {
    let good = try TestIdentity.root().pem
    let broken = good.replacing("\nM", with: "\n!M", maxReplacements: 1)
    for pem in ["", "words", broken, good + broken, try TestIdentity.root().keyPEM] {
      for roots in [TrustedRoots.only(pem: pem), .systemAnd(pem: pem)] {
        var setting = try Setting()
        setting.configuration.trustedRoots = roots
        let error = #expect(throws: LicenseTransportError.self) { try setting.transport("https://localhost") }
        #expect(error?.code == .certificate)
      }
    }
  }

  @Test func userAgentWithALineEndIsRefused() throws {
    var setting = try Setting()
    setting.configuration.userAgent = "kiosk\r\nX-Evil: 1"
    let error = #expect(throws: LicenseTransportError.self) { try setting.transport("https://localhost") }
    #expect(error?.code == .address)
  }
}
