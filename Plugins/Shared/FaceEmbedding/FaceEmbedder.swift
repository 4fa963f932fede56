// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
public import FaceNetworks
import Glibc
public import ImprintPluginKit

/// The embedding network of the bundled algorithms, and its aligned input. One thread at a time.
public final class FaceEmbedder {
  public enum Passes: Int64, Sendable {
    /// The face as it is.
    case one = 1
    /// The face and its mirror image, computed at once.
    case mirrored = 2

    /// The model in the manifest, whose shapes are for so many.
    var model: String {
      switch self {
      case .one: "embedding-single"
      case .mirrored: "embedding"
      }
    }
  }

  /// Numbers of an embedding.
  public static let length = 128

  /// The mesh network's face-presence score below which there is no face.
  private static let leastPresence: Float = 0.5
  private static let chipBytes = 3 * Alignment.side * Alignment.side

  private let session: NetworkSession
  private let passes: Passes

  /// - Parameter passes: `one` needs the model `embedding-single` in the manifest, `mirrored` needs
  ///   `embedding`.
  /// - Throws: as ``NetworkRuntime/session(_:threads:)`` does.
  public init(runtime: NetworkRuntime, passes: Passes, threads: Int) throws(PluginFailure) {
    let (count, side) = (passes.rawValue, Int64(Alignment.side))
    session = try runtime.session(
      Network(
        passes.model, input: .init(.uint8, count, side, side, 3),
        outputs: [.init(.float32, count, Int64(Self.length))]),
      threads: threads)
    self.passes = passes
  }

  /// Makes a template of a face.
  /// - Parameter make: of the embeddings, ``length`` numbers for each pass; `nil` where they have no
  ///   direction.
  /// - Throws: `.noSubject`, `.quality`, as the alignment says; `.memory`, `.internal`.
  public func extraction(
    of face: Face?, in image: ImageView, _ make: (UnsafePointer<Float>) -> [UInt8]?
  ) throws(PluginFailure) -> Extraction {
    guard let face, face.presence >= Self.leastPresence else {
      throw PluginFailure(.noSubject, "The tracker is not sure that this is a face (presence below 0.5).")
    }
    let template = try image.withImage { image throws(PluginFailure) in
      try embed(image, through: try Alignment.map(face.landmarks, in: image), make)
    }
    return Extraction(
      template: template, quality: face.quality[.unified].map { min(100, max(0, $0)) })
  }

  private func embed(
    _ image: UnsafePointer<imp_image>, through toImage: imp_affine,
    _ make: (UnsafePointer<Float>) -> [UInt8]?
  ) throws(PluginFailure) -> [UInt8] {
    let chip = session.input.assumingMemoryBound(to: UInt8.self)
    var toImage = toImage
    guard imp_face_chip_of_means(image, &toImage, UInt32(Alignment.side), chip) == IMP_OK else {
      throw PluginFailure(.memory, "No memory to reduce the image of the face.")
    }
    if passes == .mirrored { imp_face_mirror(chip, UInt32(Alignment.side), chip + Self.chipBytes) }
    // An embedding reveals as much as the template.
    defer {
      explicit_bzero(
        UnsafeMutableRawPointer(mutating: session.output(0)),
        Int(passes.rawValue) * Self.length * MemoryLayout<Float>.size)
    }
    try session.run()
    guard let template = make(session.output(0)) else {
      throw PluginFailure(.internal, "The embedding network gave no direction.")
    }
    return template
  }
}
