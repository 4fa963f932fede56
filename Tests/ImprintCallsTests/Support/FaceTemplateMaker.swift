// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls

/// What makes a template of a face: two abilities have such a function, and both are called in the same way.
enum FaceTemplateMaker: CaseIterable {
  case matcher
  case faceExtractor

  var extract: CallFunction { self == .matcher ? .matcherExtract : .faceExtractorExtract }

  /// What its plugin does.
  var does: ReferenceWritableKeyPath<TestPlugin, TestPlugin.ExtractOfFace> {
    self == .matcher ? \.onExtract : \.faces.onExtract
  }

  /// Whose template of a face has 200 bytes, which tell what it was made of.
  func plugin() -> TestPlugin {
    let plugin = TestPlugin()
    plugin[keyPath: does] = { image, face, landmarks, count, payload, extraction in
      var sum = UInt8(truncatingIfNeeded: count)
      for byte in UnsafeBufferPointer(start: image.pointee.pixels.data, count: image.pointee.pixels.length) {
        sum = sum &* 31 &+ byte
      }
      guard let face else { return IMP_E_NO_SUBJECT }
      sum &+= UInt8(truncatingIfNeeded: face.pointee.track_id)
      for point in UnsafeBufferPointer(start: landmarks, count: landmarks == nil ? 0 : Int(count)) {
        sum = sum &* 31 &+ UInt8(point.y)
      }
      payload.pointee.length = 200
      guard payload.pointee.capacity >= 200, let room = payload.pointee.data else {
        return IMP_RETRY_SHORT_BUFFER
      }
      for index in 0..<200 { room[index] = sum &+ UInt8(index) }
      (extraction.pointee.version, extraction.pointee.quality) = (3, 61.5)
      return IMP_OK
    }
    return plugin
  }

  func make(_ opened: OpenedEntry) throws -> MadeOfFaces {
    switch self {
    case .matcher:
      let table: imp_matcher_ability = try opened.table(IMP_MATCHER_ID)
      return MadeOfFaces(
        object: try object(opened, imp_matcher_options.test, table.create), function: table.extract,
        destroy: table.destroy)
    case .faceExtractor:
      let table: imp_face_extractor_ability = try opened.table(IMP_FACE_EXTRACTOR_ID)
      return MadeOfFaces(
        object: try object(opened, imp_face_extractor_options.test, table.create), function: table.extract,
        destroy: table.destroy)
    }
  }

  func make(_ raw: RawCalls, _ opened: UInt64) -> UInt64 {
    switch self {
    case .matcher: raw.make(.matcherCreate, opened, MatcherCreateRequest(options: .test))
    case .faceExtractor: raw.make(.faceExtractorCreate, opened, FaceExtractorCreateRequest(options: .test))
    }
  }

  /// Makes a template with an object of its own.
  func extract(_ opened: OpenedEntry, _ lent: LentFace = LentFace()) throws -> [[UInt8]] {
    let made = try make(opened)
    defer { made.destroy(made.object) }
    return made.extract(lent)
  }
}

/// What a call for a template lends.
struct LentFace {
  var capacity = 200
  var face: imp_face? = .test(5, landmarks: 0...467)
  var landmarks: [imp_point3]? = mesh
  /// How many landmarks it says there are, where there are others.
  var count: UInt32?
  /// Makes wrong what is lent.
  var image: (inout imp_image) -> Void = { _ in }
  var extraction: (inout imp_extraction) -> Void = { _ in }

  static let mesh = (0..<468).map { imp_point3(x: 1, y: Float($0 % 200), z: 2) }
}

/// An object that makes templates of faces.
struct MadeOfFaces {
  let object: OpaquePointer
  let function: CallExecutor.ExtractOfFace
  let destroy: @convention(c) (OpaquePointer) -> Void

  /// Makes a template: status, length, the room and what is behind it, and what is told of it.
  func extract(_ lent: LentFace = LentFace()) -> [[UInt8]] {
    var payload = [UInt8](repeating: 0xee, count: lent.capacity + 8)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 9, quality: -7, reserved: 0)
    lent.extraction(&extraction)
    let count = lent.count ?? UInt32(lent.landmarks?.count ?? 0)
    let (status, length) = payload.withUnsafeMutableBufferPointer { room in
      (lent.landmarks ?? []).withUnsafeBufferPointer { points in
        var buffer = imp_buffer(
          data: lent.capacity == 0 ? nil : room.baseAddress, capacity: lent.capacity, length: 3)
        let points = lent.landmarks == nil ? nil : points.baseAddress
        let status = picture.lend(change: lent.image) { image in
          guard var face = lent.face else {
            return function(object, image, nil, points, count, &buffer, &extraction)
          }
          return function(object, image, &face, points, count, &buffer, &extraction)
        }
        return (status, buffer.length)
      }
    }
    return [bytes(status), bytes(length), payload, bytes(extraction)]
  }
}
