// SPDX-License-Identifier: Apache-2.0
import CImprint

/// A template's payload, lent for the length of a call.
public struct TemplateView: ~Escapable {
  /// The version its envelope states.
  public let version: UInt32
  public let bytes: RawSpan

  @_lifetime(copy bytes)
  init(version: UInt32, bytes: RawSpan) {
    self.version = version
    self.bytes = bytes
  }
}

/// Many templates in one piece of memory, lent for the length of a call. The kit has checked that each lies
/// within it.
public struct GalleryView: ~Escapable {
  /// How many templates there are.
  public let count: Int
  /// Of all of them.
  public let version: UInt32
  /// All templates, one after the other.
  public let bytes: RawSpan

  private let format: MatcherFormat
  /// `count + 1` rising offsets; `nil` where each template is `length` long.
  private let offsets: UnsafePointer<UInt64>?
  private let length: Int

  /// - Throws: `.argument` where a template does not lie within the gallery's bytes.
  @_lifetime(borrow gallery)
  init(checking gallery: imp_gallery, of format: MatcherFormat) throws(PluginFailure) {
    guard let count = Int(exactly: gallery.count), count < Int.max else {
      throw PluginFailure(.argument, "A gallery cannot have \(gallery.count) templates.")
    }
    let lent = try lentBytes(gallery.data, "The gallery")
    var length = 0
    if let offsets = gallery.offsets {
      for index in 0..<count where offsets[index] > offsets[index + 1] {
        throw PluginFailure(.argument, "The gallery's offset \(index + 1) is lower than the previous one.")
      }
      guard offsets[count] <= UInt64(lent.count) else {
        throw PluginFailure(.argument, "The gallery's last offset lies beyond its \(lent.count) bytes.")
      }
    } else if case .exactly(let bytes) = format.templates {
      let (all, overflow) = count.multipliedReportingOverflow(by: bytes)
      guard count == 0 || !overflow && all == lent.count else {
        throw PluginFailure(.argument, "\(lent.count) bytes are not \(count) templates of \(bytes).")
      }
      length = bytes
    } else if count > 0 {
      throw PluginFailure(
        .argument, "Templates of \(format.name) differ in length: the gallery needs offsets.")
    }
    self.count = count
    version = gallery.version
    bytes = _overrideLifetime(RawSpan(_unsafeBytes: lent), borrowing: gallery)
    self.format = format
    offsets = gallery.offsets
    self.length = length
  }

  /// Where template `index` lies in ``bytes``. Its length may be wrong: templates are untrusted.
  public func range(_ index: Int) -> Range<Int> {
    precondition((0..<count).contains(index), "The gallery has \(count) templates.")
    if let offsets { return Int(offsets[index])..<Int(offsets[index + 1]) }
    return index * length..<(index + 1) * length
  }

  public subscript(index: Int) -> TemplateView {
    @_lifetime(copy self)
    get { TemplateView(version: version, bytes: bytes.extracting(range(index))) }
  }

  /// Reads one template, after the kit's own checks of version and length.
  public func prepare<C: TemplateComparer>(_ index: Int, _ comparer: C) throws(PluginFailure) -> C.Prepared {
    let template = self[index]
    try format.check(template)
    return try comparer.prepare(template)
  }
}

extension MatcherFormat {
  /// Whether a template's version and length are those that the format states.
  func check(_ template: TemplateView) throws(PluginFailure) {
    guard reads.contains(template.version) else {
      throw PluginFailure(
        .templateVersion,
        "\(name) reads template versions \(reads.lowerBound)...\(reads.upperBound), not \(template.version)."
      )
    }
    let count = template.bytes.byteCount
    guard templates.holds(count) else {
      throw PluginFailure(.templateDamaged, "A template of \(name) is not \(count) bytes long.")
    }
  }
}
