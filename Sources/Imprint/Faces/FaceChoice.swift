// SPDX-License-Identifier: Apache-2.0

/// Which face of an image with several is used.
public enum FaceChoice: String, Sendable, Hashable, CaseIterable {
  /// The only one: there must be exactly one.
  case only
  /// The largest.
  case largest
  /// The one nearest to the image's centre.
  case central

  /// Chooses a face.
  /// - Parameters:
  ///   - faces: of `image`, largest first, as trackers give them.
  ///   - place: what an error calls the image, such as its path.
  ///   - cap: the maximum number of faces detected; where it is reached, there may be more.
  /// - Throws: ``FaceChoiceError`` `noFace` where there is none, `manyFaces` where ``only`` finds several.
  public func choose(
    from faces: [Face], of image: Image, place: String = "image", cap: Int = Faces.mostOfOnePicture
  ) throws(FaceChoiceError) -> Face {
    guard let first = faces.first else { throw .noFace(place) }
    switch self {
    case .only:
      guard faces.count == 1 else { throw .manyFaces(faces.count, place, isCap: faces.count >= cap) }
      return first
    case .largest: return first
    case .central:
      let middle = Point(x: Float(image.width) / 2, y: Float(image.height) / 2)
      func distance(_ face: Face) -> Float {
        let (x, y) = (face.box.center.x - middle.x, face.box.center.y - middle.y)
        return x * x + y * y
      }
      return faces.min { distance($0) < distance($1) } ?? first
    }
  }
}

/// Why no face of an image could be chosen.
public typealias FaceChoiceError = Explained<FaceChoiceErrorCode>

public enum FaceChoiceErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The image shows no face.
  case noFace = "no-face"
  /// It shows several, and none was selected.
  case manyFaces = "many-faces"
}

extension FaceChoiceError {
  static func noFace(_ place: String) -> FaceChoiceError {
    FaceChoiceError(
      .noFace, place: place, reason: "no face was found in it.",
      remedy: "Give a picture of one person who looks into the camera, lit from the front.")
  }

  static func manyFaces(_ count: Int, _ place: String, isCap: Bool) -> FaceChoiceError {
    FaceChoiceError(
      .manyFaces, place: place,
      reason: isCap
        ? "at least \(count) faces were found in it, which is the maximum that is detected."
        : "\(count) faces were found in it.",
      remedy: "Give a picture of one person, or choose the largest or the central face (--face largest).")
  }
}
