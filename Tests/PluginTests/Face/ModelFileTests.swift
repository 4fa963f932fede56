// SPDX-License-Identifier: Apache-2.0
import FaceModelFiles
import Testing

@Suite struct ModelFileTests {
  private func read(_ bytes: [UInt8]) throws -> ModelFile {
    try bytes.withUnsafeBytes { try ModelFile(onnx: $0) }
  }

  @Test func aModelSaysWhatGoesInAndComesOut() throws {
    let model = try read(TinyONNX.cells(batch: .open("batch")).bytes)
    #expect(model.inputs.map(\.description) == ["float32 [batch,3,112,112]"])
    #expect(model.outputs.map(\.description) == ["float32 [batch,192]"])
    #expect(!model.lacksWeights)
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
    #expect(try read(tiny.bytes).lacksWeights)
    // Of a node's attribute, and of one within its graph.
    let attribute = TinyONNX.field(5, elsewhere)
    let graph = TinyONNX.field(6, TinyONNX.field(1, TinyONNX.field(5, attribute)))
    for inner in [attribute, graph] {
      var tiny = TinyONNX.cells()
      tiny.nodes.append(TinyONNX.field(4, Array("Constant".utf8)) + TinyONNX.field(5, inner))
      #expect(try read(tiny.bytes).lacksWeights)
    }
  }

  @Test func aCutFileAndOtherBytesAreDamaged() throws {
    let bytes = TinyONNX.cells().bytes
    var refused = 0
    for count in 0..<bytes.count {
      do { _ = try read(Array(bytes.prefix(count))) } catch ModelProblem.damaged { refused += 1 }
    }
    // A file may end behind its graph.
    #expect(refused >= bytes.count - 8)
    for other in [[], [0xFF, 0xFF], Array("<?xml version=\"1.0\"?>".utf8)] as [[UInt8]] {
      #expect(throws: ModelProblem.damaged) { try read(other) }
    }
  }

  @Test func graphsWithinGraphsEnd() {
    var inner: [UInt8] = []
    for _ in 0..<40 { inner = TinyONNX.field(1, TinyONNX.field(5, TinyONNX.field(6, inner))) }
    var tiny = TinyONNX.cells()
    tiny.nodes.append(TinyONNX.field(5, TinyONNX.field(6, inner)))
    #expect(throws: ModelProblem.nested) { try read(tiny.bytes) }
  }

  @Test func weightsOfTrainingAndOfFunctionsAreLookedAtToo() throws {
    let elsewhere = TinyONNX.field(8, Array("w".utf8)) + TinyONNX.field(14, 1)
    let node = TinyONNX.field(5, TinyONNX.field(5, elsewhere))
    let training = TinyONNX.field(20, TinyONNX.field(2, TinyONNX.field(5, elsewhere)))
    for more in [training, TinyONNX.field(25, TinyONNX.field(7, node))] {
      let model = try read(TinyONNX.cells().bytes + more)
      #expect(model.lacksWeights && model.inputs.count == 1 && model.outputs.count == 1)
    }
  }

  @Test func moreThanAnyModelHasEnds() throws {
    var wide = TinyONNX.cells()
    wide.inputs[0].dimensions = [TinyONNX.Dimension](repeating: .fixed(1), count: 65)
    var long = TinyONNX.cells()
    long.inputs[0].dimensions = [.open(String(repeating: "n", count: 4097))]
    // Two bytes each: what is kept of them would be many times as much.
    let many = TinyONNX.field(7, [UInt8](repeating: 0, count: 140_000).indices.map { $0 % 2 == 0 ? 0x62 : 0 })
    for bytes in [wide.bytes, long.bytes, many] {
      #expect(throws: ModelProblem.excessive) { try read(bytes) }
    }
  }

  @Test func aNameOfCombinedLettersIsShortInWords() throws {
    var tiny = TinyONNX.cells()
    tiny.inputs[0].dimensions = [.open("e" + String(repeating: "\u{301}", count: 2000))]
    #expect(try read(tiny.bytes).inputs[0].description.utf8.count < 100)
  }

  private func read(ir text: String, weights: Int = 100) throws -> ModelFile {
    try Array(text.utf8).withUnsafeBytes { try ModelFile(ir: $0, weightBytes: weights) }
  }

  @Test func anIRSaysWhatGoesInAndComesOut() throws {
    let model = try read(ir: TinyIR().text)
    #expect(model.inputs.map(\.description) == ["uint8 [1,3,112,112]"])
    #expect(model.outputs.map(\.description) == ["float32 [1,192]"])
    #expect(!model.lacksWeights)
    let open = try read(ir: TinyIR(shape: "?,3,1..8,-1", dimensions: [-1, 192]).text)
    #expect(open.inputs.map(\.description) == ["uint8 [?,3,?,?]"])
    #expect(open.outputs.map(\.description) == ["float32 [?,192]"])
    #expect(try read(ir: TinyIR(shape: "...").text).inputs[0].dimensions == nil)
  }

  @Test func layersOfABodyAreNoneOfTheModel() throws {
    let body = "<layer type=\"TensorIterator\"><body><layers>\(TinyIR().layers)</layers></body></layer>"
    let model = try read(ir: TinyIR(more: body).text)
    #expect(model.inputs.count == 1 && model.outputs.count == 1)
  }

  @Test(arguments: [
    ("96", "5"), ("101", "0"), ("18446744073709551608", "16"), ("18446744073709551616", "0"), ("-1", "1"),
  ])
  func weightsBeyondTheirFileAreTold(offset: String, size: String) throws {
    let constant = "<layer type=\"Const\"><data offset=\"\(offset)\" size='\(size)'/></layer>"
    #expect(try read(ir: TinyIR(more: constant).text).lacksWeights)
    let body = "<layer type=\"Loop\"><body><layers>\(constant)</layers></body></layer>"
    #expect(try read(ir: TinyIR(more: body).text).lacksWeights)
    let right = "<layer type=\"Const\"><data offset=\"96\" size=\"4\"/></layer>"
    #expect(try !read(ir: TinyIR(more: right).text).lacksWeights)
  }

  @Test func aCutIRAndOtherMarkupAreDamaged() throws {
    let text = TinyIR().text
    // A line ends behind its last tag.
    for count in 0..<text.count - 1 {
      #expect(throws: ModelProblem.damaged) { try read(ir: String(text.prefix(count))) }
    }
    for other in [
      "<!DOCTYPE net [<!ENTITY a \"b\">]>\(text)", "<net><layers></net></layers>", text + text,
      "<html></html>", "<net name=></net>", "<net><layers><layer type=x/></layers></net>", "\(text)behind",
      "<net><![CDATA[]]></net>",
    ] {
      #expect(throws: ModelProblem.damaged) { try read(ir: other) }
    }
    let deep = String(repeating: "<a>", count: 200)
    #expect(throws: ModelProblem.nested) { try read(ir: "<net>\(deep)") }
  }
}
