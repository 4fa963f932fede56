// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.finger-extractor/1` asks of an author's plugin.
enum FingerExtractorTable {
  static func formats(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_finger_format] {
    try listed(provided(opened.attached.fingerExtractor).fingerFormats)
  }

  static func create(
    _ opened: OpenedPlugin, _ options: imp_finger_extractor_options
  ) throws(PluginFailure) -> ProvidedFingerExtractor {
    let plugin = try provided(opened.attached.fingerExtractor)
    let asked = try chosen(options.format, among: plugin.fingerFormats, threads: options.threads)
    return ProvidedFingerExtractor(opened.host, try plugin.makeFingerExtractor(asked), asked.format)
  }
}

extension imp_finger_format: FormatStruct {}

extension FingerFormat: MadeFormat {
  func checkOwn() throws(PluginFailure) {
    guard resolutions.lowerBound >= 1, resolutions.upperBound <= 1_000_000 else {
      throw misstated(
        "takes \(resolutions.lowerBound) to \(resolutions.upperBound) pixels per metre; 1 to 1000000 are allowed."
      )
    }
  }

  func state(in raw: inout imp_finger_format) {
    raw.version = version
    (raw.template_bytes_max, raw.template_bytes_fixed) = templates.raw
    (raw.resolution_min, raw.resolution_max) = (resolutions.lowerBound, resolutions.upperBound)
  }
}

/// What an `imp_finger_extractor` points to.
final class ProvidedFingerExtractor: ProvidedExtractor<any FingerExtractorSession, FingerFormat> {
  func extract(
    _ image: imp_image, _ finger: imp_finger, _ payload: LentBuffer, _ extraction: inout imp_extraction
  ) throws(PluginFailure) {
    let known = try Finger(finger)
    let view = try ImageView(checking: image)
    guard view.format == .grey8, format.resolutions.contains(image.resolution) else {
      throw PluginFailure(
        .sample,
        "Pixel format \(image.format), \(image.resolution) pixels per metre; \(format.name) takes "
          + "grey ones (1) of \(format.resolutions.lowerBound) to \(format.resolutions.upperBound).")
    }
    try payload.checkRoom(for: format.templates)
    try give(session.extract(view, finger: known), to: payload, &extraction)
  }
}

extension Finger {
  fileprivate init(_ raw: imp_finger) throws(PluginFailure) {
    guard let position = Position(rawValue: raw.position),
      let impression = Impression(rawValue: raw.impression)
    else {
      throw PluginFailure(
        .argument, "Finger position \(raw.position) or impression \(raw.impression) is unknown.")
    }
    self.init(position: position, impression: impression)
  }
}
