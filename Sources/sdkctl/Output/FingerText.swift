// SPDX-License-Identifier: Apache-2.0

// How operations with fingers are shown: what is measured, never pictures or templates.

extension FingerEvent {
  /// What a person at the terminal is told; `nil` for what only a picture can show.
  var line: String? {
    switch self {
    case .feedback(let feedback): "\(feedback.name): \(feedback.words)"
    case .chosen(let picture):
      "press: quality \(picture.quality.map { "\($0)" } ?? "not measured"), area \(picture.measures.area) %"
    case .progress(let site, let done, let count): "presses: \(done) of \(count), \(site.name)"
    case .sensor, .image, .sound, .vibration: nil
    }
  }
}

extension FingerPress {
  var json: JSONValue {
    [
      "site": site.name, "quality": picture.quality, "area": picture.measures.area,
      "squareMillimetres": (picture.measures.squareMillimetres * 10).rounded() / 10,
      "contrast": picture.measures.contrast, "liveness": liveness.rawValue,
      "width": picture.raw.image.width, "height": picture.raw.image.height,
      "resolution": picture.raw.resolution.json,
      "format": template.map { "\($0.format)" }, "payloadBytes": template?.payload.count,
    ]
  }
}

extension FingerMatch {
  /// The score, or where it was decided without one the similarity.
  var text: String {
    if let score { return "score \(score)" }
    return similarity.map { "similarity \($0), whose rate is not known" } ?? "as the verifier says"
  }

  var json: JSONValue { ["score": score?.value, "similarity": similarity.map { Double($0) }] }
}
