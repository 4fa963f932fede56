// SPDX-License-Identifier: Apache-2.0
import CImprint
import COpenVINOBridge
import Foundation
import Testing

@Suite struct OpenVINOBridgeTests {
  private static func words(_ call: (UnsafeMutablePointer<CChar>) -> imp_status) -> (imp_status, String) {
    var words = [CChar](repeating: 0, count: Int(IMP_OV_WORDS))
    let status = call(&words)
    return (status, String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  private static func tensor(_ element: Int32, _ rank: UInt32, _ dims: (Int64, Int64, Int64, Int64))
    -> imp_ov_tensor
  {
    imp_ov_tensor(element: UInt32(element), rank: rank, dims: dims)
  }

  /// Tries the mesh network with something wrong about it.
  private static func attempt(_ change: (inout imp_ov_network) -> Void) throws -> (imp_status, String) {
    var runtime: OpaquePointer?
    let opened = words { imp_ov_runtime_create(Cache.openVINO, nil, &runtime, $0) }
    try #require(opened.0 == IMP_OK, "\(opened.1)")
    defer { imp_ov_runtime_destroy(runtime) }
    let core = try #require(runtime)
    let graph = try #require(TinyHost.lend("facemesh-468.xml")).bytes
    let weights = try #require(TinyHost.lend("facemesh-468.bin")).bytes
    return "mesh".withCString { name in
      var network = imp_ov_network(
        name: name, graph: graph, weights: weights, output_count: 2, kind: UInt32(IMP_OV_IR),
        input: tensor(IMP_OV_F32, 4, (1, 192, 192, 3)),
        outputs: (tensor(IMP_OV_F32, 4, (1, 1, 1, 1404)), tensor(IMP_OV_F32, 4, (1, 1, 1, 1))))
      change(&network)
      var session: OpaquePointer?
      let answer = words { imp_ov_session_create(core, &network, 1, &session, $0) }
      imp_ov_session_destroy(session)
      return answer
    }
  }

  @Test func networkAsStatedIsTaken() throws {
    let (status, words) = try Self.attempt { _ in }
    #expect(status == IMP_OK, "\(words)")
  }

  @Test func networkOfAnotherShapeIsRefusedWithBothShapes() throws {
    let (status, words) = try Self.attempt { $0.input.dims.1 = 128 }
    #expect(status == IMP_E_MODEL)
    #expect(words.contains("mesh") && words.contains("[1,192,192,3]") && words.contains("[1,128,192,3]"))
  }

  @Test func networkWithAnotherOutputIsRefused() throws {
    #expect(try Self.attempt { $0.outputs.0.dims.3 = 1405 }.0 == IMP_E_MODEL)
    #expect(try Self.attempt { $0.output_count = 1 }.0 == IMP_E_MODEL)
    #expect(try Self.attempt { $0.outputs.1.element = UInt32(IMP_OV_U8) }.0 == IMP_E_MODEL)
  }

  @Test func cutNetworkIsRefused() throws {
    #expect(try Self.attempt { $0.graph.length /= 2 }.0 == IMP_E_MODEL)
    #expect(try Self.attempt { $0.weights.length /= 2 }.0 == IMP_E_MODEL)
    #expect(try Self.attempt { $0.graph.length = 0 }.0 == IMP_E_MODEL)
    #expect(try Self.attempt { $0.weights.length = 0 }.0 == IMP_E_MODEL)
  }

  @Test func folderWithoutTheLibraryIsSaidByName() {
    var runtime: OpaquePointer?
    let (status, words) = Self.words { imp_ov_runtime_create("/nonexistent", nil, &runtime, $0) }
    #expect(status == IMP_E_FILE && runtime == nil)
    #expect(words.contains("libopenvino_c.so.2641"))
  }

  /// What one process keeps for the next.
  private final class Shelf {
    var entries: [String: [UInt8]] = [:]
    var found = 0
    var kept = 0
    /// Lent as long as this.
    var lent: [UnsafeMutableRawBufferPointer] = []

    deinit { for bytes in lent { bytes.deallocate() } }

    var raw: imp_ov_kept {
      imp_ov_kept(
        context: Unmanaged.passUnretained(self).toOpaque(),
        find: { context, key in
          guard let shelf = Shelf.of(context), let entry = shelf.entries[String(cString: key)] else {
            return imp_bytes()
          }
          shelf.found += 1
          let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: entry.count, alignment: 64)
          copy.copyBytes(from: entry)
          shelf.lent.append(copy)
          return imp_bytes(
            data: UnsafePointer(copy.baseAddress?.assumingMemoryBound(to: UInt8.self)), length: copy.count)
        },
        keep: { context, key, bytes in
          guard let shelf = Shelf.of(context) else { return }
          shelf.kept += 1
          shelf.entries[String(cString: key)] =
            Array(UnsafeBufferPointer(start: bytes.data, count: bytes.length))
        })
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> Shelf? {
      context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// The mesh of a picture without a face, by a runtime of its own.
  private static func mesh(_ shelf: Shelf?, threads: UInt32 = 1) throws -> [UInt32] {
    var runtime: OpaquePointer?
    let opened = words { words in
      guard var kept = shelf?.raw else { return imp_ov_runtime_create(Cache.openVINO, nil, &runtime, words) }
      return imp_ov_runtime_create(Cache.openVINO, &kept, &runtime, words)
    }
    try #require(opened.0 == IMP_OK, "\(opened.1)")
    defer { imp_ov_runtime_destroy(runtime) }
    let core = try #require(runtime)
    let graph = try #require(TinyHost.lend("facemesh-468.xml")).bytes
    let weights = try #require(TinyHost.lend("facemesh-468.bin")).bytes
    return try "mesh".withCString { name in
      var network = imp_ov_network(
        name: name, graph: graph, weights: weights, output_count: 2, kind: UInt32(IMP_OV_IR),
        input: tensor(IMP_OV_F32, 4, (1, 192, 192, 3)),
        outputs: (tensor(IMP_OV_F32, 4, (1, 1, 1, 1404)), tensor(IMP_OV_F32, 4, (1, 1, 1, 1))))
      var session: OpaquePointer?
      let made = words { imp_ov_session_create(core, &network, threads, &session, $0) }
      try #require(made.0 == IMP_OK, "\(made.1)")
      defer { imp_ov_session_destroy(session) }
      let ready = try #require(session)
      let input = imp_ov_session_input(ready).assumingMemoryBound(to: Float.self)
      for index in 0..<(192 * 192 * 3) { input[index] = Float(index * 7919 % 256) / 255 }
      let ran = words { imp_ov_session_infer(ready, $0) }
      try #require(ran.0 == IMP_OK, "\(ran.1)")
      let output = try #require(imp_ov_session_output(ready, 0))
      return (0..<1404).map { output[$0].bitPattern }
    }
  }

  @Test func whatWasKeptComputesTheSameToTheBit() throws {
    let shelf = Shelf()
    let compiled = try Self.mesh(nil)
    #expect(try Self.mesh(shelf) == compiled)
    #expect(shelf.entries.count == 1 && shelf.found == 0)
    #expect(try Self.mesh(shelf) == compiled)
    #expect(shelf.found == 1)
  }

  @Test func whatWasKeptForOtherSettingsIsNotUsed() throws {
    let shelf = Shelf()
    _ = try Self.mesh(shelf)
    _ = try Self.mesh(shelf, threads: 2)
    #expect(shelf.entries.count == 2 && shelf.found == 0)
  }

  @Test(arguments: [1, 16, 200, 1000]) func whatCannotBeImportedIsCompiledAnew(length: Int) throws {
    let shelf = Shelf()
    let compiled = try Self.mesh(shelf)
    let key = try #require(shelf.entries.keys.first)
    let whole = try #require(shelf.entries[key])
    shelf.entries[key] = Array(whole.prefix(length))
    #expect(try Self.mesh(shelf) == compiled)
    #expect(shelf.found == 1 && shelf.kept == 2)
    // What is kept instead is whole: nothing is compiled again. Its length may differ by some bytes.
    #expect(try Self.mesh(shelf) == compiled)
    #expect(shelf.found == 2 && shelf.kept == 2)
  }
}
