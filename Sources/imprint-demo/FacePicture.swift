// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// A captured picture with what the tracker found drawn over it, as one SVG.
struct FacePicture {
  let captured: FaceImage

  init(_ captured: FaceImage) { self.captured = captured }

  func svg(called title: String) throws -> HTML {
    let (image, face) = (captured.image, captured.face)
    let picture = Data(try ImageEncoder.jpeg(image, quality: 85)).base64EncodedString()
    let dots = face.landmarks.map { "M\(Self.number($0.x)) \(Self.number($0.y))h0.1" }.joined()
    let eyes = [face.leftEye, face.rightEye].map { eye -> HTML in
      "<circle cx=\"\(Self.number(eye.x))\" cy=\"\(Self.number(eye.y))\" r=\"5\"/>"
    }
    return """
      <svg viewBox="0 0 \(image.width) \(image.height)" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="\(title)">
      <image width="\(image.width)" height="\(image.height)" href="data:image/jpeg;base64,\(base64: picture)"/>
      <path d="\(dots)" stroke="#3fe06a" stroke-width="2.6" stroke-linecap="round" opacity=".8"/>
      <rect x="\(Self.number(face.box.x))" y="\(Self.number(face.box.y))"
       width="\(Self.number(face.box.width))" height="\(Self.number(face.box.height))"
       fill="none" stroke="#3fe06a" stroke-width="3"/>
      <g fill="none" stroke="#2f9bff" stroke-width="2.5">\(eyes)</g></svg>
      """
  }

  private static func number(_ value: Float) -> String { String(format: "%.1f", value) }
}
