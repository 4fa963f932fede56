// SPDX-License-Identifier: Apache-2.0

/// The quality of a picture's face, for people and as JSON.
struct QualityText {
  let path: String
  let image: Image
  let face: Face
  let quality: FaceImageQuality
  /// Below it there is advice.
  let minimum: Int

  var text: String {
    var table = Table(["COMPONENT", "VALUE", "MEASURED", "OF"])
    var missing = Table(["NO VALUE", "REASON"])
    for component in StandardQualityComponent.allCases {
      switch quality.outcomes[component] {
      case .value(let value, let native)?:
        table.add([component.rawValue, "\(value)", Self.number(native), component.title])
      case .failed(let failure)?: missing.add([component.rawValue, failure.reason])
      case .notAssessed(let method)?: missing.add([component.rawValue, "not assessed: \(method.reason)"])
      case nil: break
      }
    }
    let box = face.box
    let size = "\(Self.pixels(box.width)) x \(Self.pixels(box.height)) pixels"
    let lines = quality.components(below: minimum).map { component in
      "- \(component.rawValue) \(quality[component] ?? 0): \(component.advice)"
    }
    return [
      "\(VisibleText.line(path)): \(image.width) x \(image.height), a face of \(size)", table.text,
      missing.text,
      lines.isEmpty
        ? "Nothing is below \(minimum)."
        : "Below \(minimum), the lowest first:\n" + lines.joined(separator: "\n"),
    ].joined(separator: "\n\n")
  }

  /// A tracker may state any finite side.
  private static func pixels(_ side: Float) -> String { side < 1e6 ? "\(Int(side))" : "\(side)" }

  /// Three digits behind the point at most.
  private static func number(_ value: Double) -> String {
    let scaled = (value * 1000).rounded() / 1000
    return abs(scaled) < 1e9 ? "\(scaled)" : "\(value)"
  }

  var json: JSONValue {
    [
      "picture": path, "width": image.width, "height": image.height,
      "box": [
        "x": Double(face.box.x), "y": Double(face.box.y), "width": Double(face.box.width),
        "height": Double(face.box.height),
      ] as JSONValue,
      "components": StandardQualityComponent.allCases.json { component in
        var fields: JSONValue = [
          "name": component.rawValue, "title": component.title, "method": Self.word(component.method),
        ]
        switch quality.outcomes[component] {
        case .value(let value, let native)?:
          fields = fields.adding([
            "value": value, "native": native, "advice": value < minimum ? component.advice : nil,
          ])
        case .failed(let failure)?:
          fields = fields.adding(["value": Int?.none, "failure": failure.rawValue, "reason": failure.reason])
        case .notAssessed(let method)?:
          fields = fields.adding([
            "value": Int?.none, "notAssessed": method.rawValue, "reason": method.reason,
          ])
        case nil: break
        }
        return fields
      },
    ]
  }

  private static func word(_ method: StandardQualityComponent.Method) -> String {
    switch method {
    case .published: "published"
    case .own: "own"
    case .none: "none"
    }
  }
}
