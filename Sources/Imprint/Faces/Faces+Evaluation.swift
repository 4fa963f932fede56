// SPDX-License-Identifier: Apache-2.0
internal import Glibc
import ImprintFaceQuality
public import ImprintMatching
import ImprintImaging
import ImprintRuntime

extension Faces {
  /// Measures an extractor with a matcher on pictures: what `sdkctl evaluate` does.
  ///
  /// A picture without a face, and one that the extractor makes no template of, count as failures to acquire,
  /// with the reason. One that is missing or undecodable is listed, and in no rate.
  /// - Parameters:
  ///   - folder: the base of the list's relative paths.
  ///   - choice: which face, where a picture shows several. ``FaceChoice/only`` ends the evaluation in that
  ///     case.
  ///   - width: how many pictures are looked at at a time, 1 or more; each has a tracker and an extractor of
  ///     its own. The result is the same.
  ///   - measuresComponents: whether the components of ISO/IEC 29794-5 of each picture are measured too
  ///     (``EvaluationRun/measuredQualities``); of an extractor that needs no face there are none.
  ///   - progress: called after every picture, and while templates are compared.
  /// - Throws: ``EvaluationError`` `cancelled`, `noTemplates` where no picture gives one;
  ///   ``FaceChoiceError``, ``PluginError`` and ``PluginCallError`` as thrown.
  /// - Complexity: one detection and one extraction per picture; one template per picture stays in memory.
  public func evaluate(
    _ pairs: EvaluationPairs, imagesIn folder: String, choosing choice: FaceChoice = .central,
    with extractor: FaceExtractor, _ matcher: TemplateMatcher, width: Int = 1,
    measuresComponents: Bool = false, progress: (Evaluator.Progress) -> Void = { _ in }
  ) async throws -> EvaluationRun {
    var acquirers: [@Sendable (EvaluationPairs.Picture) async throws -> Evaluator.Acquisition] = []
    for number in 0..<max(width, 1) {
      let extractor =
        number == 0 ? extractor : try await self.extractor(format: extractor.format.template.algorithm)
      let tracker = extractor.format.needsFace ? try await tracker() : nil
      acquirers.append { picture in
        let path = picture.path.hasPrefix("/") ? picture.path : "\(folder)/\(picture.path)"
        return try await Self.acquire(path, choice, tracker, extractor, measuresComponents)
      }
    }
    return try await Evaluator(matcher).evaluate(pairs, acquirers: acquirers, progress: progress)
  }

  /// How many pictures an evaluation looks at at a time to use all processors: 1...8.
  public static var evaluationWidth: Int {
    // More would cost memory, as each has its networks.
    min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 8)
  }

  private static func acquire(
    _ path: String, _ choice: FaceChoice, _ tracker: FaceTracker?, _ extractor: FaceExtractor,
    _ measuresComponents: Bool
  ) async throws -> Evaluator.Acquisition {
    let image: Image
    do throws(ImagingError) {
      image = try ImageFile.read(path)
    } catch {
      // Lack of memory is not the picture's fault.
      guard error.code != .outOfMemory else { throw error }
      return .unread(reason: error.code.rawValue)
    }
    do {
      guard let tracker else { return .template(try await extractor.template(of: image, face: nil)) }
      // Pictures are no stream: no state may carry over from one to the next.
      await tracker.reset()
      let faces = try await tracker.track(image, timestamp: 0)
      let face = try choice.choose(from: faces, of: image, place: path)
      let template = try await extractor.template(of: image, face: face)
      guard measuresComponents else { return .template(template) }
      let quality = FaceImageQuality(of: face, in: image, among: faces)
      return .template(template, qualities: quality.valuesByName)
    } catch let error as FaceChoiceError where error.code == .noFace {
      return .failure(reason: error.code.rawValue)
    } catch let error as PluginCallError where error.statusClass == .cannotAcquire {
      return .failure(reason: error.code.rawValue)
    }
  }
}
