// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import Testing

/// Files that the fuzzer found, or that aim at a known weak spot.
@Suite struct FailCaseTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../Fuzz/FailCases/template").standardized

  @Test func everyTemplateIsRefused() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 3)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let error = #expect(throws: TemplateError.self) { try TemplateEnvelope.decode(bytes) }
      #expect(error?.code == .damaged || error?.code == .truncated, "\(file.lastPathComponent)")
    }
  }
}
