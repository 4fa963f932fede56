// SPDX-License-Identifier: Apache-2.0
import CImprint
import Testing

/// A tracker whose manifest says that the detectors are asked about every fifth frame alone.
@Suite struct SparingTrackerTests {
  private static func portrait(_ name: String = "obama.jpg") throws -> Picture {
    let picture = try Picture.sample(name)
    return picture.scaled(width: picture.width / 2, height: picture.height / 2)
  }

  /// The part of a picture that begins `x` and `y` pixels from its corner, 40 pixels smaller.
  private static func shifted(_ picture: Picture, _ x: Int, _ y: Int) -> Picture {
    var part = Picture.flat(picture.width - 40, picture.height - 40)
    part = part.map { picture[$0 + x, $1 + y, $2] }
    return part
  }

  private static func time(_ frame: Int) -> UInt64 { UInt64(frame) * 33_000_000 }

  private static func furthest(_ one: FoundFace, _ other: FoundFace) -> Float {
    zip(one.landmarks, other.landmarks).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? .infinity
  }

  @Test func aFaceThatStaysIsFoundWhereTheDetectorsFindIt() throws {
    let picture = try Self.portrait()
    let (sparing, asking) = (try TestTracker(spares: true), try TestTracker())
    for frame in 0..<12 {
      let (found, expected) = (
        try #require(try sparing.track(picture, at: Self.time(frame)).first),
        try #require(try asking.track(picture, at: Self.time(frame)).first)
      )
      // The frames that are searched give the same bits as in a tracker that searches all.
      let isSearched = frame.isMultiple(of: 5)
      #expect(Self.furthest(found, expected) <= (isSearched ? 0 : 0.5), "frame \(frame)")
      #expect(found.face.track_id == 1 && found.face.detection == expected.face.detection)
      #expect(abs(found.quality(0) - expected.quality(0)) < (isSearched ? 0.001 : 2))
      #expect(found.quality(Int32(IMP_QUALITY_SINGLE_FACE)) == 100)
    }
  }

  @Test func aFaceThatMovesIsFollowed() throws {
    let picture = try Self.portrait()
    let (sparing, asking) = (try TestTracker(spares: true), try TestTracker())
    var differs = false
    for frame in 0..<10 {
      let part = Self.shifted(picture, 3 * frame, 40 - 4 * frame)
      let found = try #require(try sparing.track(part, at: Self.time(frame)).first)
      let expected = try #require(try asking.track(part, at: Self.time(frame)).first)
      #expect(Self.furthest(found, expected) < 0.04 * expected.face.box.width, "frame \(frame)")
      #expect(found.face.track_id == 1)
      differs = differs || Self.furthest(found, expected) > 0
    }
    #expect(differs, "no frame was spared")
  }

  @Test func aFaceThatIsGoneIsGoneInThatFrame() throws {
    let picture = try Self.portrait()
    let tracker = try TestTracker(maximumFaces: 4, spares: true)
    for frame in 0..<3 { #expect(try tracker.track(picture, at: Self.time(frame)).count == 1) }
    let empty = Picture.flat(picture.width, picture.height)
    #expect(try tracker.track(empty, at: Self.time(3)).isEmpty)
    // And is found in the first frame that shows it, as every frame is searched for one who was lost.
    #expect(try tracker.track(empty, at: Self.time(4)).isEmpty)
    let again = try #require(try tracker.track(picture, at: Self.time(5)).first)
    let expected = try #require(try TestTracker(maximumFaces: 4).track(picture).first)
    #expect(Self.furthest(again, expected) == 0 && again.face.track_id == 1)
  }

  @Test func aFaceThatJumpsIsFoundWhereItIs() throws {
    let picture = try Self.portrait()
    let far = Picture.flat(picture.width, picture.height).map { x, y, channel in
      x + 150 < picture.width ? picture[x + 150, y, channel] : 128
    }
    let tracker = try TestTracker(spares: true)
    for frame in 0..<2 { _ = try tracker.track(picture, at: Self.time(frame)) }
    let found = try #require(try tracker.track(far, at: Self.time(2)).first)
    let expected = try #require(try TestTracker().track(far).first)
    #expect(Self.furthest(found, expected) < 0.04 * expected.face.box.width)
  }

  @Test func somebodyWhoJoinsIsSeenAfterAtMostFiveFrames() throws {
    let (one, other) = (try Self.portrait(), try Self.portrait("biden.jpg"))
    let (width, height) = (one.width + other.width, min(one.height, other.height))
    let alone = Picture.flat(width, height).map { x, y, channel in x < one.width ? one[x, y, channel] : 128 }
    let both = alone.map { x, y, channel in
      x < one.width ? one[x, y, channel] : other[x - one.width, y, channel]
    }
    let tracker = try TestTracker(maximumFaces: 4, spares: true)
    var counts: [Int] = []
    var ids: Set<UInt32> = []
    for frame in 0..<9 {
      let faces = try tracker.track(frame < 2 ? alone : both, at: Self.time(frame))
      counts.append(faces.count)
      ids.formUnion(faces.map(\.face.track_id))
    }
    #expect(counts == [1, 1, 1, 1, 1, 2, 2, 2, 2])
    #expect(ids == [1, 2])
  }

  @Test func theSameFramesGiveTheSameFacesAndAResetForgetsThem() throws {
    let pictures = try (0..<7).map { Self.shifted(try Self.portrait(), 2 * $0, $0) }
    func faces(_ tracker: TestTracker) throws -> [[Float]] {
      try pictures.enumerated().map { frame, picture in
        let found = try tracker.track(picture, at: Self.time(frame))
        return found.flatMap { $0.landmarks.flatMap { [$0.x, $0.y, $0.z] } }
      }
    }
    let tracker = try TestTracker(spares: true)
    let first = try faces(tracker)
    tracker.reset()
    #expect(try faces(tracker) == first)
    #expect(try faces(TestTracker(spares: true)) == first)
  }
}
