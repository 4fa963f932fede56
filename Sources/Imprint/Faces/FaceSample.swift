// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
public import ImprintRuntime

/// A template of one face in a picture, and the face that it is of.
public struct FaceSample: Sendable {
  /// `nil` where the format needs no face: none was looked for then.
  public let face: Face?
  public let template: Template

  public init(face: Face?, template: Template) {
    self.face = face
    self.template = template
  }

  /// The face's unified quality, 0...100; `nil` where none was measured.
  public var quality: Float? { face?.quality.components[.unified] }
}

extension Faces {
  /// Makes a template of one face in a picture. Where the format needs no face, none is looked for.
  /// - Parameters:
  ///   - choice: which face, where there are several.
  ///   - minimumQuality: what the face's unified quality is at least, 0...100. For enrolment take
  ///     ``ImprintRuntime/FaceCaptureOptions/standardQuality``, as a capture does: what is bad there is bad
  ///     at every comparison. Default: anything. A face whose quality was not measured is taken.
  ///   - created: when the picture was taken, in seconds since 1970; `nil` where it is not known.
  ///   - place: what an error calls the picture, such as its path.
  /// - Throws: ``FaceChoiceError``; ``FaceQualityError`` `lowQuality`, before a template is made; what
  ///   ``detect(in:)`` and the extractor throw.
  public func sample(
    of image: Image, choosing choice: FaceChoice = .only, with extractor: FaceExtractor,
    minimumQuality: Float = 0, created: Int64? = nil, place: String = "image"
  ) async throws -> FaceSample {
    guard extractor.format.needsFace else {
      return FaceSample(
        face: nil, template: try await extractor.template(of: image, face: nil, created: created))
    }
    let face = try choice.choose(from: await detect(in: image), of: image, place: place)
    try FaceQualityError.check(face.quality, atLeast: minimumQuality, place: place)
    return FaceSample(
      face: face, template: try await extractor.template(of: image, face: face, created: created))
  }

  /// The template of ``sample(of:choosing:with:minimumQuality:created:place:)``.
  public func template(
    of image: Image, choosing choice: FaceChoice = .only, with extractor: FaceExtractor,
    minimumQuality: Float = 0, created: Int64? = nil, place: String = "image"
  ) async throws -> Template {
    try await sample(
      of: image, choosing: choice, with: extractor, minimumQuality: minimumQuality, created: created,
      place: place
    ).template
  }

  /// Makes a template of every face in a picture that the extractor takes, largest first.
  /// - Throws: ``FaceChoiceError`` `noFace`; what ``detect(in:)`` and the extractor throw.
  public func samples(
    of image: Image, with extractor: FaceExtractor, place: String = "image"
  ) async throws -> FaceSamples {
    guard extractor.format.needsFace else {
      let template = try await extractor.template(of: image, face: nil)
      return FaceSamples(samples: [FaceSample(face: nil, template: template)], refused: [], mayBeMore: false)
    }
    let faces = try await detect(in: image)
    guard !faces.isEmpty else { throw FaceChoiceError.noFace(place) }
    var samples: [FaceSample] = []
    var refused: [FaceSamples.Refused] = []
    for face in faces {
      try Task.checkCancellation()
      do {
        samples.append(FaceSample(face: face, template: try await extractor.template(of: image, face: face)))
      } catch let error as PluginCallError where error.statusClass == .cannotAcquire {
        refused.append(FaceSamples.Refused(face: face, reason: error))
      }
    }
    return FaceSamples(
      samples: samples, refused: refused, mayBeMore: faces.count >= Self.mostOfOnePicture)
  }
}

/// Every face of one picture.
public struct FaceSamples: Sendable {
  /// A face that no template can be made of, such as a small or cut one.
  public struct Refused: Sendable {
    public let face: Face
    public let reason: PluginCallError
  }

  /// Largest first.
  public let samples: [FaceSample]
  public let refused: [Refused]
  /// Whether as many faces were found as are looked for (``Faces/mostOfOnePicture``): there may be more.
  public let mayBeMore: Bool
}
