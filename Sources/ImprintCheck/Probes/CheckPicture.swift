// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// An image with the face that a tracker would have found in it.
struct CheckPicture: Sendable {
  let image: CheckImage
  let face: DrawnFace
  /// The stated sharpness and quality of the face, 0...100.
  var quality: Float = 80

  /// A drawn person; one per number, the same on every machine.
  /// - Parameter padding: Bytes between the rows.
  static func person(_ number: Int, format: CheckImage.Format = .rgb24, padding: Int = 0) -> CheckPicture {
    var random = CheckRandom(seed: UInt64(number), check: "drawn-person")
    // Small: a check draws several, and an eye distance of 30 pixels suffices for a matcher.
    let (drawn, face) = DrawnPerson(&random).picture(width: 112, height: 140, &random)
    let image = format == .rgb24 ? drawn : drawn.grey
    return CheckPicture(image: padding == 0 ? image : image.padded(by: padding), face: face)
  }

  /// An image without a face; the face lent with it is where one would be.
  /// - Parameter shade: The value of each pixel.
  static func shaded(
    width: Int, height: Int, format: CheckImage.Format = .grey8, _ shade: (_ x: Int, _ y: Int) -> UInt8
  ) -> CheckPicture {
    var image = CheckImage(width: width, height: height, format: format)
    let step = format.bytesPerPixel
    for y in 0..<height {
      for x in 0..<width {
        let shade = shade(x, y)
        for channel in 0..<step { image.pixels[y * image.rowBytes + x * step + channel] = shade }
      }
    }
    return CheckPicture(image)
  }

  /// The same image at another resolution, in pixels per metre of the object.
  func at(_ resolution: Int) -> CheckPicture {
    var image = image
    image.resolution = resolution
    return CheckPicture(image: image, face: face, quality: quality)
  }

  /// The same image with other padding between its rows.
  func padded(by padding: Int) -> CheckPicture {
    CheckPicture(image: image.padded(by: padding), face: face, quality: quality)
  }

  /// The same image out of focus, and the face described so.
  func blurred(radius: Int) -> CheckPicture {
    CheckPicture(
      image: radius == 0 ? image : image.blurred(radius: radius), face: face,
      quality: quality / Float(radius + 1))
  }

  static func middle(of image: CheckImage) -> DrawnFace {
    let side = Double(min(image.width, image.height))
    return DrawnFace(
      x: Double(image.width) / 2, y: Double(image.height) * 0.42, eyeDistance: side * 0.27, faceWidth: 2.2)
  }

  /// As a tracker's struct.
  var contractFace: imp_face {
    var face = face.face
    withUnsafeMutableBytes(of: &face.quality) { raw in
      let values = raw.bindMemory(to: Float.self)
      values[Int(IMP_QUALITY_UNIFIED)] = quality
      values[Int(IMP_QUALITY_SHARPNESS)] = quality
    }
    return face
  }

  /// For people: "an RGB image of 112 x 140 pixels in rows of 336 bytes".
  var words: String {
    "\(image.format == .rgb24 ? "an RGB" : "a grey") image of \(image.width) x \(image.height) pixels in rows of "
      + "\(image.rowBytes) bytes"
  }
}

extension CheckPicture {
  /// Any image, with a face where one would be.
  init(_ image: CheckImage) { self.init(image: image, face: Self.middle(of: image)) }
}

extension CheckImage {
  /// The green channel, the largest part of luma.
  fileprivate var grey: CheckImage {
    var image = CheckImage(width: width, height: height, format: .grey8)
    for y in 0..<height {
      for x in 0..<width { image.pixels[y * image.rowBytes + x] = pixels[y * rowBytes + 3 * x + 1] }
    }
    return image
  }
}
