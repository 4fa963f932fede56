// SPDX-License-Identifier: Apache-2.0
import ONNXModels
import Testing

@Suite struct ONNXModelTests {
  private func read(_ bytes: [UInt8]) throws -> ONNXModel {
    try bytes.withUnsafeBytes { try ONNXModel($0) }
  }

  @Test func aModelSaysWhatGoesInAndComesOut() throws {
    let model = try read(TinyONNX.cells(batch: .open("batch")).bytes)
    #expect(model.inputs.map(\.description) == ["float32 [batch,3,112,112]"])
    #expect(model.outputs.map(\.description) == ["float32 [batch,192]"])
    #expect(!model.hasDataElsewhere)
  }

  @Test func weightsThatAreInputsTooAreNone() throws {
    var tiny = TinyONNX.cells()
    tiny.inputs.append(("weights", 1, [.fixed(4)]))
    #expect(try read(tiny.bytes).inputs.count == 2)
    tiny.initializers = [TinyONNX.field(8, Array("weights".utf8))]
    #expect(try read(tiny.bytes).inputs.map(\.name) == ["image"])
  }

  @Test func weightsInAnotherFileAreTold() throws {
    let elsewhere = TinyONNX.field(8, Array("w".utf8)) + TinyONNX.field(14, 1)
    var tiny = TinyONNX.cells()
    tiny.initializers = [elsewhere]
    #expect(try read(tiny.bytes).hasDataElsewhere)
    // Of a node's attribute, and of one within its graph.
    let attribute = TinyONNX.field(5, elsewhere)
    let graph = TinyONNX.field(6, TinyONNX.field(1, TinyONNX.field(5, attribute)))
    for inner in [attribute, graph] {
      var tiny = TinyONNX.cells()
      tiny.nodes.append(TinyONNX.field(4, Array("Constant".utf8)) + TinyONNX.field(5, inner))
      #expect(try read(tiny.bytes).hasDataElsewhere)
    }
  }

  @Test func aCutFileAndOtherBytesAreDamaged() throws {
    let bytes = TinyONNX.cells().bytes
    var refused = 0
    for count in 0..<bytes.count {
      do { _ = try read(Array(bytes.prefix(count))) } catch ONNXProblem.damaged { refused += 1 }
    }
    // A file may end behind its graph.
    #expect(refused >= bytes.count - 8)
    for other in [[], [0xFF, 0xFF], Array("<?xml version=\"1.0\"?>".utf8)] as [[UInt8]] {
      #expect(throws: ONNXProblem.damaged) { try read(other) }
    }
  }

  @Test func graphsWithinGraphsEnd() {
    var inner: [UInt8] = []
    for _ in 0..<40 { inner = TinyONNX.field(1, TinyONNX.field(5, TinyONNX.field(6, inner))) }
    var tiny = TinyONNX.cells()
    tiny.nodes.append(TinyONNX.field(5, TinyONNX.field(6, inner)))
    #expect(throws: ONNXProblem.nested) { try read(tiny.bytes) }
  }
}
