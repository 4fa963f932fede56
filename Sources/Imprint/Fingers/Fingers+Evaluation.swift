// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
public import ImprintMatching
public import ImprintRuntime

extension Fingers {
  /// Measures an extractor with a matcher on pictures of fingerprints: what `sdkctl evaluate --modality
  /// finger` does. Who is compared is a finger: two of one person are two.
  ///
  /// A picture of which the extractor makes no template counts as a failure to acquire, with the reason. One
  /// that is missing or undecodable is listed, and in no rate; so is one with colours, and one whose
  /// resolution the extractor does not take.
  /// - Parameters:
  ///   - folder: the base of the list's relative paths.
  ///   - resolution: of pictures that state none (``ImageFile/statedResolution(_:)``), in pixels a metre: 500
  ///     dots an inch are 19,685.
  ///   - width: how many pictures are looked at at a time, 1 or more; each has an extractor of its own. The
  ///     result is the same.
  ///   - progress: called after every picture, and while templates are compared.
  /// - Throws: ``EvaluationError`` `cancelled`, `noTemplates` where no picture gives one; ``PluginError`` and
  ///   ``PluginCallError`` as thrown.
  /// - Complexity: one extraction per picture; one template per picture stays in memory.
  public func evaluate(
    _ pairs: EvaluationPairs, imagesIn folder: String, resolution: Int, with extractor: FingerExtractor,
    _ matcher: TemplateMatcher, width: Int = 1, progress: (Evaluator.Progress) -> Void = { _ in }
  ) async throws -> EvaluationRun {
    var acquirers: [@Sendable (EvaluationPairs.Picture) async throws -> Evaluator.Acquisition] = []
    for number in 0..<max(width, 1) {
      let extractor =
        number == 0 ? extractor : try await self.extractor(format: extractor.format.template.algorithm)
      acquirers.append { picture in
        let path = picture.path.hasPrefix("/") ? picture.path : "\(folder)/\(picture.path)"
        return try await Self.acquire(path, resolution, extractor)
      }
    }
    return try await Evaluator(matcher).evaluate(pairs, acquirers: acquirers, progress: progress)
  }

  private static func acquire(
    _ path: String, _ resolution: Int, _ extractor: FingerExtractor
  ) async throws -> Evaluator.Acquisition {
    let file: Image
    let stated: Int
    do throws(ImagingError) {
      file = try ImageFile.read(path)
      stated = try ImageFile.statedResolution(path) ?? resolution
    } catch {
      // Lack of memory is not the picture's fault.
      guard error.code != .outOfMemory else { throw error }
      return .unread(reason: error.code.rawValue)
    }
    guard file.format == .grey8 else { return .unread(reason: "colours") }
    guard extractor.format.resolutions.contains(stated),
      let image = Image(
        width: file.width, height: file.height, format: file.format, bytesPerRow: file.bytesPerRow,
        resolution: stated, pixels: file.pixels)
    else { return .unread(reason: "resolution") }
    do {
      return .template(try await extractor.template(of: image, finger: Finger()))
    } catch let error as PluginCallError where error.statusClass == .cannotAcquire {
      return .failure(reason: error.code.rawValue)
    }
  }
}
