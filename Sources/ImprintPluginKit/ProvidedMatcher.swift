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
    comparer.similarity(
      try prepare(comparer, probe, probeVersion), try prepare(comparer, reference, referenceVersion))
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
        .internal, "\(format.name) gave a similarity of \(similarity), outside the range it states.")
    }
  }

  func compareMany(
    _ probe: imp_bytes, _ probeVersion: UInt32, _ gallery: UnsafePointer<imp_gallery>,
    _ similarities: UnsafeMutablePointer<Float>?
  ) -> imp_status {
    host.answer { () throws(PluginFailure) in
      let count = try format.checkShape(gallery)
      guard count == 0 || similarities != nil else {
        throw PluginFailure(.argument, "There is no place for \(count) similarities.")
      }
      let results = UnsafeMutableBufferPointer(start: similarities, count: count)
      try compareMany(comparer, lentBytes(probe, "probe"), probeVersion, gallery.pointee, results)
      for value in results where !value.isNaN { try check(value) }
    }
  }

  private func compareMany<C: TemplateComparer>(
    _ comparer: C, _ probe: UnsafeRawBufferPointer, _ probeVersion: UInt32, _ gallery: imp_gallery,
    _ results: UnsafeMutableBufferPointer<Float>
  ) throws(PluginFailure) {
    let probe = try prepare(comparer, probe, probeVersion)
    guard format.reads.contains(gallery.version) else {
      results.update(repeating: .nan)
      return
    }
    let data = UnsafeRawBufferPointer(start: gallery.data.data, count: gallery.data.length)
    var span = results.mutableSpan
    comparer.compare(
      probe,
      with: GalleryView(
        gallery, count: results.count, bytes: data.bytes, format: format, length: format.fixedLength),
      into: &span)
  }

  func fuse(
    _ gallery: UnsafePointer<imp_gallery>, _ payload: UnsafeMutablePointer<imp_buffer>,
    _ fusion: UnsafeMutablePointer<imp_fusion>
  ) -> imp_status {
    host.answer { () throws(PluginFailure) in
      let payload = try LentBuffer(payload, "payload")
      guard isSized(UnsafePointer(fusion), \.size) else {
        throw PluginFailure(.abi, "The fusion has a wrong size field.")
      }
      let count = try format.checkShape(gallery)
      guard let version = format.fuses else {
        throw PluginFailure(.unsupported, "\(format.name) fuses no templates.")
      }
      guard (1...Self.mostFused).contains(count) else {
        throw PluginFailure(.argument, "\(count) templates; 1 to \(Self.mostFused) are fused at once.")
      }
      if case .exactly(let bytes) = format.templates { try payload.checkRoom(for: bytes) }
      var made = try fuse(comparer, gallery.pointee, count)
      guard (1...count).contains(made.count) else {
        wipe(&made.template)
        throw PluginFailure(
          .internal, "\(format.name) made a template of \(made.count) of \(count) templates.")
      }
      try payload.give(&made.template, quality: made.quality, as: format.name, format.templates)
      fusion.pointee.version = version
      fusion.pointee.count = UInt32(made.count)
      fusion.pointee.quality = made.quality ?? -1
    }
  }

  private func fuse<C: TemplateComparer>(
    _ comparer: C, _ gallery: imp_gallery, _ count: Int
  ) throws(PluginFailure) -> Fusion {
    let data = UnsafeRawBufferPointer(start: gallery.data.data, count: gallery.data.length)
    let view = GalleryView(
      gallery, count: count, bytes: data.bytes, format: format, length: format.fixedLength)
    var templates: [C.Prepared] = []
    templates.reserveCapacity(count)
    for index in 0..<count { templates.append(try view.prepare(index, comparer)) }
    return try comparer.fuse(templates)
  }
}

extension MatcherFormat {
  /// Every template's length; `nil` where lengths differ.
  var fixedLength: Int? {
    if case .exactly(let bytes) = templates { bytes } else { nil }
  }

  /// Checks that every template of the gallery lies within its data.
  /// - Returns: how many there are.
  func checkShape(_ lent: UnsafePointer<imp_gallery>) throws(PluginFailure) -> Int {
    guard isSized(lent, \.size) else { throw PluginFailure(.abi, "The gallery has a wrong size field.") }
    let gallery = lent.pointee
    guard let count = Int(exactly: gallery.count), count < Int.max else {
      throw PluginFailure(.argument, "A gallery cannot have \(gallery.count) templates.")
    }
    _ = try lentBytes(gallery.data, "The gallery")
    if let offsets = gallery.offsets {
      for index in 0..<count where offsets[index] > offsets[index + 1] {
        throw PluginFailure(.argument, "The gallery's offset \(index + 1) falls.")
      }
      guard offsets[count] <= UInt64(gallery.data.length) else {
        throw PluginFailure(
          .argument, "The gallery's last offset lies behind its \(gallery.data.length) bytes.")
      }
    } else if count > 0 {
      guard let fixedLength else {
        throw PluginFailure(
          .argument, "Templates of \(name) differ in length: the gallery needs offsets.")
      }
      let (bytes, overflow) = count.multipliedReportingOverflow(by: fixedLength)
      guard !overflow, bytes == gallery.data.length else {
        throw PluginFailure(
          .argument, "\(gallery.data.length) bytes are not \(count) templates of \(fixedLength).")
      }
    }
    return count
  }
}
