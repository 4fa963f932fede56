// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What an `imp_matcher` points to: checks a call's arguments, makes it, and writes the answer out.
final class ProvidedMatcher {
  let host: Host
  private let comparer: any TemplateComparer
  private let format: MatcherFormat

  /// No more templates are fused at once.
  private static let mostFused = 64

  init(host: Host, comparer: any TemplateComparer, format: MatcherFormat) {
    self.host = host
    self.comparer = comparer
    self.format = format
  }

  func compare(
    _ probe: UnsafeRawBufferPointer, _ probeVersion: UInt32, _ reference: UnsafeRawBufferPointer,
    _ referenceVersion: UInt32, _ similarity: inout Float
  ) throws(PluginFailure) {
    let value = try compareTwo(comparer, probe, probeVersion, reference, referenceVersion)
    try check(value)
    similarity = value
  }

  private func compareTwo<C: TemplateComparer>(
    _ comparer: C, _ probe: UnsafeRawBufferPointer, _ probeVersion: UInt32,
    _ reference: UnsafeRawBufferPointer, _ referenceVersion: UInt32
  ) throws(PluginFailure) -> Float {
    let probe = TemplateView(version: probeVersion, bytes: probe.bytes)
    let reference = TemplateView(version: referenceVersion, bytes: reference.bytes)
    try format.check(probe)
    try format.check(reference)
    return try comparer.similarity(of: probe, to: reference)
  }

  private func prepare<C: TemplateComparer>(
    _ comparer: C, _ bytes: UnsafeRawBufferPointer, _ version: UInt32
  ) throws(PluginFailure) -> C.Prepared {
    let template = TemplateView(version: version, bytes: bytes.bytes)
    try format.check(template)
    return try comparer.prepare(template)
  }

  private func check(_ similarity: Float) throws(PluginFailure) {
    guard format.similarities.contains(similarity) else {
      throw PluginFailure(
        .internal, "\(format.name) returned a similarity of \(similarity), outside its stated range.")
    }
  }

  func compareMany(
    _ probe: UnsafeRawBufferPointer, _ probeVersion: UInt32, _ gallery: imp_gallery,
    _ similarities: UnsafeMutablePointer<Float>?
  ) throws(PluginFailure) {
    let references = try GalleryView(checking: gallery, of: format)
    guard references.count == 0 || similarities != nil else {
      throw PluginFailure(.argument, "The output pointer for \(references.count) similarities is null.")
    }
    let results = UnsafeMutableBufferPointer(start: similarities, count: references.count)
    try compareMany(comparer, probe, probeVersion, references, results)
    for value in results where !value.isNaN { try check(value) }
  }

  private func compareMany<C: TemplateComparer>(
    _ comparer: C, _ probe: UnsafeRawBufferPointer, _ probeVersion: UInt32, _ gallery: GalleryView,
    _ results: UnsafeMutableBufferPointer<Float>
  ) throws(PluginFailure) {
    let probe = try prepare(comparer, probe, probeVersion)
    guard format.reads.contains(gallery.version) else {
      results.update(repeating: .nan)
      return
    }
    var span = results.mutableSpan
    comparer.compare(probe, with: gallery, into: &span)
  }

  func fuse(
    _ gallery: imp_gallery, _ payload: LentBuffer, _ fusion: inout imp_fusion
  ) throws(PluginFailure) {
    let templates = try GalleryView(checking: gallery, of: format)
    guard let version = format.fuses else {
      throw PluginFailure(.unsupported, "\(format.name) does not fuse templates.")
    }
    try ImprintPluginKit.check(templates.count, in: 1...Self.mostFused, "The number of templates")
    try payload.checkRoom(for: format.templates)
    var made = try fuse(comparer, templates)
    guard (1...templates.count).contains(made.count) else {
      wipe(&made.template)
      throw PluginFailure(
        .internal, "\(format.name) reports a fusion of \(made.count) of \(templates.count) templates.")
    }
    try payload.give(&made.template, quality: made.quality, as: format.name, format.templates)
    fusion.version = version
    fusion.count = UInt32(made.count)
    fusion.quality = made.quality ?? -1
  }

  private func fuse<C: TemplateComparer>(
    _ comparer: C, _ gallery: GalleryView
  ) throws(PluginFailure) -> Fusion {
    var templates: [C.Prepared] = []
    templates.reserveCapacity(gallery.count)
    for index in 0..<gallery.count { templates.append(try gallery.prepare(index, comparer)) }
    return try comparer.fuse(templates)
  }
}
