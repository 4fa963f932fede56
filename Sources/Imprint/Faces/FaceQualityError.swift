// SPDX-License-Identifier: Apache-2.0

/// Why a face's quality is too low for its purpose.
public struct FaceQualityError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Its unified quality is below the minimum.
    case lowQuality = "low-quality"
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String
  /// The components that failed, worst first: those below the minimum, or the lowest where none is. Empty
  /// where the tracker measured none.
  public let components: [QualityComponent]

  /// Refuses a measured quality that is too low.
  static func check(
    _ quality: FaceQuality, atLeast minimum: Float, place: String
  ) throws(FaceQualityError) {
    guard let unified = quality.components[.unified], unified < minimum else { return }
    // Other people in the image do not lower the chosen face's quality.
    let measured = quality.components.filter { $0.key != .unified && $0.key != .singleFace }
      .sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
    let failed = measured.filter { $0.value < minimum }
    let named = failed.isEmpty ? Array(measured.prefix(1)) : failed
    let words = named.map { "\($0.key.name) \(Int($0.value))" }.joined(separator: ", ")
    throw FaceQualityError(
      code: .lowQuality, place: place,
      reason: "the face's quality is \(Int(unified)), but \(Int(minimum.rounded(.up))) is needed"
        + (words.isEmpty ? "." : ": \(words)."),
      remedy: named.first?.key.remedy ?? "Give another picture of the face.", components: named.map(\.key))
  }
}

extension QualityComponent {
  /// What improves it, for the person or the operator.
  fileprivate var remedy: String {
    switch self {
    case .unified: "Give another picture of the face."
    case .sharpness:
      "Give a picture that is in focus and free of motion blur, taken from closer or with more light."
    case .illuminationUniformity: "Light the face from the front, equally from both sides."
    case .underExposurePrevention: "Put more light on the face."
    case .overExposurePrevention: "Put less light on the face, or shorten the exposure."
    case .dynamicRange: "Give a picture with more contrast: more light, no haze, no strong compression."
    case .interEyeDistance: "Give a picture in which the face is larger: come closer."
    case .headYaw: "Look straight into the camera: turn the head less to the side."
    case .headPitch: "Look straight into the camera: hold it at eye level."
    case .headRoll: "Hold the head, or the camera, upright."
    case .eyesOpen: "Open the eyes."
    case .margin: "Give a picture that shows the whole head."
    case .singleFace: "Give a picture of one person."
    }
  }
}
