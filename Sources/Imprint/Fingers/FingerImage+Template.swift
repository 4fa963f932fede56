// SPDX-License-Identifier: Apache-2.0
public import ImprintImaging
internal import ImprintMatching
public import ImprintModel
public import ImprintRuntime

extension FingerImage {
  /// The same with one resolution along both axes, as extractors take it: along the finer axis it is reduced
  /// to the coarser one's. Itself where both are the same. O(pixels).
  /// - Throws: ``ImagingError`` where it cannot be scaled.
  public func withEvenResolution() throws(ImagingError) -> FingerImage {
    guard !resolution.isEven else { return self }
    let least = min(resolution.x, resolution.y)
    let scaled = try image.scaled(
      width: max(1, (image.width * least + resolution.x / 2) / resolution.x),
      height: max(1, (image.height * least + resolution.y / 2) / resolution.y))
    guard let even = FingerResolution(x: least, y: least),
      let made = FingerImage(image: scaled, resolution: even, impression: impression, liveness: liveness)
    else { preconditionFailure("The least of two resolutions is one, and a scaled grey image is grey.") }
    return made
  }
}

extension FingerExtractor {
  /// A template of an image from a reader, whose resolution is made the same along both axes first.
  /// - Parameter position: Which finger it is, where that is known.
  /// - Throws: ``ImagingError``; ``PluginCallError`` as ``FingerExtractor/extract(_:finger:)``.
  public func template(of image: FingerImage, position: BodySite = .unknown) async throws -> Template {
    try await template(
      of: image.withEvenResolution().image, finger: Finger(position: position, impression: image.impression))
  }
}
