// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintImaging
import ImprintModel
import TestSupport
import Testing

@Suite struct ImageFileTests {
  private func refusal(_ path: String) -> ImagingError? {
    do throws(ImagingError) {
      _ = try ImageFile.read(path)
      return nil
    } catch {
      return error
    }
  }

  @Test func pictureIsReadFromAFile() throws {
    let path = FileManager.default.temporaryDirectory.path + "/imprint-image-\(UUID()).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let image = try Pictures.noise(width: 9, height: 5)
    try Data(ImageEncoder.png(image)).write(to: URL(fileURLWithPath: path))
    #expect(try ImageFile.read(path) == image)
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(refusal(path)?.code == .empty)
    #expect(refusal(path)?.place == path)
    try #require(truncate(path, ImageFile.maximumBytes + 1) == 0)
    #expect(refusal(path)?.code == .unreadable)
  }

  private func stated(_ chunk: [UInt8]?, _ name: String = "pHYs") throws -> Int? {
    let path = FileManager.default.temporaryDirectory.path + "/imprint-image-\(UUID()).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = PNGBuilder(
      width: 1, height: 1, depth: 8, colourType: 0, rows: [[7]], chunks: chunk.map { [(name, $0)] } ?? [])
    try Data(file.file()).write(to: URL(fileURLWithPath: path))
    return try ImageFile.statedResolution(path)
  }

  @Test func aResolutionIsReadWhereOneIsStatedInMetresAndTheSameAlongBothAxes() throws {
    #expect(try stated([0, 0, 0x4C, 0xE5, 0, 0, 0x4C, 0xE5, 1]) == 19685)
    #expect(try stated([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]) == Int(UInt32.max))
    for chunk in [
      nil, [0, 0, 0x4C, 0xE5, 0, 0, 0x4C, 0xE5, 0], [0, 0, 0x4C, 0xE5, 0, 0, 0x4C, 0xE6, 1],
      [0, 0, 0x4C, 0xE5, 0, 0, 0x4C, 0xE5], [],
    ] as [[UInt8]?] {
      #expect(try stated(chunk) == nil, "\(chunk ?? [])")
    }
    #expect(try stated([0, 0, 0x4C, 0xE5, 0, 0, 0x4C, 0xE5, 1], "tEXt") == nil)
  }

  @Test func aFileThatIsNoPNGStatesNoneAndOneThatIsCutIsRefused() throws {
    let path = FileManager.default.temporaryDirectory.path + "/imprint-image-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("P5 1 1 255\n7".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try ImageFile.statedResolution(path) == nil)
    let image = try Pictures.noise(width: 9, height: 5)
    try Data(ImageEncoder.png(image).prefix(40)).write(to: URL(fileURLWithPath: path))
    #expect(throws: ImagingError.self) { try ImageFile.statedResolution(path) }
  }

  @Test func whatIsNoFileIsUnreadable() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let pipe = folder + "/imprint-pipe-\(UUID())"
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    for path in [folder, pipe, folder + "/imprint-missing-\(UUID())", ""] {
      #expect(refusal(path)?.code == .unreadable, "\(path)")
    }
  }
}
