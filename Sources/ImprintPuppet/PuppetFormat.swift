// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel

/// The bytes of a `.puppet` file, little-endian: "IMPUPPET", version, width, height and number of landmarks
/// as `UInt32`; yaw, pitch and roll, then x, y and z of each landmark as `Float32`; the photograph's rows of
/// red, green and blue; the CRC-32C of all that.
enum PuppetFormat {
  static let magic = Array("IMPUPPET".utf8)
  static let version: UInt32 = 1
  static let headerBytes = 24
  private static let landmarkBytes = 4 * (3 + 3 * PuppetFile.landmarkCount)
  private static let checksumBytes = 4
  static let mostBytes =
    headerBytes + landmarkBytes + 3 * PuppetFile.largestSide * PuppetFile.largestSide + checksumBytes

  static func encode(_ file: PuppetFile) -> [UInt8] {
    let photograph = file.photograph
    var bytes = magic
    bytes.reserveCapacity(headerBytes + landmarkBytes + photograph.pixels.count + checksumBytes)
    for number in [
      version, UInt32(photograph.width), UInt32(photograph.height), UInt32(file.landmarks.count),
    ] {
      bytes.append(little: number)
    }
    let pose = [file.pose.yaw, file.pose.pitch, file.pose.roll]
    for number in pose + file.landmarks.flatMap({ [$0.x, $0.y, $0.z] }) {
      bytes.append(little: number.bitPattern)
    }
    bytes += photograph.pixels
    bytes.append(little: checksum(bytes[...]))
    return bytes
  }

  static func decode(_ bytes: [UInt8], place: String) throws(PuppetError) -> PuppetFile {
    guard bytes.starts(with: magic) else {
      throw PuppetError(
        .notAPuppet, place: place, reason: "it is no puppet file.",
        remedy: "Make one of a photograph with `sdkctl puppet make`.")
    }
    guard bytes.count >= headerBytes else { throw truncated(place, bytes.count, of: headerBytes) }
    func word(_ number: Int) -> UInt32 { bytes.little(at: magic.count + 4 * number) }
    guard word(0) == version else {
      throw PuppetError(
        .version, place: place, reason: "it is of version \(word(0)) of the format, and this reads 1.",
        remedy: "Use a later version of Imprint, or make the file anew.")
    }
    let (width, height) = (Int(word(1)), Int(word(2)))
    guard (1...PuppetFile.largestSide).contains(width), (1...PuppetFile.largestSide).contains(height),
      word(3) == UInt32(PuppetFile.landmarkCount)
    else {
      throw PuppetError(
        .damaged, place: place,
        reason: "its header states \(width)x\(height) pixels and \(word(3)) landmarks.",
        remedy: "Copy the file again, or make it anew.")
    }
    let pixels = headerBytes + landmarkBytes
    let end = pixels + 3 * width * height
    guard bytes.count == end + checksumBytes else {
      throw truncated(place, bytes.count, of: end + checksumBytes)
    }
    guard checksum(bytes[..<end]) == bytes.little(at: end) else {
      throw PuppetError(
        .damaged, place: place, reason: "its checksum is wrong.",
        remedy: "Copy the file again, or make it anew.")
    }
    func number(_ index: Int) -> Float { Float(bitPattern: bytes.little(at: headerBytes + 4 * index)) }
    let landmarks = (0..<PuppetFile.landmarkCount).map { index in
      Point3(x: number(3 * index + 3), y: number(3 * index + 4), z: number(3 * index + 5))
    }
    guard
      let photograph = Image(
        width: width, height: height, format: .rgb24, pixels: Array(bytes[pixels..<end]))
    else { throw truncated(place, bytes.count, of: end + checksumBytes) }
    return try PuppetFile(
      photograph: photograph, landmarks: landmarks,
      pose: HeadPose(yaw: number(0), pitch: number(1), roll: number(2)), place: place)
  }

  private static func truncated(_ place: String, _ count: Int, of needed: Int) -> PuppetError {
    PuppetError(
      .truncated, place: place, reason: "it has \(count) bytes, and \(needed) are needed.",
      remedy: "Copy the whole file again.")
  }

  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0x82F6_3B78 : rest >> 1 }
  }

  /// CRC-32C (RFC 9260, appendix A).
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(~0) { sum, byte in sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(little number: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Of four bytes that are there.
  fileprivate func little(at place: Int) -> UInt32 {
    (0..<4).reduce(0) { number, index in number | UInt32(self[place + index]) << (8 * UInt32(index)) }
  }
}
