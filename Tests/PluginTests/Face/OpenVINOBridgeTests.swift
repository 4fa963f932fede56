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
    let opened = words { imp_ov_runtime_create(Cache.openVINO, &runtime, $0) }
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
    let (status, words) = Self.words { imp_ov_runtime_create("/nonexistent", &runtime, $0) }
    #expect(status == IMP_E_FILE && runtime == nil)
    #expect(words.contains("libopenvino_c.so.2641"))
  }
}
