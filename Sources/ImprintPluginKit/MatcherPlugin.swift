// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.matcher/2`: templates to similarities, and several of one person to
/// one.
public protocol MatcherPlugin: Plugin {
  /// The formats it compares: 1 to 16, each name once; equal to the manifest's. The same for the plugin's
  /// whole life.
  var matcherFormats: [MatcherFormat] { get }

  /// Makes what compares templates of one of them. Called by one thread at a time.
  /// - Throws: `.model`, `.file`, `.memory`, or `.argument` for options it cannot take.
  func makeComparer(_ options: MatcherOptions) throws(PluginFailure) -> any TemplateComparer
}

/// Compares templates of one format, from any number of threads at once.
///
/// Comparing is split in two, so that the comparison of one with many is exactly that of one with one
/// and a template that cannot be read is found before anything is written.
public protocol TemplateComparer: Sendable {
  /// A template that was read and checked. Nothing of it may stay: a class can overwrite itself when
  /// it goes.
  associatedtype Prepared

  /// Reads a template. Its bytes are untrusted. The kit has checked version and length against the format.
  /// - Throws: `.templateFormat`, `.templateVersion`, `.templateDamaged`.
  func prepare(_ template: TemplateView) throws(PluginFailure) -> Prepared

  /// How alike two templates are: finite, within ``MatcherFormat/similarities``, higher for more alike
  ///
  func similarity(_ probe: Prepared, _ reference: Prepared) -> Float

  /// Compares one template with one: exactly `similarity(prepare(probe), prepare(reference))`, with the same
  /// errors.
  ///
  /// The default does just that. Write your own where both can be compared where they are: nothing is copied
  /// then, and nothing has to be erased.
  func similarity(of probe: TemplateView, to reference: TemplateView) throws(PluginFailure) -> Float

  /// Compares one template with each of a gallery: `similarities[i]` becomes exactly
  /// `similarity(probe, prepare(gallery[i]))`, or NaN where the template cannot be read.
  ///
  /// The default does just that. Write your own where preparing each reference is too slow.
  func compare(_ probe: Prepared, with gallery: GalleryView, into similarities: inout MutableSpan<Float>)

  /// Makes one template of 1 to 64 of one person, of the version ``MatcherFormat/fuses``. Their order does
  /// not matter: the same templates give the same bytes.
  ///
  /// The default is for a format that fuses none. It is not asked then.
  /// - Throws: `.templatesDisagree` where they do not agree, as when one is another person's.
  func fuse(_ templates: [Prepared]) throws(PluginFailure) -> Fusion
}

extension TemplateComparer {
  public func similarity(of probe: TemplateView, to reference: TemplateView) throws(PluginFailure) -> Float {
    similarity(try prepare(probe), try prepare(reference))
  }

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

  public func fuse(_ templates: [Prepared]) throws(PluginFailure) -> Fusion {
    throw PluginFailure(.unsupported, "It does not fuse templates.")
  }
}

/// A format of templates that is compared.
public struct MatcherFormat: Sendable, Hashable {
  public enum Modality: UInt32, Sendable, Hashable {
    case face = 1
    case finger = 2
    case voice = 3
  }

  /// At most 63 bytes: `imprint.face-f6`. Templates of different names are never compared.
  public let name: String
  public let modality: Modality
  /// Versions that `prepare` takes, from 1.
  public let reads: ClosedRange<UInt32>
  public let templates: TemplateLength
  /// Whether a with b equals b with a, bit by bit.
  public let isSymmetric: Bool
  /// No similarity lies outside.
  public let similarities: ClosedRange<Float>
  /// The version of the templates that `fuse` makes, one of ``reads``; `nil` where it makes none.
  public let fuses: UInt32?

  public init(
    name: String, modality: Modality, reads: ClosedRange<UInt32>, templates: TemplateLength,
    isSymmetric: Bool, similarities: ClosedRange<Float>, fuses: UInt32? = nil
  ) {
    self.name = name
    self.modality = modality
    self.reads = reads
    self.templates = templates
    self.isSymmetric = isSymmetric
    self.similarities = similarities
    self.fuses = fuses
  }
}

/// What is asked of a matcher.
public typealias MatcherOptions = FormatOptions<MatcherFormat>

/// One template of several.
public struct Fusion: Sendable {
  /// The bare payload, of the version ``MatcherFormat/fuses``.
  public internal(set) var template: [UInt8]
  /// Of how many it is: fewer than were given where poor ones were left out.
  public let count: Int
  /// 0...100, higher is better for matching; `nil`: not measured.
  public let quality: Float?

  public init(template: [UInt8], of count: Int, quality: Float? = nil) {
    self.template = template
    self.count = count
    self.quality = quality
  }
}
