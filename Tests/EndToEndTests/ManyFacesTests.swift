// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// No more than 64 faces are looked for in a picture: so many are told as "at least", and fewer as they are.
@Suite struct ManyFacesTests {
  @Test(arguments: [(16, false), (63, false), (64, true)])
  func asManyFacesAsAreLookedForAreToldAsACap(faces: Int, isCap: Bool) throws {
    let installation = try FixtureInstallation(["FIX_FACES": "\(faces)u", "FIX_NEEDS_FACE": "1"])
    try installation.writePicture("a.png")
    let store = ["--store", "store"]
    let enrolled = try installation.run(["enroll", "--user", "ada", "--face", "largest", "a.png"] + store)
    #expect(enrolled.exitCode == 0, "\(enrolled.errors)")
    let search = try installation.run(["identify", "--face", "all", "--json", "a.png"] + store)
    #expect(search.exitCode == 0, "\(search.output)\(search.errors)")
    #expect(
      search.errors.contains("at least 64 faces; more are not searched for") == isCap, "\(search.errors)")
    let picture = try #require((try search.json["pictures"] as? [[String: Any]])?.first)
    #expect(picture["mayBeMore"] as? Bool == isCap && picture["faces"] as? Int == faces)
    let one = try installation.run(["identify", "--json", "a.png"] + store)
    let reason = try #require(try one.error?["reason"])
    #expect(try one.errorCode == "many-faces")
    #expect(reason.hasPrefix("\(isCap ? "at least " : "")\(faces) faces were found"), "\(reason)")
  }
}
