// SPDX-License-Identifier: Apache-2.0
import CImprint
import Foundation
import Testing

/// Faces of pictures that lie on their side or head. The detector misses some, and takes others for upright:
/// their landmarks would be those of a face that is not there.
@Suite struct TurnedFaceTests {
  private static let names = ["obama.jpg", "obama2.jpg", "obama3.jpg", "biden.jpg"]

  private static func portrait(_ name: String) throws -> Picture {
    let picture = try Picture.sample(name)
    let scale = 300 / Double(max(picture.width, picture.height))
    return picture.scaled(
      width: Int(Double(picture.width) * scale), height: Int(Double(picture.height) * scale))
  }

  /// Where a point is when the picture is turned.
  private static func turned(_ point: imp_point, _ quarters: Int, of picture: Picture) -> imp_point {
    var (point, height, width) = (point, Float(picture.height), Float(picture.width))
    for _ in 0..<quarters {
      point = imp_point(x: height - point.y, y: point.x)
      (height, width) = (width, height)
    }
    return point
  }

  @Test(arguments: names, [1, 2, 3])
  func turnedFaceHasItsRollAndMakesTheTemplateOfTheUprightOne(name: String, quarters: Int) throws {
    let picture = try Self.portrait(name)
    let turned = picture.turned(quarters: quarters)
    let upright = try #require(try TestTracker().track(picture).first)
    let face = try #require(try TestTracker().track(turned).first)
    let off = face.face.roll - upright.face.roll - Float(90 * quarters)
    #expect(abs(remainder(off, 360)) < 12)
    let eye = Self.turned(upright.face.left_eye, quarters, of: picture)
    #expect(hypot(eye.x - face.face.left_eye.x, eye.y - face.face.left_eye.y) < 0.1 * upright.face.box.width)
    let extractor = try TestFaceExtractor(.f6)
    let similarity = try TestFaceMatcher(.f6).compare(
      extractor.extract(picture, upright).template, extractor.extract(turned, face).template)
    // 0.939 is the similarity of a false match rate of 1 in 10,000.
    #expect(similarity > 0.975)
  }

  @Test(arguments: names) func faceUpsideDownIsFollowedAsWhatItIs(name: String) throws {
    let turned = try Self.portrait(name).turned(quarters: 2)
    let tracker = try TestTracker(maximumFaces: 4)
    for index in 0..<4 {
      let moved = turned.map { turned[max(0, $0 - 2 * index), $1, $2] }
      let faces = try tracker.track(moved, at: UInt64(index) * 33_000_000)
      #expect(faces.map(\.face.track_id) == [1], "frame \(index)")
      #expect(faces.allSatisfy { abs($0.face.roll) > 160 }, "frame \(index)")
    }
  }

  @Test func frameWithNobodyIsSearchedForTurnedFacesAtTheStartOnly() throws {
    let turned = try Self.portrait("obama.jpg").turned(quarters: 2)
    let empty = Picture.flat(turned.width, turned.height)
    let tracker = try TestTracker()
    #expect(try tracker.track(empty, at: 0).isEmpty)
    // Found upright or not at all, and then righted: never as a face that is not there.
    #expect(try tracker.track(turned, at: 33_000_000).allSatisfy { abs($0.face.roll) > 160 })
  }
}
