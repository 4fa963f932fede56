// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.matcher/1`: image to template, templates to similarities.
public protocol MatcherPlugin: Plugin {
  /// What the algorithm is; equal to the manifest's `matcher` section.
  static var matcher: MatcherInfo { get }

  /// Makes a matcher. What only extraction needs (models) is loaded by the first `extract`, so that
  /// comparing alone stays light. Called by one thread at a time.
  /// - Throws: `.memory`, `.file`, or `.argument` for options it cannot take.
  func makeMatcher(_ options: MatcherOptions) throws(PluginFailure) -> any MatcherSession
}

/// One matcher: extracts, and owns what compares.
public protocol MatcherSession: AnyObject {
  /// Compares templates. Read once, when the matcher is made.
  var comparer: any TemplateComparer { get }

  /// Makes a template of one face. The same input gives the same bytes on every call and every run on the
  /// same machine. Called by one thread at a time, while others may be comparing.
  /// - Parameter face: with its landmarks; present where ``MatcherInfo/needsFace`` says so.
  /// - Throws: `.sample`, `.noSubject`, `.quality`: a typed failure to extract; `.model`, `.file`.
  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction
}

/// Compares templates, from any number of threads at once.
///
/// Comparing is split in two, so that the comparison of one with many is exactly that of one with one
/// and a template that cannot be read is found before anything is written.
public protocol TemplateComparer: Sendable {
  /// A template that was read and checked.
  associatedtype Prepared

  /// Reads a template. Its bytes are hostile. The kit has checked version and length against the info.
  /// - Throws: `.templateFormat`, `.templateVersion`, `.templateDamaged`.
  func prepare(_ template: TemplateView) throws(PluginFailure) -> Prepared

  /// How alike two templates are: finite, within ``MatcherInfo/similarities``, higher for more alike.
  func similarity(_ probe: Prepared, _ reference: Prepared) -> Float

  /// Compares one template with each of a gallery: `similarities[i]` becomes exactly
  /// `similarity(probe, prepare(gallery[i]))`, or NaN where the template cannot be read.
  ///
  /// The default does just that. Write your own where preparing each reference is too slow.
  func compare(_ probe: Prepared, with gallery: GalleryView, into similarities: inout MutableSpan<Float>)
}

extension TemplateComparer {
  public func compare(
    _ probe: Prepared, with gallery: GalleryView, into similarities: inout MutableSpan<Float>
  ) {
    for index in 0..<gallery.count {
      do throws(PluginFailure) {
        similarities[index] = similarity(probe, try gallery.prepare(index, self))
      } catch {
        similarities[index] = .nan
      }
    }
  }
}

/// What a matcher's algorithm is.
public struct MatcherInfo: Sendable, Hashable {
  public enum Modality: UInt32, Sendable, Hashable {
    case face = 1
    case finger = 2
    case voice = 3
  }

  public let modality: Modality
  /// Name of the template format, at most 63 bytes: `imprint.face-f6`.
  public let algorithm: String
  /// Version of the templates that `extract` makes, from 1.
  public let writes: UInt32
  /// Versions that `prepare` takes.
  public let reads: ClosedRange<UInt32>
  public let templates: TemplateLength
  /// Whether `extract` needs a face with landmarks; otherwise the image will do.
  public let needsFace: Bool
  /// Whether a with b equals b with a, bit by bit.
  public let isSymmetric: Bool
  /// No similarity lies outside.
  public let similarities: ClosedRange<Float>

  public init(
    modality: Modality, algorithm: String, writes: UInt32, reads: ClosedRange<UInt32>,
    templates: TemplateLength, needsFace: Bool, isSymmetric: Bool, similarities: ClosedRange<Float>
  ) {
    self.modality = modality
    self.algorithm = algorithm
    self.writes = writes
    self.reads = reads
    self.templates = templates
    self.needsFace = needsFace
    self.isSymmetric = isSymmetric
    self.similarities = similarities
  }
}

/// What is asked of a matcher.
public struct MatcherOptions: Sendable, Hashable {
  /// From 1 to the manifest's `concurrency.threads`.
  public let threads: Int
}
