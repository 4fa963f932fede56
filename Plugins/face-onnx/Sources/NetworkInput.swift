// SPDX-License-Identifier: Apache-2.0
import CFaceVectors
import FaceEmbedding
import FaceNetworks
import ImprintPluginKit

/// How the model takes a face: the alignment, and the numbers that the picture becomes.
struct NetworkInput: Sendable {
  let alignment: FaceAlignment
  let kind: Network.Kind
  /// Whether the mirrored picture is computed too.
  let isMirrored: Bool
  let tensor: Network.Tensor
  /// The same for words.
  let element: Element
  let dimensions: [Int]
  private let writing: imp_vectors_input

  enum Element: String, CaseIterable, Sendable { case float32, uint8 }
  private enum Layout: String, CaseIterable { case nchw, nhwc }
  private enum Colours: String, CaseIterable { case rgb, bgr, grey }
  private enum Model: String, CaseIterable { case onnx, ir }

  /// - Throws: `.argument` where parameters do not go, alone or together.
  init(of host: Host) throws(PluginFailure) {
    let width = try host.value(of: EmbeddingParameters.inputWidth)
    let height = try host.value(of: EmbeddingParameters.inputHeight)
    let colours = try host.choice(EmbeddingParameters.colours, of: Colours.self)
    let layout = try host.choice(EmbeddingParameters.layout, of: Layout.self)
    element = try host.choice(EmbeddingParameters.element)
    kind = try host.choice(EmbeddingParameters.model, of: Model.self) == .onnx ? .onnx : .ir
    isMirrored = try host.value(of: EmbeddingParameters.mirrored)
    alignment = try FaceAlignment(of: host, width: width, height: height)
    let numbers = try Self.numbers(of: host, colours, element)
    let channels = colours == .grey ? 1 : 3
    dimensions = layout == .nchw ? [1, channels, height, width] : [1, height, width, channels]
    let sides = dimensions.map(Int64.init)
    tensor = Network.Tensor(
      element == .uint8 ? .uint8 : .float32, sides[0], sides[1], sides[2], sides[3])
    writing = imp_vectors_input(
      pixels: UInt32(width * height),
      colours: [.rgb: IMP_COLOURS_RGB, .bgr: IMP_COLOURS_BGR, .grey: IMP_COLOURS_GREY][colours]
        ?? IMP_COLOURS_RGB,
      planar: layout == .nchw ? 1 : 0, is_bytes: element == .uint8 ? 1 : 0,
      mean: (numbers.means[0], numbers.means[1], numbers.means[2]),
      scale: (numbers.scales[0], numbers.scales[1], numbers.scales[2]))
  }

  /// Means and scales of red, green and blue.
  private static func numbers(
    of host: Host, _ colours: Colours, _ element: Element
  ) throws(PluginFailure) -> (means: [Float], scales: [Float]) {
    let mean = try host.given(EmbeddingParameters.mean) ?? 0
    let scale = try host.given(EmbeddingParameters.scale) ?? 1
    if element == .uint8, mean != 0 || scale != 1 {
      throw .parameter(
        EmbeddingParameters.element, "is uint8, and mean or scale is given",
        "Pixels that are bytes are taken as they are: leave out mean and scale, or write float32.")
    }
    var (means, scales): ([Float], [Float]) = ([], [])
    for (meanOf, scaleOf) in zip(EmbeddingParameters.meanOf, EmbeddingParameters.scaleOf) {
      let (ownMean, ownScale) = (try host.given(meanOf), try host.given(scaleOf))
      if colours == .grey || element == .uint8, ownMean != nil || ownScale != nil {
        throw .parameter(
          ownMean != nil ? meanOf : scaleOf,
          colours == .grey ? "is given, and colours is grey" : "is given, and element is uint8",
          "Leave it out, or correct the other one.")
      }
      means.append(ownMean ?? mean)
      scales.append(ownScale ?? scale)
    }
    return (means, scales)
  }

  /// Writes the model's input.
  /// - Parameter picture: as the alignment drew it.
  func write(_ picture: UnsafePointer<UInt8>, into input: UnsafeMutableRawPointer) {
    var writing = writing
    imp_vectors_write(&writing, picture, input)
  }
}

extension FaceAlignment {
  /// - Throws: `.argument` where the parameters name none.
  init(of host: Host, width: Int, height: Int) throws(PluginFailure) {
    let text = try host.value(of: EmbeddingParameters.alignment)
    let margin = try host.given(EmbeddingParameters.margin)
    switch text {
    case "box": self = .box(width: width, height: height, margin: margin ?? 0)
    case "dlib":
      guard width == height else {
        throw .parameter(
          EmbeddingParameters.alignment, "is dlib, and the picture has \(width) by \(height) pixels",
          "dlib's is a square: correct inputWidth or inputHeight.")
      }
      self = .dlib(side: width, margin: margin ?? 0.25)
    default:
      guard margin == nil else {
        throw .parameter(
          EmbeddingParameters.margin, "is given, and alignment is neither dlib nor box", "Leave it out.")
      }
      self =
        text == "arcface"
        ? .arcFace(width: width, height: height)
        : .points(try Self.places(in: text, width, height), width: width, height: height)
    }
  }

  private static func places(
    in text: String, _ width: Int, _ height: Int
  ) throws(PluginFailure) -> [Point] {
    let words = text.split { $0 == " " || $0 == "," }
    let numbers = words.compactMap { Float($0) }
    guard numbers.count == words.count, numbers.count == 10 else {
      throw .parameter(
        EmbeddingParameters.alignment, "is '\(text.prefix(32))'",
        "Write arcface, dlib or box; or ten numbers: x and y of the eye on the picture's left, that on its "
          + "right, the nose's tip, and the corners of the mouth.")
    }
    let places = stride(from: 0, to: 10, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    // Beyond the picture a point may lie, as the mouth of one that shows the eyes alone; not far beyond.
    let isNear = places.allSatisfy {
      abs($0.x - Float(width) / 2) <= Float(width) && abs($0.y - Float(height) / 2) <= Float(height)
    }
    guard isNear, places[1].x - places[0].x >= 2 else {
      throw .parameter(
        EmbeddingParameters.alignment, "has points that are none of a face in \(width) by \(height) pixels",
        "Write them in pixels; the first eye is on the picture's left.")
    }
    return places
  }
}
