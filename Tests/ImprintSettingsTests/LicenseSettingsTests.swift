// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintSettings

@Suite struct LicenseSettingsTests {
  private static let key = "sha256/VnaVguILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO+dbVw="
  private let good = """
    schema: "1.0"
    profile: kiosk
    trustAnchors: anchor.pem
    server: https://licenses.example.com:8443
    apiKeyFile: api.key
    pins:
      - host: licenses.example.com
        keys: ["\(key)"]
        expires: "2027-12-31"

    """

  private func read(_ old: String, _ new: String) throws(ManifestError) -> ManifestReading<LicenseSettings> {
    try SettingsReader.licenseSettings(
      bytes: Array(good.replacing(old, with: new).utf8), place: "license.yaml")
  }

  @Test func goodSettingsGiveTheirValues() throws {
    let settings = try read("", "").manifest
    #expect(settings.profile == "kiosk")
    #expect(settings.product == "kiosk")
    #expect(settings.server == "https://licenses.example.com:8443")
    #expect(
      settings.pins == [.init(host: "licenses.example.com", keys: [Self.key], expires: "2027-12-31")])
    #expect(settings.pins.first?.end == 1_830_211_200)
    #expect(settings.tlsRoots == nil)
    #expect(!settings.allowsInsecureHTTP)
  }

  @Test(arguments: [
    ("schema: \"1.0\"", "schema: \"2.0\"", "other-schema 1:9"),
    ("profile: kiosk", "profile: ../kiosk", "wrong-form 2:10"),
    ("trustAnchors: anchor.pem\n", "", "missing-key 1:1"),
    ("https:", "ftp:", "wrong-form 4:9"), ("https:", "http:", "wrong-form 4:9"),
    ("apiKeyFile: api.key\n", "", "missing-key 4:9"),
    ("- host: licenses", "- host: \"*\"\n    x-other: licenses", "wrong-form 7:11"),
    ("[\"\(key)\"]", "[]", "wrong-count 8:11"),
    ("[\"\(key)\"]", "[\"sha1/VnaVguILcTfqALKLEhMtqKzXG6KK7w5T1Px7LO+dbVw=\"]", "wrong-form 8:12"),
    ("\"2027-12-31\"", "tomorrow", "wrong-form 9:14"),
    ("\"2027-12-31\"", "\"2027-02-29\"", "wrong-form 9:14"),
  ])
  func badSettingsAreRefused(old: String, new: String, expected: String) {
    let error = #expect(throws: ManifestError.self) { try read(old, new) }
    #expect(error?.problems.map { "\($0.code.rawValue) \($0.line):\($0.column)" } == [expected])
  }

  @Test func serverWithoutTLSIsReadWhereThatIsAllowed() throws {
    let settings = try read("server: https:", "allowInsecureHttp: true\nserver: http:").manifest
    #expect(settings.server == "http://licenses.example.com:8443")
    #expect(settings.allowsInsecureHTTP)
  }

  private func restriction(_ text: String) throws(ManifestError) -> LicenseRestriction {
    try SettingsReader.licenseRestriction(
      bytes: Array("schema: \"1.1\"\n\(text)\n".utf8), place: "license.yaml")
  }

  @Test func prohibitionOfTrialsMayStandAloneAndNothingElseMay() throws {
    let alone = try restriction("trial: forbidden\nx-why: kiosks")
    #expect(alone.forbidsTrial && alone.isAlone)
    let both = try restriction("trial: forbidden\nprofile: p\ntrustAnchors: a.pem")
    #expect(both.forbidsTrial && !both.isAlone)
    #expect(try !restriction("profile: p\ntrustAnchors: a.pem").forbidsTrial)
    for text in [
      "trial: allowed", "trial: perhaps", "trial: forbidden\nprofile: p", "x-why: kiosks",
      "trial: [forbidden]",
    ] {
      #expect(throws: ManifestError.self, "\(text)") { try restriction(text) }
    }
    // As settings, it is none.
    #expect(throws: ManifestError.self) {
      try SettingsReader.licenseSettings(
        bytes: Array("schema: \"1.1\"\ntrial: forbidden\n".utf8), place: "license.yaml")
    }
  }

  @Test func writtenSettingsAreReadBackTheSame() throws {
    var settings = try read("", "").manifest
    settings.product = "com.example.kiosk"
    settings.trustAnchors = "a \"quoted\" folder/ä: #1.pem"
    settings.tlsRoots = "ca.pem"
    settings.proxy = "none"
    settings.allowsInsecureHTTP = true
    settings.server = "http://localhost:8080"
    settings.forbidsTrial = true
    let again = try SettingsReader.licenseSettings(bytes: Array(settings.yaml.utf8), place: "license.yaml")
    #expect(again.manifest == settings)
    #expect(again.warnings.isEmpty)
  }
}
