// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import ImprintManifest

@Suite struct FixtureTests {
  @Test func fixturesAreThere() {
    #expect(Samples.cases.count >= 68)
  }

  @Test(arguments: Samples.cases)
  func findsExactlyWhatIsWrong(name: String) throws {
    let found = findings(try Samples.bytes(name))
    let expected = String(decoding: try Samples.bytes(name, "expected.txt"), as: UTF8.self)
    #expect(found == expected.split(separator: "\n").map(String.init))
  }
}
