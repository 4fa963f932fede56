// SPDX-License-Identifier: Apache-2.0
private import Glibc
import ImprintModel

/// The angles of the head: the squared cosine of each.
struct PoseMeasures {
  let outcomes: [StandardQualityComponent: FaceImageQuality.Outcome]

  init(_ pose: HeadPose) {
    outcomes = [
      .headPoseYaw: Self.outcome(pose.yaw), .headPosePitch: Self.outcome(pose.pitch),
      .headPoseRoll: Self.outcome(pose.roll),
    ]
  }

  private static func outcome(_ degrees: Float) -> FaceImageQuality.Outcome {
    guard degrees.isFinite else { return .failed(.noGeometry) }
    let cosine = max(0, cos(Double(degrees) * .pi / 180))
    return .value(QualityMap.rounded(100 * cosine * cosine), native: Double(degrees))
  }
}

/// Distances on the face and to the image's edges.
struct GeometryMeasures {
  private(set) var outcomes: [StandardQualityComponent: FaceImageQuality.Outcome] = [:]

  static let components: [StandardQualityComponent] = [
    .eyesOpen, .mouthClosed, .interEyeDistance, .headSize, .leftwardCrop, .rightwardCrop, .marginAbove,
    .marginBelow,
  ]

  init(_ geometry: Result<FaceGeometry, MeasureFailure>, _ pose: HeadPose, width: Int, height: Int) {
    let face: FaceGeometry
    switch geometry {
    case .success(let found): face = found
    case .failure(let error):
      for component in Self.components { outcomes[component] = .failed(error.failure) }
      return
    }
    let (eyes, chin) = (face.eyeDistance, face.chinDistance)
    let opening = min(face.leftOpening, face.rightOpening) / chin
    outcomes[.eyesOpen] = .value(QualityMap.rising(opening, middle: 0.02, width: 0.01), native: opening)
    let mouth = face.mouthOpening / chin
    outcomes[.mouthClosed] = .value(QualityMap.lowering(mouth, middle: 0.2, width: 0.06), native: mouth)
    // As of a head that looks into the camera; beyond that no distance of the eyes is seen.
    let cosine = cos(Double(pose.yaw) * .pi / 180)
    if cosine > 1e-6 {
      let distance = eyes / cosine
      outcomes[.interEyeDistance] = .value(
        QualityMap.rising(distance, middle: 70, width: 20), native: distance)
    } else {
      outcomes[.interEyeDistance] = .failed(.noGeometry)
    }
    let size = chin / Double(height)
    outcomes[.headSize] = .value(QualityMap.falling(abs(size - 0.45), width: 0.05), native: size)
    for (component, share, middle) in [
      (StandardQualityComponent.leftwardCrop, face.rightEye.x / eyes, 0.9),
      (.rightwardCrop, (Double(width) - face.leftEye.x) / eyes, 0.9),
      (.marginAbove, face.betweenEyes.y / chin, 1.4),
      (.marginBelow, (Double(height) - face.betweenEyes.y) / chin, 1.8),
    ] {
      outcomes[component] = .value(QualityMap.rising(share, middle: middle, width: 0.1), native: share)
    }
  }
}
