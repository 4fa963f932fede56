// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintFaceQuality

/// Whatever a tracker says, a component has a value of 0...100 or a reason.
@Suite struct HostileFaceTests {
  private func check(_ face: Face, _ image: Image, among faces: [Face] = []) -> FaceImageQuality {
    let quality = FaceImageQuality(of: face, in: image, among: faces)
    #expect(Set(quality.outcomes.keys) == Set(StandardQualityComponent.allCases))
    for case .value(let value, let native) in quality.outcomes.values {
      #expect((0...100).contains(value) && native.isFinite)
    }
    return quality
  }

  private let image = grey(64, 48) { x, y in x * 3 + y }

  @Test func ofAPictureOfOnePixelTheLightFails() {
    let quality = check(MadeFace().face, grey(1, 1) { _, _ in 7 })
    #expect(LightMeasures.components.allSatisfy { quality.failure($0) == .outside })
    // A face that is all of that pixel has a brightness, and no detail.
    let small = check(MadeFace(scale: 0.01, shift: Point(x: -2.5, y: -3)).face, grey(1, 1) { _, _ in 7 })
    #expect(small.native(.luminanceMean) != nil || small.failure(.luminanceMean) == .noGeometry)
  }

  @Test func aFaceOutsideOfThePictureHasGeometryAndNoLight() {
    let quality = check(MadeFace(shift: Point(x: 5000, y: -5000)).face, image)
    #expect(LightMeasures.components.allSatisfy { quality.failure($0) == .outside })
    #expect(quality[.interEyeDistance] == 90)
  }

  @Test func aFaceThatTheEdgeCutsIsMeasuredWithinThePicture() {
    let even = check(MadeFace(shift: Point(x: -308, y: 0)).face, grey { _, _ in 188 })
    #expect(even.native(.luminanceMean).map { abs($0 - 128.0 / 255) < 0.01 } == true)
    // One cheek is outside.
    #expect(even.failure(.illuminationUniformity) == .outside)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30, -1e30, 1e8])
  func landmarksThatAreNoPlacesAreNoGeometry(value: Float) {
    for vertex in [0, 33, 152, 300] {
      var face = MadeFace().face
      face.landmarks[vertex].x = value
      let quality = check(face, image)
      for component in GeometryMeasures.components + LightMeasures.components {
        #expect(quality.failure(component) == .noGeometry)
      }
    }
  }

  @Test func landmarksOnOneSpotAreNoGeometry() {
    var face = MadeFace().face
    face.landmarks = [Point3](repeating: Point3(x: 5, y: 5, z: 0), count: 468)
    #expect(check(face, image).failure(.eyesOpen) == .noGeometry)
  }

  @Test(arguments: [0, 5, 467, 469, 478]) func otherLandmarksThanTheMeshAreNone(count: Int) {
    var face = MadeFace().face
    face.landmarks = [Point3](repeating: Point3(x: 5, y: 5, z: 0), count: count)
    let quality = check(face, image)
    #expect(quality.failure(.sharpness) == .noLandmarks && quality.failure(.headSize) == .noLandmarks)
    // Pose and faces need none.
    #expect(quality[.headPoseYaw] == 100 && quality[.singleFacePresent] == 100)
  }

  @Test func angleAndBoxAndQualityThatAreNoNumbersFail() {
    var face = MadeFace().face
    face.pose = HeadPose(yaw: .nan, pitch: .infinity, roll: 0)
    face.box.width = .nan
    face.quality = FaceQuality(components: [.unified: .nan])
    let quality = check(face, image)
    #expect(quality.failure(.headPoseYaw) == .noGeometry && quality.failure(.headPosePitch) == .noGeometry)
    #expect(quality.failure(.interEyeDistance) == .noGeometry)
    #expect(quality.failure(.singleFacePresent) == .noGeometry)
    #expect(quality.failure(.unifiedQualityScore) == .notMeasured)
    face.box = .zero
    #expect(check(face, image).failure(.singleFacePresent) == .noGeometry)
  }

  @Test func placesOfChanceGiveValuesOrReasons() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      var face = MadeFace().face
      let reach = Float.random(in: 1...2000, using: &generator)
      face.landmarks = (0..<468).map { _ in
        Point3(
          x: .random(in: -reach...reach, using: &generator),
          y: .random(in: -reach...reach, using: &generator),
          z: 0)
      }
      face.pose.yaw = .random(in: -400...400, using: &generator)
      _ = check(face, image, among: [face, MadeFace().face])
    }
  }

  @Test func allThatHasNoMethodIsSaidSoWithAReason() {
    let quality = check(MadeFace().face, image)
    let missing = StandardQualityComponent.allCases.filter { component in
      if case .notAssessed(let method)? = quality.outcomes[component] { return !method.reason.isEmpty }
      return false
    }
    #expect(
      missing == [
        .backgroundUniformity, .compressionArtifacts, .eyesVisible, .mouthOcclusionPrevention,
        .faceOcclusionPrevention, .expressionNeutrality, .noHeadCoverings,
      ])
    #expect(quality[.unifiedQualityScore] == 61)
  }

  @Test func eachComponentHasAMessageOfItsOwn() {
    let all = StandardQualityComponent.allCases
    #expect(all.count == 28 && Set(all.map(\.advice)).count == 28 && Set(all.map(\.title)).count == 28)
    #expect(all.allSatisfy { $0.advice.hasSuffix(".") && $0.advice.first?.isUppercase == true })
    #expect(FaceImageQuality.Failure.allCases.allSatisfy { !$0.reason.isEmpty })
  }

  @Test func theLowestComesFirst() {
    let quality = check(MadeFace(lids: 0).face, grey { _, _ in 0 })
    let low = quality.components(below: 48)
    let values = low.map { quality[$0] ?? -1 }
    #expect(values == values.sorted() && low.contains(.eyesOpen) && !low.contains(.headPoseYaw))
    #expect(quality.components(below: 0).isEmpty)
    #expect(quality.valuesByName["EyesOpen"] == 12 && quality.valuesByName["Sharpness"] == nil)
  }
}
