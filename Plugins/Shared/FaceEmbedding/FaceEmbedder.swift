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

  /// As the network was trained.
  private static let alignment = FaceAlignment.dlib(side: 150, margin: 0.25)

  private let session: NetworkSession
  private let passes: Passes

  /// - Parameter passes: `one` needs the model `embedding-single` in the manifest, `mirrored` needs
  ///   `embedding`.
  /// - Throws: as ``NetworkRuntime/session(_:threads:)`` does.
  public init(runtime: NetworkRuntime, passes: Passes, threads: Int) throws(PluginFailure) {
    let (count, side) = (passes.rawValue, Int64(Self.alignment.width))
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
    let face = try FaceAlignment.sure(of: face)
    let template = try image.withImage { image throws(PluginFailure) in
      try embed(face, of: image, make)
    }
    return Extraction(template: template, quality: FaceAlignment.quality(of: face))
  }

  private func embed(
    _ face: Face, of image: UnsafePointer<imp_image>,
    _ make: (UnsafePointer<Float>) -> [UInt8]?
  ) throws(PluginFailure) -> [UInt8] {
    let chip = session.input.assumingMemoryBound(to: UInt8.self)
    try Self.alignment.draw(face, of: image, into: chip)
    if passes == .mirrored { Self.alignment.mirror(chip, into: chip + Self.alignment.bytes) }
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
