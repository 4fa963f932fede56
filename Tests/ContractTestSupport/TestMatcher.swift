// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// A matcher that a plugin made, called through its table, as a host calls it.
public final class TestMatcher {
  public let table: imp_matcher_ability
  public let raw: OpaquePointer

  /// - Throws: the status that `create` answered.
  public init(_ table: imp_matcher_ability, of plugin: OpaquePointer, format: String) throws {
    self.table = table
    raw = try format.lent { format in
      var options = imp_matcher_options(
        size: structSize(imp_matcher_options.self), threads: 1, format: format)
      var made: OpaquePointer?
      let status = table.create(plugin, &options, &made)
      guard status == IMP_OK, let made else { throw StatusError(status: status, words: "no matcher") }
      return made
    }
  }

  deinit { table.destroy(raw) }

  /// - Returns: a similarity of -7 where none was written.
  public func compare(
    _ probe: [UInt8], _ reference: [UInt8], version: UInt32 = 1, referenceVersion: UInt32? = nil
  ) -> (status: imp_status, similarity: Float) {
    var similarity: Float = -7
    let status = withBytes(probe) { probe in
      withBytes(reference) {
        table.compare(raw, probe, version, $0, referenceVersion ?? version, &similarity)
      }
    }
    return (status, similarity)
  }

  /// - Returns: a similarity of -7 where none was written.
  public func compareMany(
    _ probe: [UInt8], version: UInt32 = 1, _ gallery: TestGallery
  ) -> (status: imp_status, similarities: [Float]) {
    // A count that is wrong may be any number; no template has less than a byte.
    let most = gallery.offsets.map { $0.count - 1 } ?? gallery.data.count + 1
    var similarities = [Float](repeating: -7, count: Int(min(gallery.count, UInt64(most))))
    let status = withBytes(probe) { probe in
      gallery.lend { table.compare_many(raw, probe, version, $0, &similarities) }
    }
    return (status, similarities)
  }

  public func fuse(
    _ gallery: TestGallery, capacity: Int, change: (inout imp_fusion) -> Void = { _ in }
  ) -> FusionAnswer {
    var memory = [UInt8](repeating: 0xee, count: max(capacity, 0) + 8)
    var fusion = imp_fusion(size: structSize(imp_fusion.self), version: 77, count: 77, quality: 77)
    change(&fusion)
    let (status, length) = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 55)
      let status = gallery.lend { table.fuse(raw, $0, &buffer, &fusion) }
      return (status, buffer.length)
    }
    return FusionAnswer(status: status, memory: memory, length: length, fusion: fusion)
  }
}

/// Templates in one piece of memory.
public struct TestGallery: Sendable {
  public var data: [UInt8]
  public var count: UInt64
  public var version: UInt32
  public var offsets: [UInt64]?

  /// - Parameter offsets: where each template begins, and the last ends; `nil` where all have one length.
  public init(_ data: [UInt8], count: UInt64, version: UInt32 = 1, offsets: [UInt64]? = nil) {
    self.data = data
    self.count = count
    self.version = version
    self.offsets = offsets
  }

  /// Of templates that may differ in length.
  public init(_ templates: [[UInt8]], version: UInt32 = 1) {
    let offsets = templates.reduce(into: [UInt64(0)]) { $0.append(($0.last ?? 0) + UInt64($1.count)) }
    self.init(Array(templates.joined()), count: UInt64(templates.count), version: version, offsets: offsets)
  }

  /// Lends them; `change` may break their description before.
  public func lend<R>(
    change: (inout imp_gallery) -> Void = { _ in }, _ body: (UnsafePointer<imp_gallery>) throws -> R
  ) rethrows -> R {
    try withBytes(data) { data in
      try (offsets ?? []).withUnsafeBufferPointer { positions in
        var gallery = imp_gallery(
          size: structSize(imp_gallery.self), version: version, count: count, data: data,
          offsets: offsets == nil ? nil : positions.baseAddress)
        change(&gallery)
        return try body(&gallery)
      }
    }
  }
}

/// What a call of `fuse` gave, and left.
public struct FusionAnswer {
  public let status: imp_status
  /// The lent memory, of which the room is the first part.
  public let memory: [UInt8]
  public let length: Int
  public let fusion: imp_fusion

  /// The template; none without success.
  public var template: [UInt8] { status == IMP_OK ? Array(memory.prefix(length)) : [] }

  /// Whether nothing was written, but for the length that is needed.
  public var isUntouched: Bool {
    memory.allSatisfy { $0 == 0xee } && fusion.version == 77 && fusion.count == 77 && fusion.quality == 77
      && (length == 55 || status == IMP_RETRY_SHORT_BUFFER)
  }
}
