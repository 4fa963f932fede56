// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintImaging
import ImprintModel
import Testing

/// Files that the fuzzer found, or that aim at a known weak spot.
@Suite struct FailCaseTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../Fuzz/FailCases").standardized

  private static func files(_ target: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(target), includingPropertiesForKeys: nil)
  }

  @Test func everyImageIsRefusedOrWhole() throws {
    let files = try Self.files("image")
    #expect(files.count >= 4)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      guard let image = try? ImageDecoder.decode(bytes, limit: ImagingLimit(pixels: 1 << 18)) else {
        continue
      }
      #expect(image.pixels.count == image.height * image.bytesPerRow, "\(file.lastPathComponent)")
    }
  }

  @Test(arguments: ["end-marker-behind-cut.jpg", "two-frame-headers.jpg", "two-headers.png"])
  func contradictionIsRefused(name: String) throws {
    let file = Self.folder.appendingPathComponent("image/\(name)")
    let error = #expect(throws: ImagingError.self) {
      try ImageDecoder.decode([UInt8](Data(contentsOf: file)))
    }
    #expect(error?.code == .damaged)
  }
}
