// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What an `imp_matcher` points to: checks a call's arguments, makes it, and writes the answer out.
final class ProvidedMatcher {
  let host: Host
  private let session: any MatcherSession
  private let comparer: any TemplateComparer
  private let info: MatcherInfo

  init(host: Host, session: any MatcherSession, info: MatcherInfo) {
    self.host = host
    self.session = session
    self.comparer = session.comparer
    self.info = info
  }

  func extract(
    _ image: UnsafePointer<imp_image>, _ face: UnsafePointer<imp_face>?,
    _ landmarks: UnsafePointer<imp_point3>?,
    _ landmarkCount: UInt32, _ payload: UnsafeMutablePointer<imp_buffer>,
    _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status {
    host.answer { () throws(PluginFailure) in
      let payload = try LentBuffer(payload, "payload")
      guard isSized(UnsafePointer(extraction), \.size) else {
        throw PluginFailure(.abi, "The extraction has a wrong size field.")
      }
      let view = try ImageView(checking: image)
      let face = try lentFace(
        face, landmarks, landmarkCount, for: info.algorithm, isNeeded: info.needsFace)
      if case .exactly(let bytes) = info.templates { try payload.checkRoom(for: bytes) }
      var made = try session.extract(view, face: face)
      try made.give(
        to: payload, as: info.algorithm, version: info.writes, info.templates, &extraction.pointee)
    }
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
    try info.check(template)
    return try comparer.prepare(template)
  }

  private func check(_ similarity: Float) throws(PluginFailure) {
    guard info.similarities.contains(similarity) else {
      throw PluginFailure(
        .internal, "\(info.algorithm) gave a similarity of \(similarity), outside the range it states.")
    }
  }

  func compareMany(
    _ probe: imp_bytes, _ probeVersion: UInt32, _ gallery: UnsafePointer<imp_gallery>,
    _ similarities: UnsafeMutablePointer<Float>?
  ) -> imp_status {
    host.answer { () throws(PluginFailure) in
      guard isSized(gallery, \.size) else { throw PluginFailure(.abi, "The gallery has a wrong size field.") }
      let count = try checkShape(gallery.pointee)
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
    guard info.reads.contains(gallery.version) else {
      results.update(repeating: .nan)
      return
    }
    let data = UnsafeRawBufferPointer(start: gallery.data.data, count: gallery.data.length)
    var span = results.mutableSpan
    comparer.compare(
      probe,
      with: GalleryView(
        count: results.count, version: gallery.version, bytes: data.bytes, info: info,
        offsets: gallery.offsets,
        length: fixedLength ?? 0),
      into: &span)
  }

  private var fixedLength: Int? {
    if case .exactly(let bytes) = info.templates { bytes } else { nil }
  }

  /// Checks that every template of the gallery lies within its data.
  /// - Returns: how many there are.
  private func checkShape(_ gallery: imp_gallery) throws(PluginFailure) -> Int {
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
          .argument, "Templates of \(info.algorithm) differ in length: the gallery needs offsets.")
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
