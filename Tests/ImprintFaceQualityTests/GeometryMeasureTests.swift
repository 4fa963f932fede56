// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintModel
import Testing

@testable import ImprintFaceQuality

/// Faces whose places are known.
@Suite struct GeometryMeasureTests {
  private func quality(
    _ face: MadeFace, width: Int = 616, height: Int = 616, among others: [Face] = []
  ) -> FaceImageQuality {
    FaceImageQuality(of: face.face, in: grey(width, height) { _, _ in 128 }, among: others)
  }

  private func near(_ value: Double?, _ expected: Double) -> Bool { abs((value ?? .nan) - expected) < 0.001 }

  @Test func theStandardsAlignmentLeavesAnAlignedFaceWhereItIs() throws {
    let geometry = try FaceGeometry(MadeFace().face)
    for place in [Place(x: 251, y: 272), Place(x: 364, y: 272), Place(x: 0, y: 0), Place(x: 616, y: 616)] {
      #expect(geometry.alignment(place).distance(to: place) < 0.5)
    }
  }

  @Test(arguments: [Float(0.2), 1, 5]) func alignmentTurnsAndScalesBackWhatWasTurnedAndScaled(scale: Float)
    throws
  {
    let face = MadeFace(scale: scale, shift: Point(x: 700, y: -20), turn: 0.4).face
    let alignment = try FaceGeometry(face).alignment
    let eye = Place.middle(
      Place(x: Double(face.landmarks[33].x), y: Double(face.landmarks[33].y)),
      Place(x: Double(face.landmarks[133].x), y: Double(face.landmarks[133].y)))
    #expect(alignment(eye).distance(to: Place(x: 251, y: 272)) < 0.5)
    #expect(abs(alignment.scale * Double(scale) - 1) < 0.01)
    // There and back.
    let map = alignment.inverse(from: Place(x: 100, y: 50))
    let there = Place(x: map[0] * 151 + map[1] * 222 + map[2], y: map[3] * 151 + map[4] * 222 + map[5])
    #expect(there.distance(to: eye) < 0.6 * Double(scale) + 0.01)
  }

  @Test func distancesAreThoseOfTheLandmarks() {
    let face = quality(MadeFace(lids: 22.8, lips: 45.6))
    #expect(near(face.native(.eyesOpen), 0.1) && face[.eyesOpen] == 100)
    // One half at 0.2.
    #expect(near(face.native(.mouthClosed), 0.2) && face[.mouthClosed] == 50)
    #expect(near(face.native(.interEyeDistance), 113) && face[.interEyeDistance] == 90)
    #expect(near(face.native(.headSize), 228 / 616.0))
    #expect(near(face.native(.leftwardCrop), 251 / 113.0) && near(face.native(.rightwardCrop), 252 / 113.0))
    #expect(near(face.native(.marginAbove), 272 / 228.0) && near(face.native(.marginBelow), 344 / 228.0))
  }

  @Test func eyesThatCloseAndAMouthThatOpensLowerTheirValues() {
    let eyes = [Float(0), 2, 4, 6, 10].map { quality(MadeFace(lids: $0))[.eyesOpen] ?? -1 }
    #expect(eyes == eyes.sorted() && eyes[0] == 12 && eyes[4] > 80, "\(eyes)")
    let mouths = [Float(0), 20, 40, 60, 80].map { quality(MadeFace(lips: $0))[.mouthClosed] ?? -1 }
    #expect(mouths == mouths.sorted(by: >) && mouths[0] == 97, "\(mouths)")
  }

  @Test func aTurnedHeadHasItsEyesAsFarApartAsAStraightOne() {
    let face = quality(MadeFace(pose: HeadPose(yaw: 60, pitch: 0, roll: 0)))
    #expect(near(face.native(.interEyeDistance), 226))
    let profile = quality(MadeFace(pose: HeadPose(yaw: 90, pitch: 0, roll: 0)))
    #expect(profile.failure(.interEyeDistance) == .noGeometry || profile.native(.interEyeDistance) ?? 0 > 1e6)
    #expect(
      quality(MadeFace(pose: HeadPose(yaw: 120, pitch: 0, roll: 0))).failure(.interEyeDistance) == .noGeometry
    )
  }

  @Test func anglesAreSquaredCosines() {
    let face = quality(MadeFace(pose: HeadPose(yaw: -30, pitch: 45, roll: 120)))
    #expect(face[.headPoseYaw] == 75 && face[.headPosePitch] == 50 && face[.headPoseRoll] == 0)
    #expect(face.native(.headPoseYaw) == -30)
  }

  @Test func aHeadOfTheStandardsSizeIsBest() {
    let sizes = [400, 507, 700, 1400].map { quality(MadeFace(), height: $0)[.headSize] ?? -1 }
    #expect(sizes[1] == 100 && sizes[0] < 30 && sizes[2] < sizes[1] && sizes[3] < sizes[2], "\(sizes)")
  }

  @Test func aFaceAtAnEdgeLacksRoomThereAlone() {
    let left = quality(MadeFace(shift: Point(x: -200, y: 0)))
    #expect(left[.leftwardCrop] ?? 100 < 10 && left[.rightwardCrop] == 100)
    let top = quality(MadeFace(shift: Point(x: 0, y: -150)), height: 1000)
    #expect(top[.marginAbove] ?? 100 < 10 && top[.marginBelow] == 100)
  }

  @Test func anotherFaceCountsByItsArea() {
    let one = MadeFace()
    let half = MadeFace(scale: 0.5).face
    #expect(quality(one)[.singleFacePresent] == 100)
    #expect(quality(one, among: [one.face])[.singleFacePresent] == 100)
    #expect(quality(one, among: [one.face, half])[.singleFacePresent] == 75)
    // The largest face counts, whichever is looked at.
    #expect(quality(MadeFace(scale: 0.5), among: [one.face, half])[.singleFacePresent] == 75)
  }

  @Test func theHullHasTheCornersAlone() {
    let square = [Place(x: 0, y: 0), Place(x: 4, y: 0), Place(x: 4, y: 4), Place(x: 0, y: 4)]
    let inside = [Place(x: 1, y: 1), Place(x: 2, y: 0), Place(x: 2, y: 3), Place(x: 4, y: 4)]
    #expect(convexHull(inside + square).count == 4)
    #expect(convexHull([Place(x: 0, y: 0), Place(x: 1, y: 1), Place(x: 2, y: 2)]).count < 3)
    #expect(convexHull([]).isEmpty)
  }
}
