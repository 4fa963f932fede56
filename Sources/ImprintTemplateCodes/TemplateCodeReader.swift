// SPDX-License-Identifier: Apache-2.0
internal import ImprintImaging
public import ImprintModel

/// Finds the QR code of a face template in a picture, at any angle.
public enum TemplateCodeReader {
  /// Longest sides that a picture is looked at with, in pixels: a large code is found in the smaller ones, a
  /// small one in the largest, which takes most time and so comes last. No more, as what the search takes
  /// grows with what looks like a code in a picture, which is hostile.
  private static let sides = [1536, 768, 384, 3072]
  /// A picture that is smaller is enlarged, since a module of a pixel is not found.
  private static let enlargedBelow = 192

  /// Reads the one template that a picture shows. Other codes beside it are passed over.
  ///
  /// What the code does not say is unknown in the template: when it was captured, and which plugin made it.
  /// - Throws: ``TemplateCodeError``: `noCode`, `notATemplate` if codes hold other things, `severalCodes` if
  ///   there are several templates, `damaged`, `newerVersion`, `imaging`, `outOfMemory`.
  /// - Complexity: O(pixels), and a second at most for a photograph; several for one made to take long. Safe
  ///   from any thread.
  public static func template(
    in image: Image, place: String = "picture"
  ) throws(TemplateCodeError) -> Template {
    var found: Set<[UInt8]> = []
    for view in views(of: image) {
      found.formUnion(try CodeScanner.contents(of: shown(image, at: view), place: place))
      let templates = found.filter(PackedFaceTemplate.begins)
      if templates.count > 1 {
        throw TemplateCodeError(
          .severalCodes, place: place, reason: "it shows the codes of \(templates.count) templates.",
          remedy: "Give a picture of one code.")
      }
      if let payload = templates.first { return try template(of: payload, place: place) }
    }
    guard found.isEmpty else {
      throw TemplateCodeError(
        .notATemplate, place: place, reason: "its QR code holds something else than a template.",
        remedy: "Give a picture of a code that `sdkctl template qr make` has made.")
    }
    throw TemplateCodeError(
      .noCode, place: place, reason: "no QR code is found in it.",
      remedy: "Take a sharp picture of the whole code with the white around it, and make it larger.")
  }

  private static func template(of payload: [UInt8], place: String) throws(TemplateCodeError) -> Template {
    let packed = try PackedFaceTemplate(payload, place: place)
    // No template of version 1 is fused: one sample.
    guard
      let format = TemplateFormat(
        algorithm: PackedFaceTemplate.algorithm, version: PackedFaceTemplate.version),
      let template = Template(
        format: format, modality: .face, site: .face, quality: packed.quality, samples: 1,
        payload: packed.payload)
    else { throw .outOfMemory(place) }
    return template
  }

  /// The longest sides to look at a picture with, each once.
  private static func views(of image: Image) -> [Int] {
    let longest = max(image.width, image.height)
    var views: [Int] = []
    for side in sides.map({ min($0, longest) }) where !views.contains(side) { views.append(side) }
    return longest < enlargedBelow ? views + [4 * longest] : views
  }

  private static func shown(_ image: Image, at side: Int) throws(TemplateCodeError) -> Image {
    do throws(ImagingError) {
      guard side > max(image.width, image.height) else {
        return try image.scaledDown(toFit: side).converted(to: .grey8)
      }
      let factor = side / max(image.width, image.height)
      return try image.converted(to: .grey8).scaled(
        width: factor * image.width, height: factor * image.height)
    } catch { throw TemplateCodeError(error.code == .outOfMemory ? .outOfMemory : .imaging, error) }
  }
}
