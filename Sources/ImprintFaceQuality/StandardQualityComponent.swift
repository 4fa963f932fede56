// SPDX-License-Identifier: Apache-2.0

/// A quality component of ISO/IEC 29794-5:2025, in the standard's order. Raw values are its names, as the
/// reference implementation OFIQ writes them.
///
/// ``ImprintModel/QualityComponent`` is another list: what a tracker measures of each frame, on a scale of
/// its own. These are of stored pictures and of images that a capture kept.
public enum StandardQualityComponent: String, Sendable, Hashable, Codable, CaseIterable {
  case unifiedQualityScore = "UnifiedQualityScore"
  case backgroundUniformity = "BackgroundUniformity"
  case illuminationUniformity = "IlluminationUniformity"
  case luminanceMean = "LuminanceMean"
  case luminanceVariance = "LuminanceVariance"
  case underExposurePrevention = "UnderExposurePrevention"
  case overExposurePrevention = "OverExposurePrevention"
  case dynamicRange = "DynamicRange"
  case sharpness = "Sharpness"
  case compressionArtifacts = "CompressionArtifacts"
  case naturalColour = "NaturalColour"
  case singleFacePresent = "SingleFacePresent"
  case eyesOpen = "EyesOpen"
  case mouthClosed = "MouthClosed"
  case eyesVisible = "EyesVisible"
  case mouthOcclusionPrevention = "MouthOcclusionPrevention"
  case faceOcclusionPrevention = "FaceOcclusionPrevention"
  case interEyeDistance = "InterEyeDistance"
  case headSize = "HeadSize"
  case leftwardCrop = "LeftwardCropOfTheFaceImage"
  case rightwardCrop = "RightwardCropOfTheFaceImage"
  case marginAbove = "MarginAboveOfTheFaceImage"
  case marginBelow = "MarginBelowOfTheFaceImage"
  case headPoseYaw = "HeadPoseYaw"
  case headPosePitch = "HeadPosePitch"
  case headPoseRoll = "HeadPoseRoll"
  case expressionNeutrality = "ExpressionNeutrality"
  case noHeadCoverings = "NoHeadCoverings"

  /// What it is of, for people.
  public var title: String { words.title }

  /// What the person or the operator does where it is low, for people: one sentence or two.
  public var advice: String { words.advice }

  /// How its value comes about here.
  public var method: Method {
    switch self {
    case .unifiedQualityScore, .sharpness: .own
    case .backgroundUniformity, .noHeadCoverings: .none(.needsSegmentation)
    case .compressionArtifacts: .none(.needsCompressionNetwork)
    case .eyesVisible, .mouthOcclusionPrevention, .faceOcclusionPrevention: .none(.needsOcclusionMask)
    case .expressionNeutrality: .none(.needsExpressionNetwork)
    case .illuminationUniformity, .luminanceMean, .luminanceVariance, .underExposurePrevention,
      .overExposurePrevention, .dynamicRange, .naturalColour, .singleFacePresent, .eyesOpen, .mouthClosed,
      .interEyeDistance, .headSize, .leftwardCrop, .rightwardCrop, .marginAbove, .marginBelow, .headPoseYaw,
      .headPosePitch, .headPoseRoll:
      .published
    }
  }

  /// How a component is measured.
  public enum Method: Sendable, Hashable {
    /// By the published formula, from this tracker's landmarks, faces and pose.
    case published
    /// By a measure of our own: the name and the scale are the standard's.
    case own
    /// Not at all.
    case none(MissingMethod)
  }

  /// What a component would need.
  public enum MissingMethod: String, Sendable, Hashable {
    case needsSegmentation = "needs-segmentation"
    case needsOcclusionMask = "needs-occlusion-mask"
    case needsExpressionNetwork = "needs-expression-network"
    case needsCompressionNetwork = "needs-compression-network"

    /// In words.
    public var reason: String {
      switch self {
      case .needsSegmentation:
        "it needs to be known which pixels are skin, hair, clothes and background, and nothing here says so"
      case .needsOcclusionMask: "it needs to be known what covers the face, and nothing here says so"
      case .needsExpressionNetwork: "it needs a network that judges expressions, and there is none here"
      case .needsCompressionNetwork:
        "it needs a network that judges traces of compression, and there is none here"
      }
    }
  }
}
