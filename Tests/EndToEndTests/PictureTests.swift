// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Pictures as people have them: turned, grey, deep, tiny, far too large.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct PictureTests {
  /// Whether a picture is verified as the person who is enrolled with another photograph.
  private func verify(_ make: (Image) throws -> [UInt8], as name: String) throws -> CommandRun {
    let installation = try FaceInstallation()
    let enrol = try installation.run([
      "enroll", "--user", "first", try installation.photograph("obama.jpg"), "--json",
    ])
    #expect(enrol.exitCode == 0)
    let other = try installation.picture("obama2.jpg")
    let path = try installation.home.write(try make(other), to: name)
    return try installation.run(["verify", "--user", "first", path, "--json"])
  }

  /// The stored pixels are turned, and the file's note turns them back.
  @Test(arguments: [(Orientation.rotated90, Orientation.rotated270), (.rotated180, .rotated180)])
  func aTurnedPhotographWithItsNoteIsVerified(note: Orientation, inverse: Orientation) throws {
    let run = try verify(
      { picture in
        let stored = try ImageEncoder.jpeg(picture.oriented(inverse), quality: 92)
        return jpeg(
          stored, exif: exifBlock(orientation: UInt16(note.rawValue), littleEndian: true))
      }, as: "turned.jpg")
    #expect(run.exitCode == 0, "\(run.output)")
    #expect(try run.json["verified"] as? Bool == true)
  }

  @Test func aGreyPhotographIsVerified() throws {
    let run = try verify(
      { try ImageEncoder.jpeg($0.converted(to: .grey8), quality: 92) }, as: "grey.jpg")
    #expect(run.exitCode == 0, "\(run.output)")
    #expect(try run.json["verified"] as? Bool == true)
  }

  @Test func aPNGOf16BitsASampleIsVerified() throws {
    let run = try verify(
      { picture in
        let small = try picture.scaledDown(toFit: 600).converted(to: .rgb24)
        let rows = (0..<small.height).map { y in
          small.pixels[y * small.bytesPerRow..<y * small.bytesPerRow + small.width * 3].flatMap { [$0, $0] }
        }
        return PNGBuilder(
          width: small.width, height: small.height, depth: 16, colourType: 2, rows: rows
        ).file()
      }, as: "deep.png")
    #expect(run.exitCode == 0, "\(run.output)")
    #expect(try run.json["verified"] as? Bool == true)
  }

  @Test func onePixelHasNoFace() throws {
    let run = try verify(
      { _ in PNGBuilder(width: 1, height: 1, colourType: 0, rows: [[128]]).file() }, as: "pixel.png")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "no-face")
  }

  @Test func aPictureBeyondThePixelCapIsRefusedByItsHeader() throws {
    let run = try verify(
      { _ in PNGBuilder(width: 20_000, height: 20_000, colourType: 2, rows: []).file() }, as: "huge.png")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "too-large")
    #expect(try run.error?["reason"]?.contains("20000x20000") == true)
  }

  @Test(arguments: [("text.jpg", "not-an-image"), ("empty.jpg", "empty")])
  func whatIsNoPictureIsRefusedByName(name: String, code: String) throws {
    let run = try verify({ _ in name == "empty.jpg" ? [] : Array("a text\n".utf8) }, as: name)
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == code)
    #expect(try run.error?["place"]?.hasSuffix(name) == true)
  }

  @Test func aCutPhotographIsRefused() throws {
    let run = try verify({ Array(try ImageEncoder.jpeg($0, quality: 90).dropLast(5000)) }, as: "cut.jpg")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "truncated")
  }
}
