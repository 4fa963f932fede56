// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import PuppetSamples
import Testing

@testable import ImprintPuppet

@Suite struct PuppetFileTests {
  private let drawn: DrawnFace
  private let file: PuppetFile

  init() throws {
    drawn = try DrawnFace(width: 240)
    file = try PuppetFile(image: drawn.image, face: drawn.face)
  }

  private func code(_ bytes: [UInt8]) -> PuppetErrorCode? {
    do throws(PuppetError) {
      _ = try PuppetFormat.decode(bytes, place: "x")
      return nil
    } catch {
      return error.code
    }
  }

  /// With the checksum set right.
  private func sealed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes = Array(PuppetFormat.encode(file).dropLast(4))
    change(&bytes)
    let sum = PuppetFormat.checksum(bytes[...])
    return bytes + withUnsafeBytes(of: sum.littleEndian) { Array($0) }
  }

  // MARK: Files

  @Test func whatIsWrittenIsReadAgain() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "puppet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "ada.puppet").path
    try file.write(to: path)
    #expect(try PuppetFile.read(path) == file)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func aMissingFileIsMissing() {
    #expect { try PuppetFile.read("/nowhere/ada.puppet") } throws: {
      ($0 as? PuppetError)?.code == .missing
    }
  }

  @Test func theChecksumIsCRC32C() {
    // RFC 3720, B.4: 32 bytes of zeros; and the usual check value.
    #expect(PuppetFormat.checksum([UInt8](repeating: 0, count: 32)[...]) == 0x8A91_36AA)
    #expect(PuppetFormat.checksum(Array("123456789".utf8)[...]) == 0xE306_9283)
  }

  @Test func everyDamageHasItsCode() {
    let bytes = PuppetFormat.encode(file)
    #expect(code([]) == .notAPuppet)
    #expect(code(Array("IMPUPPE".utf8)) == .notAPuppet)
    #expect(code(Array(bytes.prefix(20))) == .truncated)
    #expect(code(bytes.dropLast()) == .truncated)
    #expect(code(bytes + [0]) == .truncated)
    #expect(code(sealed { $0[8] = 2 }) == .version)
    #expect(code(sealed { $0[14] = 1 }) == .damaged)
    #expect(code(sealed { $0[20] = 0 }) == .damaged)
    for place in [36, 6000, bytes.count - 1] {
      var changed = bytes
      changed[place] ^= 0x10
      #expect(code(changed) == .damaged)
    }
  }

  @Test func pointsThatAreNoFacesAreRefused() {
    #expect(code(sealed { for index in 36..<40 { $0[index] = 0xFF } }) == .noFace)
    #expect(code(sealed { $0.replaceSubrange(24..<28, with: [0, 0, 0x80, 0x7F]) }) == .noFace)
    // All at one place.
    #expect(code(sealed { bytes in for index in 36..<36 + 12 * 468 { bytes[index] = 0 } }) == .tooSmall)
  }

  // MARK: Making

  @Test func theFaceStaysWhereItIsInThePhotograph() throws {
    let larger = try DrawnFace(width: 1400)
    let made = try PuppetFile(image: larger.image, face: larger.face)
    // 2.5 pixels a millimetre, and 90 between the corners of the eyes.
    #expect(abs(PuppetFile.eyeDistance(made.landmarks) - 225) < 2)
    #expect(made.photograph.width < 1400)
    let nose = made.landmarks[1]
    let start = 3 * (Int(nose.y) * made.photograph.width + Int(nose.x))
    let colour = made.photograph.pixels[start..<start + 3].map(Int.init)
    #expect(colour[0] > 190 && colour[1] < 40 && colour[2] < 40)
  }

  @Test func aSmallPhotographIsNotMadeLarger() throws {
    #expect(file.photograph.width <= 240)
    #expect(PuppetFile.eyeDistance(file.landmarks) == PuppetFile.eyeDistance(drawn.face.landmarks))
  }

  @Test func aGreyPhotographMakesAGreyPuppet() throws {
    let grey = try #require(
      Image(width: 240, height: 240, format: .grey8, pixels: [UInt8](repeating: 90, count: 240 * 240)))
    let made = try PuppetFile(image: grey, face: drawn.face)
    #expect(made.photograph.format == .rgb24)
    #expect(made.photograph.pixels.allSatisfy { $0 == 90 })
  }

  @Test func aFaceWithoutItsMeshIsRefused() throws {
    var face = drawn.face
    face.landmarks = []
    #expect { try PuppetFile(image: drawn.image, face: face) } throws: {
      ($0 as? PuppetError)?.code == .noFace
    }
    face.landmarks = drawn.face.landmarks.map { Point3(x: $0.x / 20, y: $0.y / 20, z: $0.z / 20) }
    #expect { try PuppetFile(image: drawn.image, face: face) } throws: {
      ($0 as? PuppetError)?.code == .tooSmall
    }
  }

  @Test func theTurnIsThatOfTheHeadAndNotItsTilt() throws {
    var face = drawn.face
    face.pose = HeadPose(yaw: 3, pitch: -8, roll: 20)
    let made = try PuppetFile(image: drawn.image, face: face)
    #expect(made.turn == 8 && made.turn > PuppetFile.straight)
  }

  @Test func nothingOfThePersonIsDescribed() {
    #expect("\(file)" == "PuppetFile(240x240, <redacted>)")
  }
}
