// SPDX-License-Identifier: Apache-2.0
public import ImprintFaceQuality
public import ImprintModel

extension Faces {
  /// Finds a face in an image and measures its quality by the components of ISO/IEC 29794-5.
  ///
  /// Of an image that a capture kept, the face is known:
  /// ``ImprintFaceQuality/FaceImageQuality/init(of:in:among:)``.
  /// - Parameters:
  ///   - choice: which face, where there are several; they count against `SingleFacePresent` all the same.
  ///   - place: what an error calls the image, such as its path.
  /// - Throws: ``FaceChoiceError``; what ``detect(in:)`` throws.
  public func quality(
    of image: Image, choosing choice: FaceChoice = .largest, place: String = "image"
  ) async throws -> (face: Face, quality: FaceImageQuality) {
    let faces = try await detect(in: image)
    let face = try choice.choose(from: faces, of: image, place: place)
    return (face, FaceImageQuality(of: face, in: image, among: faces))
  }
}
