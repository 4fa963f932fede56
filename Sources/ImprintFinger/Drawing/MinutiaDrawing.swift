// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintModel

/// The minutiae of a view, drawn as SVG: over the picture that they are of, or on white.
///
/// A circle is an ending, a square a bifurcation, a triangle anything else; the line shows where the ridge or
/// valley comes from. Whoever sees it has the person's biometric data.
public struct MinutiaDrawing: Sendable {
  /// The picture that the minutiae lie on.
  public struct Picture: Sendable {
    /// A PNG file.
    public let png: [UInt8]
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int

    public init(png: [UInt8], width: Int, height: Int) {
      self.png = png
      self.width = width
      self.height = height
    }
  }

  private let view: FingerView
  private let picture: Picture?

  /// - Parameter picture: in the pixels of the view; `nil` for none.
  public init(of view: FingerView, on picture: Picture? = nil) {
    self.view = view
    self.picture = picture
  }

  /// The drawing, a file of its own. O(minutiae + bytes of the picture).
  public var svg: String {
    // Records of others may say minutiae beyond their picture: what is drawn reaches to all of them.
    let width = max(view.width, picture?.width ?? 1, 1)
    let height = max(view.height, picture?.height ?? 1, 1)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\">",
      "<rect width=\"\(width)\" height=\"\(height)\" fill=\"white\"/>",
    ]
    if let picture {
      lines.append(
        "<image width=\"\(picture.width)\" height=\"\(picture.height)\" "
          + "href=\"data:image/png;base64,\(Base64.encode(picture.png))\"/>")
    }
    lines.append("<g fill=\"none\" stroke-width=\"1.5\">")
    lines += view.minutiae.map(Self.mark)
    return (lines + ["</g>", "</svg>", ""]).joined(separator: "\n")
  }

  private static let radius = 4.0
  private static let tail = 14.0

  private static func mark(_ minutia: Minutia) -> String {
    let (x, y) = (minutia.x, minutia.y)
    // The angle is counter-clockwise, and y points down.
    let radians = minutia.angle.degrees * .pi / 180
    let (across, down) = (cos(radians), sin(radians))
    let line =
      "M\(number(x + radius * across)) \(number(y - radius * down))"
      + "L\(number(x + tail * across)) \(number(y - tail * down))"
    let shape: String
    let colour: String
    switch minutia.kind {
    case .ending:
      colour = "#d00"
      shape = "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\"/>"
    case .bifurcation:
      colour = "#06c"
      shape =
        "<rect x=\"\(number(x - radius))\" y=\"\(number(y - radius))\" width=\"\(number(2 * radius))\" "
        + "height=\"\(number(2 * radius))\"/>"
    case .other:
      colour = "#080"
      shape =
        "<path d=\"M\(number(x)) \(number(y - radius))L\(number(x + radius)) \(number(y + radius))"
        + "L\(number(x - radius)) \(number(y + radius))Z\"/>"
    }
    return "<g stroke=\"\(colour)\">\(shape)<path d=\"\(line)\"/></g>"
  }

  private static func number(_ value: Double) -> String { DrawnNumber.text(value) }
}
