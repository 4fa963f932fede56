// SPDX-License-Identifier: Apache-2.0
public import Imprint
internal import ImprintModel
public import ImprintPuppet

extension Faces {
  /// Makes a puppet of a photograph of one person, by the set's tracker.
  /// - Parameters:
  ///   - photograph: Of a face that looks into the camera, with some shoulder; how far it is turned away,
  ///     ``PuppetFile/turn`` tells.
  ///   - place: What an error calls it, such as its path.
  /// - Throws: ``PuppetError`` `no-face`, `many-faces`, `too-small`; what ``detect(in:)`` throws.
  public func puppet(of photograph: Image, place: String = "the photograph") async throws -> PuppetFile {
    let faces = try await detect(in: photograph)
    guard let face = faces.first else {
      throw PuppetError(
        .noFace, place: place, reason: "no face was found in it.",
        remedy: "Give a photograph of one person who looks into the camera, lit from the front.")
    }
    guard faces.count == 1 else {
      throw PuppetError(
        .manyFaces, place: place, reason: "\(faces.count) faces were found in it.",
        remedy: "Cut one person out of it: the others would stand behind the puppet.")
    }
    return try PuppetFile(image: photograph, face: face, place: place)
  }
}
