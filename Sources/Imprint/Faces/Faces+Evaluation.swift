// SPDX-License-Identifier: Apache-2.0
public import ImprintMatching
import ImprintImaging
import ImprintRuntime

extension Faces {
  /// Measures an extractor with a matcher on a list of pairs of pictures: what `sdkctl evaluate` does.
  ///
  /// A picture without a face, one that the extractor makes no template of, and one that is missing or
  /// undecodable count as failures to acquire, with the reason.
  /// - Parameters:
  ///   - folder: the base of the list's relative paths.
  ///   - choice: which face, where a picture shows several. ``FaceChoice/only`` ends the evaluation in that
  ///     case.
  ///   - progress: called after every picture, and while templates are compared.
  /// - Throws: ``EvaluationError`` `cancelled`, `noTemplates` where no picture gives one;
  ///   ``FaceChoiceError``, ``PluginError`` and ``PluginCallError`` as thrown.
  /// - Complexity: one detection and one extraction per picture, sequentially; one template per picture stays
  ///   in memory.
  public func evaluate(
    _ pairs: EvaluationPairs, imagesIn folder: String, choosing choice: FaceChoice = .largest,
    with extractor: FaceExtractor, _ matcher: TemplateMatcher,
    progress: (Evaluator.Progress) -> Void = { _ in }
  ) async throws -> EvaluationRun {
    let tracker = extractor.format.needsFace ? try await tracker() : nil
    return try await Evaluator(matcher).evaluate(
      pairs,
      acquire: { picture in
        let path = picture.path.hasPrefix("/") ? picture.path : "\(folder)/\(picture.path)"
        return try await Self.acquire(path, choice, tracker, extractor)
      }, progress: progress)
  }

  private static func acquire(
    _ path: String, _ choice: FaceChoice, _ tracker: FaceTracker?, _ extractor: FaceExtractor
  ) async throws -> Evaluator.Acquisition {
    let image: Image
    do throws(ImagingError) {
      image = try ImageFile.read(path)
    } catch {
      // Lack of memory is not the picture's fault.
      guard error.code != .outOfMemory else { throw error }
      return .failure(reason: error.code.rawValue)
    }
    do {
      guard let tracker else { return .template(try await extractor.template(of: image, face: nil)) }
      // Pictures are no stream: no state may carry over from one to the next.
      await tracker.reset()
      let faces = try await tracker.track(image, timestamp: 0)
      let face = try choice.choose(from: faces, of: image, place: path)
      return .template(try await extractor.template(of: image, face: face))
    } catch let error as FaceChoiceError where error.code == .noFace {
      return .failure(reason: error.code.rawValue)
    } catch let error as PluginCallError where error.statusClass == .cannotAcquire {
      return .failure(reason: error.code.rawValue)
    }
  }
}
