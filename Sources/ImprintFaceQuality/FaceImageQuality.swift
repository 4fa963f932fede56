// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// The quality of one face in one image, by the components and on the scale of ISO/IEC 29794-5:2025: 0...100,
/// whole numbers, higher is better.
///
/// Measures of formulas that the standard's reference implementation publishes, on the landmarks, the pose
/// and the faces of a tracker: not the standard's own algorithms, whose landmarks, pose and segmentation come
/// of networks that are not here. What cannot be measured is said so, each with its reason, and is no number.
public struct FaceImageQuality: Sendable, Hashable {
  /// What a component came to.
  public enum Outcome: Sendable, Hashable {
    /// Measured.
    /// - Parameters:
    ///   - value: 0...100.
    ///   - native: what was measured, in the unit that ``StandardQualityComponent`` is documented with.
    case value(Int, native: Double)
    /// It could not be measured of this image (failure to assess; −1 and 255 in other programs).
    case failed(Failure)
    /// There is no method for it here.
    case notAssessed(StandardQualityComponent.MissingMethod)
  }

  /// Why a component could not be measured of an image.
  public enum Failure: String, Sendable, Hashable, CaseIterable {
    /// The tracker gave no landmarks.
    case noLandmarks = "no-landmarks"
    /// The landmarks make no face: they lie on one spot, or are not finite.
    case noGeometry = "no-geometry"
    /// The part of the face that is needed lies outside of the image.
    case outside = "outside"
    /// The image is grey.
    case noColour = "no-colour"
    /// The face has no contrast at all.
    case noContrast = "no-contrast"
    /// The tracker did not measure it.
    case notMeasured = "not-measured"

    /// In words.
    public var reason: String {
      switch self {
      case .noLandmarks: "the tracker gave no landmarks of the face"
      case .noGeometry: "the landmarks make no face"
      case .outside: "the part of the face that is needed lies outside of the picture"
      case .noColour: "the picture is grey"
      case .noContrast: "nothing changes within the face"
      case .notMeasured: "the tracker did not measure it"
      }
    }
  }

  /// Of every component, in the standard's order.
  public let outcomes: [StandardQualityComponent: Outcome]

  /// Measures a face.
  ///
  /// Pure: the same image and faces give the same values. Any thread. It looks at each pixel of the face:
  /// some milliseconds up to about 1,000 pixels from jaw to brow, half a second at 10,000, and no more
  /// beyond. Values of the tracker are not trusted: whatever the landmarks are, a component is measured
  /// within the image or fails.
  /// - Parameters:
  ///   - face: with the 468 landmarks of the mesh in `image`.
  ///   - faces: all that were found in `image`, this one among them or not.
  public init(of face: Face, in image: Image, among faces: [Face]) {
    var outcomes: [StandardQualityComponent: Outcome] = [:]
    for component in StandardQualityComponent.allCases {
      if case .none(let missing) = component.method { outcomes[component] = .notAssessed(missing) }
    }
    outcomes[.unifiedQualityScore] = Self.unified(of: face)
    outcomes.merge(PoseMeasures(face.pose).outcomes) { $1 }
    outcomes[.singleFacePresent] = Self.singleness(of: face, among: faces)
    let geometry: Result<FaceGeometry, MeasureFailure>
    do throws(MeasureFailure) {
      geometry = .success(try FaceGeometry(face))
    } catch {
      geometry = .failure(error)
    }
    outcomes.merge(GeometryMeasures(geometry, face.pose, width: image.width, height: image.height).outcomes) {
      $1
    }
    outcomes.merge(LightMeasures(geometry, in: image).outcomes) { $1 }
    self.outcomes = outcomes
  }

  /// The component's value, 0...100; `nil` where there is none.
  public subscript(component: StandardQualityComponent) -> Int? {
    guard case .value(let value, _)? = outcomes[component] else { return nil }
    return value
  }

  /// All values by the standard's names; what has no value is absent.
  public var valuesByName: [String: Double] {
    outcomes.reduce(into: [:]) { values, entry in
      if case .value(let value, _) = entry.value { values[entry.key.rawValue] = Double(value) }
    }
  }

  /// Components below a value, the lowest first; of equal ones in the standard's order.
  public func components(below limit: Int) -> [StandardQualityComponent] {
    StandardQualityComponent.allCases.compactMap { component in self[component].map { (component, $0) } }
      .filter { $0.1 < limit }.enumerated()
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
  }

  private static func unified(of face: Face) -> Outcome {
    guard let value = face.quality.components[.unified], value.isFinite else { return .failed(.notMeasured) }
    return .value(QualityMap.rounded(Double(value)), native: Double(value))
  }

  /// The second largest face's area over the largest one's.
  private static func singleness(of face: Face, among faces: [Face]) -> Outcome {
    var areas = (faces.contains(face) ? faces : faces + [face]).map {
      Double($0.box.width) * Double($0.box.height)
    }
    guard areas.allSatisfy(\.isFinite) else { return .failed(.noGeometry) }
    areas.sort(by: >)
    guard let largest = areas.first, largest > 0 else { return .failed(.noGeometry) }
    let share = areas.count > 1 ? max(areas[1], 0) / largest : 0
    return .value(QualityMap.rounded(100 * (1 - share)), native: share)
  }
}

/// Why a measure ends.
struct MeasureFailure: Error {
  let failure: FaceImageQuality.Failure

  init(_ failure: FaceImageQuality.Failure) { self.failure = failure }
}
