// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// A gallery too large for one call, as several: so the room that calls need stays bounded, whatever is
/// searched.
struct GalleryParts {
  /// In one call.
  static let mostTemplates = UInt64(CallLimit.galleryTemplates)

  private let gallery: imp_gallery
  private let count: Int
  /// Every template's length, where there are no offsets.
  private let fixed: Int
  private let mostBytes: Int

  /// `nil` for one that fits one call, and for one whose shape is wrong: what to say of that is the plugin's.
  /// - Parameter mostBytes: of one call; a longer template has one for itself.
  init?(_ gallery: imp_gallery, mostBytes: Int = CallLimit.galleryBytes) {
    guard let count = Int(exactly: gallery.count), count > 1, gallery.data.data != nil,
      gallery.data.length > 0,
      gallery.data.length > mostBytes || gallery.count > Self.mostTemplates
    else { return nil }
    if let offsets = gallery.offsets {
      guard count < .max / 8 else { return nil }
      for index in 0..<count where offsets[index] > offsets[index + 1] { return nil }
      guard offsets[count] <= gallery.data.length else { return nil }
      fixed = 0
    } else {
      guard gallery.data.length % count == 0 else { return nil }
      fixed = gallery.data.length / count
    }
    self.gallery = gallery
    self.count = count
    self.mostBytes = mostBytes
  }

  /// Calls `body` with each part and the index of its first template, until one does not succeed.
  func each(_ body: (_ part: imp_gallery, _ first: Int) -> imp_status) -> imp_status {
    var first = 0
    var offsets: [UInt64] = []
    while first < count {
      let end = end(from: first)
      let start = offset(first)
      offsets.removeAll(keepingCapacity: true)
      if gallery.offsets != nil { for index in first...end { offsets.append(UInt64(offset(index) - start)) } }
      let status = offsets.withUnsafeBufferPointer { rebased in
        var part = gallery
        part.count = UInt64(end - first)
        part.data = imp_bytes(data: gallery.data.data.map { $0 + start }, length: offset(end) - start)
        part.offsets = gallery.offsets == nil ? nil : rebased.baseAddress
        return body(part, first)
      }
      guard status == IMP_OK else { return status }
      first = end
    }
    return IMP_OK
  }

  private func offset(_ index: Int) -> Int { gallery.offsets.map { Int($0[index]) } ?? index * fixed }

  private func end(from first: Int) -> Int {
    let most = min(count, first + Int(Self.mostTemplates))
    let start = offset(first)
    var end = first + 1
    while end < most, offset(end + 1) - start <= mostBytes { end += 1 }
    return end
  }
}
