// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import ContractTestSupport
import Foundation
import Testing

/// A plugin of the library, opened with a manifest's parameters and a model that the test can compute itself:
/// means of 8 by 8 cells.
@Suite struct FaceONNXTests {
  /// What a manifest gives, in a host that lends the model.
  private struct Given {
    var texts = ["format": "example.cells", "colours": "rgb", "alignment": "box", "metric": "euclidean"]
    var integers = ["inputWidth": 112, "inputHeight": 112, "embeddingLength": 192]
    var numbers = ["similarityBound": 1e6]
    var flags: [String: Bool] = [:]

    /// ``TinyIR``.
    static var ir: Given {
      var given = Given()
      given.texts["model"] = "ir"
      given.texts["element"] = "uint8"
      return given
    }

    var parameters: [String: imp_parameter] {
      var all: [String: imp_parameter] = [:]
      let size = structSize(imp_parameter.self)
      for (name, text) in texts {
        // Never freed: a test ends soon.
        let letters = strdup(text)
        all[name] = imp_parameter(
          size: size, type: UInt32(IMP_PARAMETER_TEXT), integer: 0, number: 0,
          text: imp_text(data: letters, length: text.utf8.count))
      }
      for (name, value) in integers {
        all[name] = imp_parameter(
          size: size, type: UInt32(IMP_PARAMETER_INTEGER), integer: Int64(value), number: 0, text: imp_text())
      }
      for (name, value) in numbers {
        all[name] = imp_parameter(
          size: size, type: UInt32(IMP_PARAMETER_NUMBER), integer: 0, number: value, text: imp_text())
      }
      for (name, value) in flags {
        all[name] = imp_parameter(
          size: size, type: UInt32(IMP_PARAMETER_BOOLEAN), integer: value ? 1 : 0, number: 0, text: imp_text()
        )
      }
      return all
    }
  }

  private static func open(_ given: Given, _ model: [UInt8]? = TinyONNX.cells().bytes) throws -> OpenedEntry {
    try open(given, files: model.map { ["embedding.onnx": $0] } ?? [:])
  }

  private static func open(_ given: Given, files: [String: [UInt8]]) throws -> OpenedEntry {
    let host = TestHost()
    host.given = given.parameters
    host.lend(files, runtime: Cache.openVINO)
    return try OpenedEntry(try PluginLibrary.entry("FaceONNX"), host: host)
  }

  /// The words of a refusal, and its status.
  private static func refusal(
    _ change: (inout Given) -> Void = { _ in }, _ model: [UInt8]? = TinyONNX.cells().bytes
  ) throws -> (status: imp_status, words: String) {
    var given = Given()
    change(&given)
    do {
      let opened = try open(given, model)
      _ = try Extractor(opened, given)
      return (IMP_OK, "")
    } catch let error as StatusError { return (error.status, error.words) }
  }

  /// Of IR, where nothing is run.
  private static func refusal(ofIR text: String, weights: [UInt8] = TinyIR.weights) throws -> String {
    do {
      _ = try open(.ir, files: ["embedding.xml": Array(text.utf8), "embedding.bin": weights])
      return ""
    } catch let error as StatusError {
      #expect(error.status == IMP_E_MODEL)
      return error.words
    }
  }

  private final class Extractor {
    private let opened: OpenedEntry
    private let table: imp_face_extractor_ability
    private let raw: OpaquePointer

    init(_ opened: OpenedEntry, _ given: Given) throws {
      self.opened = opened
      table = try opened.table(IMP_FACE_EXTRACTOR_ID)
      raw = try (given.texts["format"] ?? "").lent { [table] format in
        var options = imp_face_extractor_options(
          size: structSize(imp_face_extractor_options.self), threads: 1, format: format)
        var made: OpaquePointer?
        let status = table.create(opened.plugin, &options, &made)
        guard status == IMP_OK, let made else {
          throw StatusError(status: status, words: opened.host.last?.words ?? "")
        }
        return made
      }
    }

    deinit { table.destroy(raw) }

    /// - Parameter box: of the face; eyes lie within.
    func extract(_ picture: Picture, _ face: imp_face, _ points: [imp_point3]) throws -> [UInt8] {
      var face = face
      var payload = [UInt8](repeating: 0, count: 16 + 4 * 192)
      var extraction = imp_extraction()
      extraction.size = structSize(imp_extraction.self)
      let status = payload.withUnsafeMutableBufferPointer { memory in
        var buffer = imp_buffer(data: memory.baseAddress, capacity: memory.count, length: 0)
        return picture.withImage {
          table.extract(raw, $0, &face, points, UInt32(points.count), &buffer, &extraction)
        }
      }
      guard status == IMP_OK else { throw StatusError(status: status, words: opened.host.last?.words ?? "") }
      return payload
    }
  }

  private static func face(_ box: imp_rect) -> (imp_face, [imp_point3]) {
    var face = imp_face()
    face.size = structSize(imp_face.self)
    face.box = box
    face.right_eye = imp_point(x: box.x + box.width * 0.34, y: box.y + box.height * 0.46)
    face.left_eye = imp_point(x: box.x + box.width * 0.66, y: box.y + box.height * 0.46)
    face.detection = 1
    face.presence = 1
    face.landmark_model = UInt32(IMP_LANDMARKS_MESH468)
    face.landmark_count = 468
    var points = [imp_point3](repeating: imp_point3(x: box.x, y: box.y, z: 0), count: 468)
    points[1] = imp_point3(x: box.x + box.width * 0.5, y: box.y + box.height * 0.64, z: 0)
    points[61] = imp_point3(x: box.x + box.width * 0.37, y: box.y + box.height * 0.82, z: 0)
    points[291] = imp_point3(x: box.x + box.width * 0.63, y: box.y + box.height * 0.82, z: 0)
    return (face, points)
  }

  private static func numbers(_ payload: [UInt8]) -> [Float] {
    payload.withUnsafeBytes { bytes in
      (0..<192).map { bytes.loadUnaligned(fromByteOffset: 16 + 4 * $0, as: Float.self) }
    }
  }

  /// The picture is the chip: a box of 112 pixels at its corner.
  private static func embedding(
    of picture: Picture, _ change: (inout Given) -> Void = { _ in }, model: TinyONNX = .cells()
  ) throws -> [Float] {
    var given = Given()
    change(&given)
    let (face, points) = face(imp_rect(x: 0, y: 0, width: 112, height: 112))
    return numbers(try Extractor(open(given, model.bytes), given).extract(picture, face, points))
  }

  /// Means of cells, computed here.
  private static func cells(_ picture: Picture) -> [Float] {
    (0..<192).map { index in
      let (channel, row, column) = (index / 64, index / 8 % 8, index % 8)
      let values = (0..<196).map { Int(picture[column * 14 + $0 % 14, row * 14 + $0 / 14, channel]) }
      return Float(values.reduce(0, +)) / 196
    }
  }

  private static func areNear(_ one: [Float], _ other: [Float], _ tolerance: Float = 0.01) -> Bool {
    zip(one, other).allSatisfy { abs($0 - $1) < tolerance }
  }

  private static let picture = Picture.noise(112, 112, seed: 12).map { x, y, c in UInt8((x + 2 * y * c) % 250)
  }

  @Test func theEmbeddingIsTheModelsOfThePixels() throws {
    #expect(Self.areNear(try Self.embedding(of: Self.picture), Self.cells(Self.picture)))
  }

  @Test func anIRIsRunAsItsONNXIs() throws {
    for shape in ["1,3,112,112", "?,3,112,112"] {
      let files = ["embedding.xml": Array(TinyIR(shape: shape).text.utf8), "embedding.bin": TinyIR.weights]
      let (face, points) = Self.face(imp_rect(x: 0, y: 0, width: 112, height: 112))
      let extractor = try Extractor(Self.open(.ir, files: files), .ir)
      #expect(
        Self.areNear(
          Self.numbers(try extractor.extract(Self.picture, face, points)), Self.cells(Self.picture)))
    }
  }

  @Test func anIRThatIsNotWhatTheManifestSaysIsRefusedWhenItIsOpened() throws {
    #expect(try Self.refusal(ofIR: TinyIR().text) == "")
    #expect(try Self.refusal(ofIR: "<net/>").contains("no IR"))
    #expect(try Self.refusal(ofIR: TinyIR(shape: "1,3,160,112").text).contains("inputHeight"))
    #expect(try Self.refusal(ofIR: TinyIR(dimensions: [1, 128]).text).contains("embeddingLength"))
    #expect(try Self.refusal(ofIR: TinyIR().text, weights: [1, 2, 3]).contains("embedding.bin"))
    let two = TinyIR(more: "<layer type=\"Result\"><input><port precision=\"FP32\"/></input></layer>")
    #expect(try Self.refusal(ofIR: two.text).contains("2 outputs"))
  }

  /// What the reader cannot see, OpenVINO answers by a status: no crash, and no memory that is not there.
  @Test func weightsThatAreNotWhatTheySayAreRefused() throws {
    let shape: [[UInt8]] = [
      // More numbers than bytes; more than there can be; fewer than none.
      TinyONNX.field(1, 1000) + TinyONNX.field(1, 1000), TinyONNX.field(1, 1 << 62) + TinyONNX.field(1, 4),
      TinyONNX.field(1, UInt64.max),
    ]
    for dimensions in shape {
      var tiny = TinyONNX.cells()
      tiny.initializers = [
        dimensions + TinyONNX.field(2, 1) + TinyONNX.field(8, Array("w".utf8))
          + TinyONNX.field(9, [0, 0, 128, 63])
      ]
      tiny.nodes[1] = TinyONNX.node("Flatten", ["cells"], "flat", [TinyONNX.integer("axis", 1)])
      tiny.nodes.append(TinyONNX.node("Mul", ["flat", "w"], "embedding", []))
      #expect(try Self.refusal({ _ in }, tiny.bytes).status == IMP_E_MODEL)
    }
    // Of IR: a shape that says more than its bytes have.
    let large = TinyIR().text.replacing("shape=\"2\" offset", with: "shape=\"1000000\" offset")
    let files = ["embedding.xml": Array(large.utf8), "embedding.bin": TinyIR.weights]
    let refused = #expect(throws: StatusError.self) { try Extractor(Self.open(.ir, files: files), .ir) }
    #expect(refused?.status == IMP_E_MODEL)
  }

  @Test func anOpenBatchBecomesOne() throws {
    let open = TinyONNX.cells(batch: .open("batch"))
    #expect(Self.areNear(try Self.embedding(of: Self.picture, model: open), Self.cells(Self.picture)))
  }

  @Test func meanScaleAndColoursAreThoseOfTheManifest() throws {
    let found = try Self.embedding(of: Self.picture) {
      $0.texts["colours"] = "bgr"
      $0.numbers["mean"] = 100
      $0.numbers["scale"] = 0.5
      $0.numbers["meanRed"] = 10
      $0.numbers["scaleBlue"] = 0.25
    }
    let cells = Self.cells(Self.picture)
    let wanted =
      cells[128..<192].map { ($0 - 100) * 0.25 } + cells[64..<128].map { ($0 - 100) * 0.5 }
      + cells[0..<64].map { ($0 - 10) * 0.5 }
    #expect(Self.areNear(found, wanted))
  }

  @Test func theMirroredPassIsAddedInEqualShares() throws {
    let found = try Self.embedding(of: Self.picture) { $0.flags["mirrored"] = true }
    let wanted = zip(Self.cells(Self.picture), Self.cells(Self.picture.mirrored)).map { ($0 + $1) / 2 }
    #expect(Self.areNear(found, wanted))
  }

  @Test func fivePointsComeToTheirPlaces() throws {
    // Where the face's points are, so that nothing moves; then 14 pixels to the right, one cell.
    let places = { (shift: Float) in
      [(0.34, 0.46), (0.66, 0.46), (0.5, 0.64), (0.37, 0.82), (0.63, 0.82)].map { x, y in
        "\(Float(x) * 112 + shift) \(Float(y) * 112)"
      }.joined(separator: " ")
    }
    let cells = Self.cells(Self.picture)
    let still = try Self.embedding(of: Self.picture) { $0.texts["alignment"] = places(0) }
    #expect(Self.areNear(still, cells, 0.6))
    let moved = try Self.embedding(of: Self.picture) { $0.texts["alignment"] = places(14) }
    let isMoved = (0..<192).filter { $0 % 8 > 0 }.allSatisfy { abs(moved[$0] - cells[$0 - 1]) < 0.6 }
    #expect(isMoved)
  }

  @Test func aModelThatIsNotWhatTheManifestSaysIsRefusedByName() throws {
    let none = try Self.refusal({ _ in }, nil)
    #expect(none.status == IMP_E_MODEL && none.words.contains("embedding.onnx"))
    let noise = try Self.refusal({ _ in }, Array("no model at all".utf8))
    #expect(noise.status == IMP_E_MODEL && noise.words.contains("no ONNX file"))
    let wide = try Self.refusal { $0.integers["inputWidth"] = 160 }
    #expect(
      wide.status == IMP_E_MODEL && wide.words.contains("[1,3,112,112]") && wide.words.contains("inputWidth"))
    let short = try Self.refusal { $0.integers["embeddingLength"] = 128 }
    #expect(short.status == IMP_E_MODEL && short.words.contains("[1,192]"))
    var two = TinyONNX.cells()
    two.inputs.append(("other", 1, [.fixed(1)]))
    let inputs = try Self.refusal({ _ in }, two.bytes)
    #expect(inputs.status == IMP_E_MODEL && inputs.words.contains("2 inputs"))
    var elsewhere = TinyONNX.cells()
    elsewhere.initializers = [TinyONNX.field(8, Array("w".utf8)) + TinyONNX.field(14, 1)]
    let outside = try Self.refusal({ _ in }, elsewhere.bytes)
    #expect(outside.status == IMP_E_MODEL && outside.words.contains("another file"))
    // What the file says of its output is wrong: only OpenVINO finds out.
    let lying = try Self.refusal({ $0.integers["embeddingLength"] = 100 }, TinyONNX.cells(length: 100).bytes)
    #expect(lying.status == IMP_E_MODEL)
    var unknown = TinyONNX.cells()
    unknown.nodes[1] = TinyONNX.node("NoSuchOperator", ["cells"], "embedding", [])
    #expect(try Self.refusal({ _ in }, unknown.bytes).status == IMP_E_MODEL)
  }

  @Test(arguments: [
    ("metric", "cosin", "euclidean-unit"), ("colours", "yuv", "grey"),
    ("alignment", "arc face", "ten numbers"),
    ("alignment", "1 2 3 4 5 6 7 8 9", "ten numbers"), ("alignment", "9 9 1 9 5 5 1 8 9 8", "left"),
    ("layout", "chw", "nhwc"), ("format", "imprint.face-f6", "bundled"), ("values", "int8", "cosine"),
    ("values", "half", "int8"),
  ])
  func aParameterThatDoesNotGoIsNamed(name: String, value: String, words: String) throws {
    let refused = try Self.refusal { $0.texts[name] = value }
    #expect(refused.status == IMP_E_ARGUMENT)
    #expect(refused.words.contains("'\(name)'") && refused.words.contains(words), "\(refused.words)")
  }

  @Test func parametersThatContradictEachOtherAreNamed() throws {
    let bytes = try Self.refusal {
      $0.texts["element"] = "uint8"
      $0.numbers["mean"] = 1
    }
    #expect(bytes.status == IMP_E_ARGUMENT && bytes.words.contains("'element'"))
    let grey = try Self.refusal {
      $0.texts["colours"] = "grey"
      $0.numbers["scaleBlue"] = 1
    }
    #expect(grey.status == IMP_E_ARGUMENT && grey.words.contains("'scaleBlue'"))
    let margin = try Self.refusal {
      $0.texts["alignment"] = "arcface"
      $0.numbers["margin"] = 0.1
    }
    #expect(margin.status == IMP_E_ARGUMENT && margin.words.contains("'margin'"))
  }

  @Test func anAnswerThatIsNoneMakesNoTemplate() throws {
    let flat = Picture.flat(112, 112, 9)
    let zero = #expect(throws: StatusError.self) { try Self.embedding(of: flat, model: .cells(then: "Sub")) }
    #expect(zero?.status == IMP_E_QUALITY)
    let none = #expect(throws: StatusError.self) {
      try Self.embedding(of: flat, { $0.numbers["mean"] = 200 }, model: .cells(then: "Log"))
    }
    #expect(none?.status == IMP_E_INTERNAL && none?.words.contains("not finite") == true)
  }

  @Test func templatesOfTwoPluginsOfTheLibraryNeverMix() throws {
    var (one, two) = (Given(), Given())
    two.texts["format"] = "example.others"
    let (face, points) = Self.face(imp_rect(x: 0, y: 0, width: 112, height: 112))
    let template = try Extractor(Self.open(one), one).extract(Self.picture, face, points)
    one.texts["metric"] = "euclidean"
    let opened = try Self.open(two)
    let matcher = try TestMatcher(opened.table(IMP_MATCHER_ID), of: opened.plugin, format: "example.others")
    #expect(matcher.compare(template, template).status == IMP_E_TEMPLATE_FORMAT)
    let own = try Self.open(one)
    let right = try TestMatcher(own.table(IMP_MATCHER_ID), of: own.plugin, format: "example.cells")
    #expect(right.compare(template, template).similarity == 0)
  }
}
