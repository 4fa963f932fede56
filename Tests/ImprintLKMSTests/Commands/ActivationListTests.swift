// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintModel
import TestSupport
import Testing

@testable import ImprintLKMS

/// `imprint-lkms activation list`: how often a device has changed lately is in its text and in its JSON.
@Suite struct ActivationListTests {
  private let home: ProgramHome

  init() throws {
    home = try ProgramHome()
    try home.prepare()
    let made = try home.run("profile", "create", Lab.profile, "--product", Lab.product, "--bundle", "face")
    #expect(made.exitCode == 0, "\(made.errors)")
  }

  /// The licence that answers a request.
  private func sign(_ request: LicenseRequest) throws -> String {
    let file = try home.folder.write(request.wireForm, to: "request.json")
    let run = try home.run("sign", file)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// As the text and as the JSON say it.
  private func changes() throws -> [String] {
    let rows = try home.run("activation", "list").output.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    let column = try #require(rows.first?.firstIndex(of: "CHANGES"))
    let json = try home.run("activation", "list", "--json").json["activations"] as? [[String: Any]]
    return [try #require(rows.last)[column], "\(try #require(json?.first?["changes"] as? Int))"]
  }

  @Test func changesOfADeviceAreShown() throws {
    let license = try sign(.activate(1))
    #expect(try changes() == ["0", "0"])
    var request = LicenseRequest.renew(license, device: 1)
    request.device = request.device.replacing([.disk: ["deadbeef"]])
    _ = try sign(request)
    #expect(try changes() == ["1", "1"])
  }
}
