// SPDX-License-Identifier: Apache-2.0
import CImprint
import Foundation
import Testing

@Suite struct FaceTrackerTests {
  /// A photograph with one face, halved to keep the tests quick.
  private static func portrait(_ name: String = "obama.jpg") throws -> Picture {
    let picture = try Picture.sample(name)
    return picture.scaled(width: picture.width / 2, height: picture.height / 2)
  }

  @Test func portraitHasOneFaceWithItsLandmarksInsideItsBox() throws {
    let picture = try Self.portrait()
    let faces = try TestTracker(maximumFaces: 4).track(picture)
    #expect(faces.count == 1)
    let found = try #require(faces.first)
    let face = found.face
    #expect(face.track_id == 1 && face.landmark_model == UInt32(IMP_LANDMARKS_MESH468))
    #expect(face.presence > 0.9 && face.detection > 0.5)
    #expect(found.landmarks.count == 468)
    for point in found.landmarks {
      #expect(point.x >= face.box.x - 0.01 && point.x <= face.box.x + face.box.width + 0.01)
      #expect(point.y >= face.box.y - 0.01 && point.y <= face.box.y + face.box.height + 0.01)
    }
    // The subject's left is the picture's right.
    #expect(face.left_eye.x > face.right_eye.x)
    #expect((0.12...0.5).contains(face.left_eye_openness) && (0.12...0.5).contains(face.right_eye_openness))
    for component in 0...Int32(IMP_QUALITY_SINGLE_FACE) {
      #expect((0...100).contains(found.quality(component)), "component \(component)")
    }
    #expect(found.quality(13) < 0, "what has no name is not measured")
  }

  @Test func mirroredPortraitHasTheOppositeYawAndRoll() throws {
    let picture = try Self.portrait("biden.jpg").turned(degrees: 12)
    let straight = try #require(try TestTracker().track(picture).first).face
    let mirrored = try #require(try TestTracker().track(picture.mirrored).first).face
    #expect(abs(straight.yaw + mirrored.yaw) < 5)
    #expect(abs(straight.roll + mirrored.roll) < 3)
    #expect(abs(straight.pitch - mirrored.pitch) < 5)
  }

  @Test func turningThePictureClockwiseTiltsTheHeadToTheSubjectsLeft() throws {
    let picture = try Self.portrait()
    let upright = try #require(try TestTracker().track(picture).first)
    let tilted = try #require(try TestTracker().track(picture.turned(degrees: 20)).first)
    #expect(abs(tilted.face.roll - upright.face.roll - 20) < 4)
    #expect(
      tilted.quality(Int32(IMP_QUALITY_HEAD_ROLL)) < upright.quality(Int32(IMP_QUALITY_HEAD_ROLL)) - 5)
  }

  @Test func sameFrameGivesTheSameFaceBitByBit() throws {
    let picture = try Self.portrait()
    let first = try #require(try TestTracker().track(picture).first)
    let tracker = try TestTracker()
    _ = try tracker.track(Self.portrait("biden.jpg"))
    let second = try #require(try TestTracker().track(picture).first)
    #expect(first.landmarks.elementsEqual(second.landmarks) { $0.x == $1.x && $0.y == $1.y && $0.z == $1.z })
    #expect(first.face.yaw == second.face.yaw)
    #expect((0...12).allSatisfy { first.quality($0) == second.quality($0) })
  }

  @Test func rowsThatLieApartGiveTheSameFace() throws {
    let picture = try Self.portrait()
    let packed = try #require(try TestTracker().track(picture).first)
    let apart = try #require(try TestTracker().track(picture.withGap(13)).first)
    #expect(packed.landmarks.elementsEqual(apart.landmarks) { $0.x == $1.x && $0.y == $1.y })
  }

  @Test func greyPictureGivesNearlyTheSameFace() throws {
    let picture = try Self.portrait()
    let colour = try #require(try TestTracker().track(picture).first)
    let grey = try #require(try TestTracker().track(picture.grey).first)
    let off = zip(colour.landmarks, grey.landmarks).map { hypot($0.x - $1.x, $0.y - $1.y) }.max() ?? 0
    #expect(off < 0.1 * colour.face.box.width)
  }

  @Test func blurLowersSharpnessAndTheUnifiedValueStepByStep() throws {
    let picture = try Self.portrait()
    let found = try [0, 1, 3].map { try #require(try TestTracker().track(picture.blurred($0)).first) }
    let sharpness = found.map { $0.quality(Int32(IMP_QUALITY_SHARPNESS)) }
    let unified = found.map { $0.quality(Int32(IMP_QUALITY_UNIFIED)) }
    #expect(sharpness[0] >= sharpness[1] && sharpness[1] > sharpness[2] + 5)
    #expect(unified[0] > unified[2] + 5)
  }

  @Test func darknessLowersExposureAndDynamicRange() throws {
    let picture = try Self.portrait()
    let dark = picture.map { picture[$0, $1, $2] / 8 }
    let lit = try #require(try TestTracker().track(picture).first)
    let unlit = try #require(try TestTracker(threshold: 0.2).track(dark).first)
    for component in [IMP_QUALITY_UNDER_EXPOSURE_PREVENTION, IMP_QUALITY_DYNAMIC_RANGE, IMP_QUALITY_UNIFIED] {
      #expect(unlit.quality(Int32(component)) < lit.quality(Int32(component)) - 10)
    }
  }

  @Test(arguments: [UInt64(1), 2, 3]) func noiseHasNoFace(seed: UInt64) throws {
    #expect(try TestTracker(maximumFaces: 8).track(.noise(320, 240, seed: seed)).isEmpty)
  }

  @Test(arguments: [(1, 1), (1, 700), (700, 1), (2, 3), (16, 16), (65535, 2)])
  func oddSizesHaveNoFace(width: Int, height: Int) throws {
    let tracker = try TestTracker(maximumFaces: 4)
    #expect(try tracker.track(.noise(width, height, seed: 9)).isEmpty)
    #expect(try tracker.track(Picture.flat(width, height).grey).isEmpty)
  }

  @Test func everyThresholdIsTaken() throws {
    let picture = try Self.portrait()
    #expect(try TestTracker(threshold: 1).track(picture).isEmpty)
    #expect(try TestTracker(maximumFaces: 2, threshold: 1e-6).track(picture).count >= 1)
  }

  @Test func twoPeopleAreTwoFacesLargestFirst() throws {
    let large = try Self.portrait("biden.jpg")
    let other = try Self.portrait()
    let both = large.beside(other)
    let faces = try TestTracker(maximumFaces: 8).track(both)
    #expect(faces.count == 2)
    let areas = faces.map { $0.face.box.width * $0.face.box.height }
    #expect(areas == areas.sorted(by: >))
    #expect(Set(faces.map(\.face.track_id)) == [1, 2])
    #expect(faces.allSatisfy { $0.quality(Int32(IMP_QUALITY_SINGLE_FACE)) < 100 })
    #expect(try TestTracker(maximumFaces: 1).track(both).count == 1)
  }

  @Test func tracksKeepTheirIdsUntilTheFaceHasBeenGoneForLong() throws {
    let picture = try Self.portrait()
    let shifted = picture.map { picture[max(0, $0 - 6), $1, $2] }
    let empty = Picture.flat(picture.width, picture.height)
    let tracker = try TestTracker()
    let frame: UInt64 = 33_000_000
    #expect(try tracker.track(picture, at: 0).map(\.face.track_id) == [1])
    #expect(try tracker.track(shifted, at: frame).map(\.face.track_id) == [1])
    #expect(try tracker.track(empty, at: 2 * frame).isEmpty)
    #expect(try tracker.track(picture, at: 3 * frame).map(\.face.track_id) == [1])
    #expect(try tracker.track(picture, at: 3 * frame + 600_000_000).map(\.face.track_id) == [2])
  }
}
