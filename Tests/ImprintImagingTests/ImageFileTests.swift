// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintImaging
import ImprintModel
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
