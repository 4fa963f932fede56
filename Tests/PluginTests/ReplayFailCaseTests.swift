// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Foundation
import Testing

/// Recordings that the fuzzer found, or that aim at a known weak spot, each as a camera's and as a
/// microphone's.
@Suite struct ReplayFailCaseTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fuzz/FailCases/replay").standardized

  @Test func everyRecordingIsRefusedOrRead() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(names.count >= 6)
    let scratch = try TemporaryFolder()
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
      // By its ending the plugin takes a file for the one kind or the other.
      for ending in ["y4m", "mjpeg", "wav"] {
        let path = try scratch.write("case.\(ending)", bytes)
        if let camera = try? ReplayCamera(path) { #expect(!camera.statuses().isEmpty) }
        guard let microphone = try? ReplayMicrophone(path) else { continue }
        for _ in 0..<50 where microphone.read().status == IMP_OK {}
      }
    }
  }
}
