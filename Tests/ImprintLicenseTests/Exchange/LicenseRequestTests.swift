// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@Suite struct LicenseRequestTests {
  private static let request = LicenseRequest(
    kind: .renew, profile: "kiosk", product: "com.example.kiosk", nonce: "AAAAAAAAAAAAAAAAAAAAAA",
    created: 1_790_000_000, sdk: "0.1.0",
    device: DeviceFingerprint(facts: [.network: ["0a1b2c3d"], .disk: ["00000001"]]), registeredUsers: 12,
    license: "eyJ.eyJ.AAA")

  private func error(_ text: String) -> LicenseFormError.Code? {
    do throws(LicenseFormError) {
      _ = try LicenseRequest(parsing: Array(text.utf8))
      return nil
    } catch {
      return error.code
    }
  }

  @Test func writtenRequestIsReadBack() throws {
    #expect(try LicenseRequest(parsing: Self.request.document) == Self.request)
    var activation = Self.request
    activation.kind = .activate
    activation.license = nil
    activation.registeredUsers = nil
    #expect(try LicenseRequest(parsing: activation.document) == activation)
    let text = String(decoding: activation.document, as: UTF8.self)
    #expect(
      text.hasPrefix(#"{"ver":1,"kind":"activate","profile":"kiosk","product":"com.example.kiosk","nonce":"#))
  }

  @Test(arguments: [
    (#""ver":1,"kind""#, #""ver":2,"kind""#), (#""ver":1,"kind""#, #""kind""#), (#""renew""#, #""revoke""#),
    (#""renew""#, #""activate""#), (#""kiosk""#, #""../kiosk""#), (#""com.example.kiosk""#, #""""#),
    ("AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB"), ("AAAAAAAAAAAAAAAAAAAAAA", "AAAA"),
    ("1790000000", "-1"), ("1790000000", "1790000000.0"), ("1790000000", "99999999999"),
    (#""0.1.0""#, #""\u0007""#),
    (#""0a1b2c3d""#, #""0A1B2C3D""#), ("0a1b2c3d", "0a1b2c3"),
    (#""registeredUsers":12"#, #""registeredUsers":-1"#),
    (#""registeredUsers":12"#, #""registeredUsers":12,"doors":1"#), (#""registeredUsers":12"#, ""),
    (#""eyJ.eyJ.AAA""#, #""""#), (#""eyJ.eyJ.AAA""#, "null"), (#","license":"eyJ.eyJ.AAA""#, ""),
    (#"{"ver":1,"#, #"{"ver":1,"more":1,"#), (#""network":["0a1b2c3d"],"#, #""owner":["0a1b2c3d"],"#),
  ]) func requestOfAnotherFormIsRefused(part: String, other: String) throws {
    let text = String(decoding: Self.request.document, as: UTF8.self)
    try #require(text.contains(part))
    #expect(error(text.replacing(part, with: other)) == .members)
  }

  @Test func bytesThatAreNoRequestAreRefused() {
    let text = String(decoding: Self.request.document, as: UTF8.self)
    for length in 0..<text.utf8.count { #expect(error(String(text.prefix(length))) == .syntax) }
    #expect(error(text + "x") == .syntax)
    #expect(error("[]") == .members)
    #expect(error(String(repeating: " ", count: 70_000)) == .size)
    #expect(error(text.replacing(#"{"ver":1,"#, with: #"{"ver":1,"ver":1,"#)) == .syntax)
    #expect(error(String(repeating: "[", count: 1000)) == .syntax)
  }
}
