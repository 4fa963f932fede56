// SPDX-License-Identifier: Apache-2.0
import FaceNetworks
import ImprintPluginKit
import ONNXModels

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
    guard input.kind == .onnx else { return }
    let model = try Self.read(try host.model(named: Self.name + ".onnx"))
    try Self.judge(model, input, numbers)
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) throws(PluginFailure) -> ONNXModel {
    do throws(ONNXProblem) { return try ONNXModel(bytes) } catch {
      throw refused(
        error == .nested ? "has graphs within graphs too deep" : "is no ONNX file, or is damaged",
        "Export the model again.")
    }
  }

  private static func judge(
    _ model: ONNXModel, _ input: NetworkInput, _ numbers: Int
  ) throws(PluginFailure) {
    guard !model.hasDataElsewhere else {
      throw refused(
        "keeps weights in another file", "Save it as one file: what the manifest does not hash is not read.")
    }
    guard model.inputs.count == 1 else {
      throw refused("has \(model.inputs.count) inputs", "Export it with one: the picture.")
    }
    guard model.outputs.count == 1 else {
      throw refused("has \(model.outputs.count) outputs", "Export it with one: the embedding.")
    }
    let wanted = ONNXModel.Tensor(
      name: "", element: input.element == .uint8 ? 2 : 1,
      dimensions: input.dimensions.map { .fixed($0) })
    let (taken, given) = (model.inputs[0], model.outputs[0])
    guard taken.element == wanted.element, fits(taken.dimensions, input.dimensions) else {
      throw refused(
        "takes \(taken), and the parameters make \(wanted) of a face",
        "Correct inputWidth, inputHeight, layout, colours or element.")
    }
    guard given.element == 1, isVector(given.dimensions, numbers) else {
      throw refused(
        "gives \(given), and the parameters say float32 [1,\(numbers)]",
        "Correct embeddingLength, or export it with the embedding as its output.")
    }
  }

  private static func refused(_ reason: String, _ remedy: String) -> PluginFailure {
    PluginFailure(.model, "models/\(name).onnx \(reason). \(remedy)")
  }

  /// Open dimensions become those that are wanted.
  private static func fits(_ dimensions: [ONNXModel.Dimension]?, _ wanted: [Int]) -> Bool {
    guard let dimensions else { return true }
    return dimensions.count == wanted.count
      && zip(dimensions, wanted).allSatisfy { dimension, wanted in
        if case .fixed(let count) = dimension { count == wanted } else { true }
      }
  }

  /// Whether it can be so many numbers along one dimension, and 1 along the others.
  private static func isVector(_ dimensions: [ONNXModel.Dimension]?, _ count: Int) -> Bool {
    guard let dimensions else { return true }
    let fixed = dimensions.compactMap { if case .fixed(let count) = $0 { count } else { nil } }
    let long = fixed.filter { $0 != 1 }
    return long.isEmpty ? fixed.count < dimensions.count : long == [count]
  }
}
