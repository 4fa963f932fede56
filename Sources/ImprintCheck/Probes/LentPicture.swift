// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// An image as a call lends it: pixels, face and landmarks, each in read-only memory before a guard page.
///
/// Writing to it, or reading one byte beyond it, ends the process.
final class LentPicture: LentSample {
  private let pixels: GuardedMemory
  private let header: GuardedMemory
  private let faceMemory: GuardedMemory
  private let mesh: GuardedMemory
  private let hasFace: Bool
  private let hasLandmarks: Bool

  /// - Parameters:
  ///   - offset: Bytes from a multiple of 64 at which the pixels start, with a guard page before them if 0;
  ///     `nil`: they end at the guard page behind them.
  ///   - hasFace: Whether face and landmarks are lent beside the image.
  ///   - hasLandmarks: Whether there is an array of landmarks with the stated count.
  ///   - changeFace: The fault to put into the face.
  ///   - change: The fault to put into the description.
  init(
    _ picture: CheckPicture, offset: Int?, hasFace: Bool = true, hasLandmarks: Bool = true,
    changeFace: (inout imp_face) -> Void = { _ in }, change: (inout imp_image) -> Void = { _ in }
  ) throws {
    self.hasFace = hasFace
    self.hasLandmarks = hasLandmarks
    if let offset {
      pixels = try GuardedMemory([UInt8](repeating: 0, count: offset) + picture.image.pixels, side: .start)
    } else {
      pixels = try GuardedMemory(picture.image.pixels)
    }
    let start = pixels.bytes.baseAddress.map { UnsafeRawPointer($0 + (offset ?? 0)) }
    var image = imp_image(
      size: structSize(imp_image.self), format: picture.image.format.code, width: UInt32(picture.image.width),
      height: UInt32(picture.image.height), row_bytes: UInt32(picture.image.rowBytes),
      resolution: UInt32(picture.image.resolution),
      pixels: imp_bytes(data: start?.assumingMemoryBound(to: UInt8.self), length: picture.image.pixels.count))
    change(&image)
    header = try GuardedMemory(copyOf: image)
    var face = picture.contractFace
    changeFace(&face)
    faceMemory = try GuardedMemory(copyOf: face)
    mesh = try GuardedMemory(copiesOf: picture.face.landmarks)
    for memory in memory { memory.makeReadOnly() }
  }

  convenience init(_ picture: CheckPicture, change: (inout imp_image) -> Void) throws {
    try self.init(picture, offset: nil, change: change)
  }

  /// The image alone, without a face.
  convenience init(imageOf picture: CheckPicture) throws {
    try self.init(picture, offset: nil, hasFace: false)
  }

  var image: UnsafePointer<imp_image> { header.pointer() }
  var face: UnsafePointer<imp_face>? { hasFace ? faceMemory.pointer() : nil }
  var landmarks: UnsafePointer<imp_point3>? { hasFace && hasLandmarks ? mesh.pointer() : nil }
  var landmarkCount: UInt32 {
    hasFace ? UInt32(mesh.bytes.count / MemoryLayout<imp_point3>.stride) : 0
  }

  /// Lends another image of the same size and format at the same addresses.
  func replace(by picture: CheckPicture) {
    func put<Value: BitwiseCopyable>(_ values: [Value], at memory: GuardedMemory) {
      memory.makeWritable()
      values.withUnsafeBytes { memory.bytes.copyMemory(from: $0) }
      memory.makeReadOnly()
    }
    put(picture.image.pixels, at: pixels)
    put([picture.contractFace], at: faceMemory)
    put(picture.face.landmarks, at: mesh)
  }

  var memory: [GuardedMemory] { [pixels, header, faceMemory, mesh] }
}

/// The value of a struct's `size` field.
func structSize<T>(_ type: T.Type) -> UInt32 { UInt32(MemoryLayout<T>.size) }

extension GuardedMemory {
  /// A copy of one C struct, its last byte before the guard page.
  convenience init<T: BitwiseCopyable>(copyOf value: T, side: Side = .end) throws {
    try self.init(GuardedMemory.bytes(of: [value]), side: side, alignment: MemoryLayout<T>.alignment)
  }

  /// Copies of C structs in a row.
  convenience init<T: BitwiseCopyable>(copiesOf values: [T]) throws {
    try self.init(GuardedMemory.bytes(of: values), alignment: MemoryLayout<T>.alignment)
  }

  private static func bytes<T: BitwiseCopyable>(of values: [T]) -> [UInt8] {
    values.withUnsafeBytes { Array($0) }
  }

  /// The memory as structs.
  func pointer<T: BitwiseCopyable>(as type: T.Type = T.self) -> UnsafePointer<T> {
    UnsafePointer(mutablePointer())
  }

  func mutablePointer<T: BitwiseCopyable>(as type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    guard let start = bytes.baseAddress else { preconditionFailure("Mapped memory has an address.") }
    return start.assumingMemoryBound(to: T.self)
  }

  /// Its content, as structs.
  func values<T: BitwiseCopyable>(of type: T.Type = T.self) -> [T] {
    Array(UnsafeBufferPointer(start: pointer(as: T.self), count: bytes.count / MemoryLayout<T>.stride))
  }
}
