// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
public import ImprintRuntime

/// A template of one face in an image, and that face.
public struct FaceSample: Sendable {
  /// `nil` where the format needs no face: none is detected then.
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
  /// Makes a template of one face in an image. Where the format needs no face, none is detected.
  /// - Parameters:
  ///   - choice: which face, where there are several.
  ///   - minimumQuality: the least unified quality of the face, 0...100. For enrolment use
  ///     ``ImprintRuntime/FaceCaptureOptions/standardQuality``, as a capture does: a poor reference degrades
  ///     every comparison. Default: any. A face of unmeasured quality is accepted.
  ///   - created: when the image was taken, in seconds since 1970; `nil` if unknown.
  ///   - place: what an error calls the image, such as its path.
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

  /// Makes a template of every face in an image that the extractor accepts, largest first.
  /// - Parameter minimumQuality: faces of a lower unified quality are passed over, 0...100: default, none is.
  /// - Throws: ``FaceChoiceError`` `noFace`; what ``detect(in:)`` and the extractor throw.
  public func samples(
    of image: Image, with extractor: FaceExtractor, minimumQuality: Float = 0, place: String = "image"
  ) async throws -> FaceSamples {
    guard extractor.format.needsFace else {
      let template = try await extractor.template(of: image, face: nil)
      return FaceSamples(
        samples: [FaceSample(face: nil, template: template)], refused: [], poor: [], mayBeMore: false)
    }
    let faces = try await detect(in: image)
    guard !faces.isEmpty else { throw FaceChoiceError.noFace(place) }
    var samples: [FaceSample] = []
    var refused: [FaceSamples.Refused] = []
    var poor: [FaceSamples.Poor] = []
    for face in faces {
      try Task.checkCancellation()
      do throws(FaceQualityError) {
        try FaceQualityError.check(face.quality, atLeast: minimumQuality, place: place)
      } catch {
        poor.append(FaceSamples.Poor(face: face, reason: error))
        continue
      }
      do {
        samples.append(FaceSample(face: face, template: try await extractor.template(of: image, face: face)))
      } catch let error as PluginCallError where error.statusClass == .cannotAcquire {
        refused.append(FaceSamples.Refused(face: face, reason: error))
      }
    }
    return FaceSamples(
      samples: samples, refused: refused, poor: poor, mayBeMore: faces.count >= Self.mostOfOnePicture)
  }
}

/// Every face of one image.
public struct FaceSamples: Sendable {
  /// A face that no template can be made of, such as a small or truncated one.
  public struct Refused: Sendable {
    public let face: Face
    public let reason: PluginCallError
  }

  /// A face of a lower quality than was asked for.
  public struct Poor: Sendable {
    public let face: Face
    public let reason: FaceQualityError
  }

  /// Largest first.
  public let samples: [FaceSample]
  public let refused: [Refused]
  public let poor: [Poor]
  /// Whether the maximum number of faces was found (``Faces/mostOfOnePicture``): there may be more.
  public let mayBeMore: Bool
}
