// SPDX-License-Identifier: Apache-2.0
import CImprint
import Foundation
import Testing

/// Faces that are small in a large picture, of which the detector sees 192 pixels.
@Suite struct LargePictureTests {
  /// Nanoseconds between two frames.
  private static let frame: UInt64 = 33_000_000

  /// The head of a photograph, with a face of about so many pixels in a square of 2.4 times its size.
  private static func head(_ name: String = "obama.jpg", pixels: Int) throws -> Picture {
    let picture = try Picture.sample(name)
    let box = try #require(try TestTracker().track(picture).first).face.box
    let side = Int(2.4 * box.width)
    let left = max(0, min(Int(box.x + box.width / 2) - side / 2, picture.width - side))
    let top = max(0, min(Int(box.y + box.height / 2) - side / 2, picture.height - side))
    var head = Picture.flat(side, side)
    for y in 0..<min(side, picture.height - top) {
      for x in 0..<min(side, picture.width - left) {
        for channel in 0..<3 { head[x, y, channel] = picture[left + x, top + y, channel] }
      }
    }
    let radius = Int(0.4 * box.width / Float(pixels))
    return (radius > 0 ? head.blurred(radius) : head).scaled(
      width: 12 * pixels / 5, height: 12 * pixels / 5)
  }

  private static func template(_ picture: Picture, _ face: FoundFace) throws -> [UInt8] {
    try TestFaceExtractor(.f6).extract(picture, face).template
  }

  @Test(arguments: [(40, 1920, 1440), (48, 1280, 720), (64, 4000, 3000)])
  func smallFaceIsFoundAndMakesTheTemplateOfThePerson(pixels: Int, width: Int, height: Int) throws {
    let head = try Self.head(pixels: pixels)
    let picture = head.pasted(width: width, height: height, at: [(width * 5 / 8, height / 3)])
    let found = try TestTracker(maximumFaces: 4).track(picture)
    let face = try #require(found.first)
    #expect(found.count == 1 && abs(face.face.box.width - Float(pixels)) < 0.2 * Float(pixels))
    let corner = imp_point(x: Float(width * 5 / 8), y: Float(height / 3))
    #expect(face.face.box.x > corner.x && face.face.box.x < corner.x + Float(2 * pixels))
    #expect(face.face.box.y > corner.y && face.face.box.y < corner.y + Float(2 * pixels))
    let portrait = try Picture.sample("obama.jpg")
    let near = try Self.template(portrait, #require(try TestTracker().track(portrait).first))
    // 0.939 is the similarity of a false match rate of 1 in 10,000.
    #expect(try TestFaceMatcher(.f6).compare(near, Self.template(picture, face)) > 0.939)
  }

  @Test func manyFacesAreEachFoundOnceAndNoMoreThanAreAskedFor() throws {
    let head = try Self.head(pixels: 64)
    let places = (0..<24).map { (x: 20 + 310 * ($0 % 6), y: 10 + 350 * ($0 / 6)) }
    let picture = head.pasted(width: 1920, height: 1440, at: places)
    let faces = try TestTracker(maximumFaces: 64).track(picture)
    // The detector misses one now and then, by where it lies in its grid.
    #expect((22...24).contains(faces.count))
    #expect(Set(faces.map(\.face.track_id)).count == faces.count)
    var placesFound = 0
    for place in places {
      let here = faces.filter {
        let (x, y) = ($0.face.box.x - Float(place.x), $0.face.box.y - Float(place.y))
        return x >= 0 && y >= 0 && x < Float(head.width) && y < Float(head.height)
      }
      #expect(here.count <= 1, "at \(place)")
      placesFound += here.count
    }
    #expect(placesFound == faces.count)
    #expect(try TestTracker(maximumFaces: 5).track(picture).count == 5)
  }

  @Test func smallFaceBesideALargeOneIsFoundAndCountsAsAnother() throws {
    let large = try Self.head("biden.jpg", pixels: 300)
    var picture = large.pasted(width: 1600, height: 1200, at: [(0, 0)])
    let alone = try #require(try TestTracker(maximumFaces: 4).track(picture).first)
    let small = try Self.head(pixels: 45)
    let beside = small.pasted(width: 1600, height: 1200, at: [(1400, 900)])
    for y in 900..<900 + small.height {
      for x in 1400..<1400 + small.width {
        for channel in 0..<3 { picture[x, y, channel] = beside[x, y, channel] }
      }
    }
    let faces = try TestTracker(maximumFaces: 4).track(picture)
    #expect(faces.count == 2)
    let first = try #require(faces.first)
    #expect(first.landmarks.elementsEqual(alone.landmarks) { $0.x == $1.x && $0.y == $1.y && $0.z == $1.z })
    #expect(alone.quality(Int32(IMP_QUALITY_SINGLE_FACE)) == 100)
    let single = first.quality(Int32(IMP_QUALITY_SINGLE_FACE))
    #expect(single < 100 && single > 90)
  }

  /// Of the first frame more is asked than of the next: whether a face is turned, and in a large one for
  /// small faces. What the whole picture shows is the same in both, so that no recording is replayed
  /// otherwise.
  @Test(arguments: [(640, 480), (960, 720), (1280, 960)])
  func faceThatTheWholePictureShowsIsTheSameBitByBitInAnyFrame(width: Int, height: Int) throws {
    let head = try Self.head(pixels: width / 6)
    let picture = head.pasted(width: width, height: height, at: [(width / 4, height / 8)])
    let tracker = try TestTracker(maximumFaces: 4)
    let frames = try (0..<3).map { try tracker.track(picture, at: UInt64($0) * Self.frame) }
    #expect(frames.allSatisfy { $0.count == 1 })
    let first = try #require(frames.first?.first)
    for face in frames.compactMap(\.first) {
      #expect(face.face.track_id == 1 && face.face.roll == first.face.roll)
      #expect(face.landmarks.elementsEqual(first.landmarks) { $0.x == $1.x && $0.y == $1.y && $0.z == $1.z })
      #expect((0...12).allSatisfy { face.quality($0) == first.quality($0) })
    }
  }

  @Test func smallFaceIsFollowedFromFrameToFrame() throws {
    let head = try Self.head(pixels: 45)
    let tracker = try TestTracker(maximumFaces: 4)
    for index in 0..<4 {
      let picture = head.pasted(width: 1920, height: 1440, at: [(900 + 6 * index, 800)])
      let faces = try tracker.track(picture, at: UInt64(index) * Self.frame)
      #expect(faces.map(\.face.track_id) == [1], "frame \(index)")
    }
  }

  @Test func smallFaceThatComesLaterIsFoundWhenItsPartHasItsTurn() throws {
    let head = try Self.head(pixels: 45)
    let empty = Picture.flat(1920, 1440)
    let with = head.pasted(width: 1920, height: 1440, at: [(1500, 900)])
    let tracker = try TestTracker(maximumFaces: 4)
    #expect(try tracker.track(empty, at: 0).isEmpty)
    #expect(try tracker.track(empty, at: Self.frame).isEmpty)
    let counts = try (2..<5).map { try tracker.track(with, at: UInt64($0) * Self.frame).count }
    #expect(counts.contains(1))
  }

  @Test(arguments: [(1, 65535), (65535, 1), (65535, 40), (31, 4000), (8192, 8192)])
  func pictureOfAHostileSizeHasNoFace(width: Int, height: Int) throws {
    let picture = Picture(
      width: width, height: height, channels: 1, pixels: [UInt8](repeating: 90, count: width * height))
    let tracker = try TestTracker(maximumFaces: 64)
    #expect(try tracker.track(picture).isEmpty)
    #expect(try tracker.track(picture, at: Self.frame).isEmpty)
  }
}
