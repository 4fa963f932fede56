// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Models are what the manifest says, or nothing is computed with them.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct BrokenModelTests {
  private static let models = "plugins/dev.imprint.face-f6/models"

  /// Compares two photographs after a change to the matcher's models.
  private func error(_ change: (URL) throws -> Void) throws -> [String: String] {
    var installation = try FaceInstallation()
    try installation.copyPlugins()
    let pictures = [try installation.photograph("obama.jpg"), try installation.photograph("obama2.jpg")]
    // The witness: the copy works before it is broken.
    #expect(try installation.run(["compare"] + pictures).exitCode == 0)
    try change(installation.root.appending(path: Self.models))
    let run = try installation.run(["compare"] + pictures + ["--json"])
    #expect(run.exitCode == 1)
    let doctor = try installation.run(["doctor", "--json"])
    #expect(doctor.exitCode == 1)
    return try #require(try run.error)
  }

  @Test func oneChangedBitOfAModelIsRefused() throws {
    let error = try error { models in
      let file = models.appending(path: "dlib-resnet29-int8.bin")
      var bytes = try Data(contentsOf: file)
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: file)
    }
    #expect(error["code"] == "model")
    #expect(error["place"]?.contains("dlib-resnet29-int8.bin") == true)
    #expect(error["reason"]?.contains("SHA-256") == true)
    #expect(error["remedy"]?.contains("Install the plugin again") == true)
  }

  @Test func aCutModelIsRefusedWithBothLengths() throws {
    let error = try error { models in
      let file = models.appending(path: "dlib-resnet29-int8.bin")
      try Data(contentsOf: file).dropLast(7).write(to: file)
    }
    #expect(error["code"] == "model")
    #expect(error["reason"]?.contains("5730981 bytes") == true)
    #expect(error["reason"]?.contains("5730988") == true)
  }

  @Test func aMissingModelIsNamed() throws {
    let error = try error {
      try FileManager.default.removeItem(at: $0.appending(path: "dlib-resnet29-int8.xml"))
    }
    #expect(error["code"] == "model")
    #expect(error["place"]?.contains("dlib-resnet29-int8.xml") == true)
    #expect(error["reason"]?.contains("not there") == true)
  }
}
