// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintModel
public import ImprintRuntime

/// An explanation, drawn as SVG: the probe on the left, the reference in the middle, and on the right the
/// probe as the motion lays it over the reference.
///
/// A circle is an ending, a square a bifurcation, a triangle anything else; the line shows where the ridge or
/// valley comes from. Green is what counts for: minutiae that lie on each other, joined by a line from print
/// to print, and the lines between them that agree. Red is what is missing in the other print, and grey what
/// counts neither way. Its size is bounded, whatever a plugin says. Whoever sees it has the persons'
/// biometric data.
public struct FingerExplanationDrawing: Sendable {
  /// The picture that the minutiae of one print lie on.
  public struct Picture: Sendable {
    /// A PNG file.
    public let png: [UInt8]
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int
    /// Pixels a metre, from 1.
    public let resolution: Int

    public init(png: [UInt8], width: Int, height: Int, resolution: Int) {
      self.png = png
      self.width = width
      self.height = height
      self.resolution = resolution
    }
  }

  private let explanation: FingerExplanation
  private let pictures: [FingerExplanation.Side: Picture]

  /// - Parameters:
  ///   - probe: the picture of the probe, whose minutiae are measured from its top left; `nil` for none.
  ///   - reference: likewise.
  public init(of explanation: FingerExplanation, probe: Picture? = nil, reference: Picture? = nil) {
    self.explanation = explanation
    var pictures: [FingerExplanation.Side: Picture] = [:]
    pictures[.probe] = probe
    pictures[.reference] = reference
    self.pictures = pictures
  }

  /// The drawing, a file of its own. O(minutiae + shares + bytes of the pictures).
  public var svg: String {
    let panels = FingerPanels(explanation, pictures)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(number(panels.width))\" "
        + "height=\"\(number(panels.height))\" viewBox=\"0 0 \(number(panels.width)) \(number(panels.height))\">",
      "<rect width=\"\(number(panels.width))\" height=\"\(number(panels.height))\" fill=\"white\"/>",
    ]
    for side in FingerExplanation.Side.allCases {
      guard let picture = pictures[side] else { continue }
      let (x, y, scale) = (panels.left(of: side), FingerPanels.margin, panels.scale(of: picture))
      lines.append(
        "<image x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(Double(picture.width) * scale))\" "
          + "height=\"\(number(Double(picture.height) * scale))\" preserveAspectRatio=\"none\" "
          + "href=\"data:image/png;base64,\(Base64.encode(picture.png))\"/>")
    }
    lines.append("<g fill=\"none\" stroke-width=\"1.5\">")
    lines += agreeing(panels) + pairs(panels) + marks(panels) + laidOver(panels)
    lines.append("</g>")
    return (lines + words(panels) + ["</svg>", ""]).joined(separator: "\n")
  }

  /// Lines between pairs that agree, in both prints.
  private func agreeing(_ panels: FingerPanels) -> [String] {
    explanation.shares.flatMap { share -> [String] in
      guard share.kind == .edge else { return [] }
      return [(share.probe, share.otherProbe), (share.reference, share.otherReference)].compactMap { ends in
        guard let from = ends.0, let to = ends.1 else { return nil }
        return Self.line(panels.place(from), panels.place(to), "#7c7", share.value == 0 ? 0.5 : 1)
      }
    }
  }

  /// Lines from print to print.
  private func pairs(_ panels: FingerPanels) -> [String] {
    explanation.shares.compactMap { share in
      guard share.kind == .pair, let probe = share.probe, let reference = share.reference else { return nil }
      return Self.line(panels.place(probe), panels.place(reference), "#0a0", 0.4, titled: share.value)
    }
  }

  private func marks(_ panels: FingerPanels) -> [String] {
    let counted = counts
    return explanation.minutiae.indices.map { index in
      let minutia = explanation.minutiae[index]
      return Self.mark(
        minutia, at: panels.place(index), turned: 0, Self.colour(counted[index]), titled: counted[index])
    }
  }

  /// Where there is a motion: the reference in grey, and the probe over it.
  private func laidOver(_ panels: FingerPanels) -> [String] {
    guard let motion = explanation.motion else { return [] }
    let counted = counts
    return explanation.minutiae.indices.map { index in
      let minutia = explanation.minutiae[index]
      switch minutia.side {
      case .reference:
        return Self.mark(
          minutia, at: panels.overlaid((minutia.x, minutia.y)), turned: 0, "#999", titled: nil)
      case .probe:
        return Self.mark(
          minutia, at: panels.overlaid(motion.moved(minutia.x, minutia.y)), turned: motion.turn,
          Self.colour(counted[index]), titled: nil)
      }
    }
  }

  private func words(_ panels: FingerPanels) -> [String] {
    let headings = ["probe", "reference", explanation.motion == nil ? "no alignment" : "probe on reference"]
    var lines = zip(headings, panels.lefts).map { words, left in
      "<text x=\"\(number(left))\" y=\"14\" font-family=\"sans-serif\" font-size=\"12\">\(words)</text>"
    }
    let totals = FingerExplanation.Share.Kind.allCases.map {
      "\($0.rawValue) \(number(explanation.total($0)))"
    }
    lines.append(
      "<text x=\"\(number(FingerPanels.margin))\" y=\"\(number(panels.height - 6))\" "
        + "font-family=\"sans-serif\" font-size=\"12\">similarity "
        + "\(number(Double(explanation.similarity))): \(totals.joined(separator: ", "))</text>")
    return lines
  }

  /// What each minutia counted as a pair or as missing; `nil` where neither.
  private var counts: [Float?] {
    var counted = [Float?](repeating: nil, count: explanation.minutiae.count)
    for share in explanation.shares where share.kind == .pair || share.kind == .missed {
      for place in [share.probe, share.reference].compactMap({ $0 }) where counted.indices.contains(place) {
        counted[place] = share.value
      }
    }
    return counted
  }

  private static func colour(_ value: Float?) -> String {
    guard let value else { return "#888" }
    return value < 0 ? "#d00" : "#0a0"
  }

  private static let radius = 4.0
  private static let tail = 14.0

  private static func line(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ colour: String, _ width: Double,
    titled value: Float? = nil
  ) -> String {
    let path = "M\(number(from.x)) \(number(from.y))L\(number(to.x)) \(number(to.y))"
    return "<path d=\"\(path)\" stroke=\"\(colour)\" stroke-width=\"\(number(width))\">\(title(value))</path>"
  }

  /// - Parameter turn: degrees, counter-clockwise, beside its own direction.
  private static func mark(
    _ minutia: FingerExplanation.Minutia, at place: (x: Double, y: Double), turned turn: Double,
    _ colour: String, titled value: Float?
  ) -> String {
    let (x, y) = place
    let radians = (minutia.direction + turn) * .pi / 180
    // Rows count downwards, and angles upwards.
    let (across, down) = (cos(radians), -sin(radians))
    let shape =
      switch minutia.kind {
      case .ending: "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\"/>"
      case .bifurcation:
        "<rect x=\"\(number(x - radius))\" y=\"\(number(y - radius))\" width=\"\(number(2 * radius))\" "
          + "height=\"\(number(2 * radius))\"/>"
      case .other:
        "<path d=\"M\(number(x)) \(number(y - radius))L\(number(x + radius)) \(number(y + radius))"
          + "L\(number(x - radius)) \(number(y + radius))Z\"/>"
      }
    let line =
      "<path d=\"M\(number(x + radius * across)) \(number(y + radius * down))"
      + "L\(number(x + tail * across)) \(number(y + tail * down))\"/>"
    return "<g stroke=\"\(colour)\">\(title(value))\(shape)\(line)</g>"
  }

  private static func title(_ value: Float?) -> String {
    value.map { "<title>\(number(Double($0)))</title>" } ?? ""
  }

  private static func number(_ value: Double) -> String { DrawnNumber.text(value) }
  private func number(_ value: Double) -> String { DrawnNumber.text(value) }
}
