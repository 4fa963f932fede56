// SPDX-License-Identifier: Apache-2.0
import FaceModelFiles
import FaceNetworks
import ImprintPluginKit

/// The model, once it is what the manifest says of it.
///
/// What can be read of the file is compared before OpenVINO sees it, so that what differs is named by its
/// parameter; what follows from the graph, OpenVINO finds.
struct EmbeddingNetwork: Sendable {
  static let name = "embedding"

  let network: Network

  /// - Throws: `.model` where it is missing, damaged or another one than the parameters say.
  init(of host: Host, _ input: NetworkInput, numbers: Int) throws(PluginFailure) {
    network = Network(
      Self.name, input.kind, input: input.tensor, outputs: [.init(vectorOf: numbers)])
    try ModelJudge(input.kind).judge(host, input, numbers)
  }
}

/// Compares a model's file with the parameters.
private struct ModelJudge {
  /// As `models` of the manifest names it.
  private let file: String
  private let kind: Network.Kind

  init(_ kind: Network.Kind) {
    self.kind = kind
    file = EmbeddingNetwork.name + (kind == .onnx ? ".onnx" : ".xml")
  }

  func judge(_ host: Host, _ input: NetworkInput, _ numbers: Int) throws(PluginFailure) {
    let model = try read(host)
    guard !model.lacksWeights else {
      throw kind == .onnx
        ? refused(
          "keeps weights in another file", "Save it as one file: what the manifest does not hash is not read."
        )
        : refused("says more weights than embedding.bin has", "Take the .bin that was written with it.")
    }
    guard model.inputs.count == 1 else {
      throw refused("has \(model.inputs.count) inputs", "Export it with one: the picture.")
    }
    guard model.outputs.count == 1 else {
      throw refused("has \(model.outputs.count) outputs", "Export it with one: the embedding.")
    }
    let wanted = ModelTensor(
      element: input.element == .uint8 ? .uint8 : .float32, dimensions: input.dimensions.map { .fixed($0) })
    let (taken, given) = (model.inputs[0], model.outputs[0])
    guard taken.element == wanted.element, Self.fits(taken.dimensions, input.dimensions) else {
      throw refused(
        "takes \(taken), and the parameters make \(wanted) of a face",
        "Correct inputWidth, inputHeight, layout, colours or element.")
    }
    guard given.element == .float32, Self.isVector(given.dimensions, numbers) else {
      throw refused(
        "gives \(given), and the parameters say float32 [1,\(numbers)]",
        "Correct embeddingLength, or export it with the embedding as its output.")
    }
  }

  private func read(_ host: Host) throws(PluginFailure) -> ModelFile {
    let bytes = try host.model(named: file)
    let weights = kind == .ir ? try host.model(named: EmbeddingNetwork.name + ".bin").count : 0
    do throws(ModelProblem) {
      return switch kind {
      case .onnx: try ModelFile(onnx: bytes)
      case .ir: try ModelFile(ir: bytes, weightBytes: weights)
      }
    } catch {
      let reason =
        switch error {
        case .damaged: "is no \(kind == .onnx ? "ONNX file" : "IR of OpenVINO"), or is damaged"
        case .nested: "has graphs within graphs too deep"
        case .excessive: "has more inputs, dimensions or letters in a name than any model"
        }
      throw refused(reason, "Export the model again.")
    }
  }

  private func refused(_ reason: String, _ remedy: String) -> PluginFailure {
    PluginFailure(.model, "The model '\(file)' \(reason). \(remedy)")
  }

  /// Open dimensions become those that are wanted.
  private static func fits(_ dimensions: [ModelTensor.Dimension]?, _ wanted: [Int]) -> Bool {
    guard let dimensions else { return true }
    return dimensions.count == wanted.count
      && zip(dimensions, wanted).allSatisfy { dimension, wanted in
        if case .fixed(let count) = dimension { count == wanted } else { true }
      }
  }

  /// Whether it can be so many numbers along one dimension, and 1 along the others.
  private static func isVector(_ dimensions: [ModelTensor.Dimension]?, _ count: Int) -> Bool {
    guard let dimensions else { return true }
    let fixed = dimensions.compactMap { if case .fixed(let count) = $0 { count } else { nil } }
    let long = fixed.filter { $0 != 1 }
    return long.isEmpty ? fixed.count < dimensions.count : long == [count]
  }
}
