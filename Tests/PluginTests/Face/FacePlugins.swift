// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Foundation
import Synchronization
import Testing

/// One of the face plugins, opened through its C table.
final class OpenedFacePlugin: @unchecked Sendable {
  // Sendable: the tables are constant, and the contract lets any thread make objects, one at a time.
  let plugin: OpaquePointer
  /// Held while an object is made.
  let making = Mutex(())
  private let entry: UnsafePointer<imp_entry>

  // Opened once: tests share what was compiled.
  private static let tracker = Result { try OpenedFacePlugin(product: "FaceTracker") }
  private static let sparing = Result {
    try OpenedFacePlugin(product: "FaceTracker", host: TinyHost.sparing)
  }
  private static let f5 = Result { try OpenedFacePlugin(product: "FaceF5") }
  private static let f6 = Result { try OpenedFacePlugin(product: "FaceF6") }

  /// - Parameter spares: whether its detectors are asked about every fifth frame alone.
  static func tracking(spares: Bool = false) throws -> OpenedFacePlugin {
    try (spares ? sparing : tracker).get()
  }

  static func of(_ algorithm: FaceAlgorithm) throws -> OpenedFacePlugin {
    switch algorithm {
    case .f5: try f5.get()
    case .f6: try f6.get()
    }
  }

  private init(product: String, host: UnsafePointer<imp_host> = TinyHost.table) throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let library = URL(filePath: program).deletingLastPathComponent().appending(path: "lib\(product).so")
    let handle = try #require(dlopen(library.path, RTLD_NOW | RTLD_LOCAL), "\(library.path)")
    typealias Entry = @convention(c) () -> UnsafePointer<imp_entry>?
    let symbol = try #require(dlsym(handle, "imp_plugin_entry"))
    entry = try #require(unsafeBitCast(symbol, to: Entry.self)())
    var opened: OpaquePointer?
    try #require(entry.pointee.open(entry, host, &opened) == IMP_OK)
    plugin = try #require(opened)
  }

  deinit { entry.pointee.close(plugin) }

  func ability<Table>(_ id: String, as: Table.Type) throws -> Table {
    try #require(entry.pointee.ability(plugin, id)).assumingMemoryBound(to: Table.self).pointee
  }
}

/// A status that was not IMP_OK.
struct Refused: Error, Equatable {
  let status: imp_status
}

/// A face with its landmarks.
struct FoundFace {
  var face: imp_face
  var landmarks: [imp_point3]

  func quality(_ component: Int32) -> Float {
    withUnsafeBytes(of: face.quality) { $0.load(fromByteOffset: 4 * Int(component), as: Float.self) }
  }
}

/// A tracker.
final class TestTracker {
  private let opened: OpenedFacePlugin
  private let table: imp_face_tracker_ability
  private let tracker: OpaquePointer

  init(maximumFaces: UInt32 = 1, threshold: Float = 0, spares: Bool = false) throws {
    let opened = try OpenedFacePlugin.tracking(spares: spares)
    let table = try opened.ability(IMP_FACE_TRACKER_ID, as: imp_face_tracker_ability.self)
    var options = imp_face_tracker_options(
      size: UInt32(MemoryLayout<imp_face_tracker_options>.size), maximum_faces: maximumFaces,
      detection_threshold: threshold, threads: 1)
    var made: OpaquePointer?
    let status = opened.making.withLock { _ in table.create(opened.plugin, &options, &made) }
    try #require(status == IMP_OK)
    tracker = try #require(made)
    self.opened = opened
    self.table = table
  }

  deinit { table.destroy(tracker) }

  /// The next frame is the first of another stream.
  func reset() { table.reset(tracker) }

  func track(_ picture: Picture, at time: UInt64 = 0) throws -> [FoundFace] {
    var empty = imp_face()
    empty.size = UInt32(MemoryLayout<imp_face>.size)
    var faces = [imp_face](repeating: empty, count: 64)
    var landmarks = [imp_point3](repeating: imp_point3(), count: 64 * 468)
    return try faces.withUnsafeMutableBufferPointer { faces in
      try landmarks.withUnsafeMutableBufferPointer { landmarks in
        var list = imp_face_list()
        list.size = UInt32(MemoryLayout<imp_face_list>.size)
        list.face_capacity = UInt32(faces.count)
        list.landmark_capacity = UInt32(landmarks.count)
        list.faces = faces.baseAddress
        list.landmarks = landmarks.baseAddress
        let status = picture.withImage { table.track(tracker, $0, time, &list) }
        guard status == IMP_OK else { throw Refused(status: status) }
        return (0..<Int(list.face_count)).map { index in
          let first = Int(faces[index].landmark_first)
          return FoundFace(
            face: faces[index], landmarks: Array(landmarks[first..<first + Int(faces[index].landmark_count)]))
        }
      }
    }
  }
}

enum FaceAlgorithm {
  case f5, f6

  var format: String {
    switch self {
    case .f5: "imprint.face-f5"
    case .f6: "imprint.face-f6"
    }
  }

  /// Of a template.
  var bytes: Int {
    switch self {
    case .f5: 116
    case .f6: 512
    }
  }

  /// Of the templates that are made.
  var version: UInt32 {
    switch self {
    case .f5: 1
    case .f6: 2
    }
  }
}

/// A bundled algorithm's extractor.
final class TestFaceExtractor {
  private let bytes: Int
  private let opened: OpenedFacePlugin
  private let table: imp_face_extractor_ability
  private let extractor: OpaquePointer

  init(_ algorithm: FaceAlgorithm) throws {
    let opened = try OpenedFacePlugin.of(algorithm)
    bytes = algorithm.bytes
    let table = try opened.ability(IMP_FACE_EXTRACTOR_ID, as: imp_face_extractor_ability.self)
    extractor = try opened.making.withLock { _ in
      try algorithm.format.lent { format in
        var options = imp_face_extractor_options(
          size: structSize(imp_face_extractor_options.self), threads: 1, format: format)
        var made: OpaquePointer?
        try #require(table.create(opened.plugin, &options, &made) == IMP_OK)
        return try #require(made)
      }
    }
    self.opened = opened
    self.table = table
  }

  deinit { table.destroy(extractor) }

  func extract(_ picture: Picture, _ found: FoundFace) throws -> (
    template: [UInt8], quality: Float, version: UInt32
  ) {
    var face = found.face
    face.landmark_first = 0
    var extraction = imp_extraction()
    extraction.size = structSize(imp_extraction.self)
    var payload = [UInt8](repeating: 0, count: bytes)
    let status = payload.withUnsafeMutableBufferPointer { payload in
      var buffer = imp_buffer(data: payload.baseAddress, capacity: payload.count, length: 0)
      return picture.withImage {
        table.extract(
          extractor, $0, &face, found.landmarks, UInt32(found.landmarks.count), &buffer, &extraction)
      }
    }
    guard status == IMP_OK else { throw Refused(status: status) }
    return (payload, extraction.quality, extraction.version)
  }
}

/// A bundled algorithm's matcher, whose failures are thrown.
struct TestFaceMatcher {
  private let matcher: TestMatcher
  private let algorithm: FaceAlgorithm

  init(_ algorithm: FaceAlgorithm) throws {
    self.algorithm = algorithm
    let opened = try OpenedFacePlugin.of(algorithm)
    let table = try opened.ability(IMP_MATCHER_ID, as: imp_matcher_ability.self)
    matcher = try opened.making.withLock { _ in
      try TestMatcher(table, of: opened.plugin, format: algorithm.format)
    }
  }

  func compare(
    _ probe: [UInt8], _ reference: [UInt8], versions: (probe: UInt32, reference: UInt32)? = nil
  ) throws -> Float {
    let versions = versions ?? (algorithm.version, algorithm.version)
    let (status, similarity) = matcher.compare(
      probe, reference, version: versions.probe, referenceVersion: versions.reference)
    guard status == IMP_OK else { throw Refused(status: status) }
    return similarity
  }

  func compare(_ probe: [UInt8], withMany gallery: TestGallery) throws -> [Float] {
    let (status, similarities) = matcher.compareMany(probe, version: algorithm.version, gallery)
    guard status == IMP_OK else { throw Refused(status: status) }
    return similarities
  }

  func fuse(
    _ templates: [[UInt8]], version: UInt32 = 2
  ) throws -> (template: [UInt8], fusion: imp_fusion) {
    let answer = matcher.fuse(TestGallery(templates, version: version), capacity: 512)
    guard answer.status == IMP_OK else { throw Refused(status: answer.status) }
    return (answer.template, answer.fusion)
  }
}
