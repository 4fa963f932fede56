// SPDX-License-Identifier: Apache-2.0

/// What a model's file says of it, read without running anything: what goes in, what comes out, and whether
/// all of it is there.
///
/// Reading takes time that grows with the file's length, weights in ONNX excepted, which are passed over, and
/// little memory whatever the file says. Any thread.
public struct ModelFile: Sendable, Hashable {
  /// Those that are no weights.
  public let inputs: [ModelTensor]
  public let outputs: [ModelTensor]
  /// Whether weights lie where nobody has hashed them: in other files, or beyond the end of their own.
  public let lacksWeights: Bool

  /// Of ONNX.
  /// - Throws: `.damaged` where the bytes are none of the format; `.nested` where graphs lie within graphs
  ///   deeper than any model's, `.excessive` where there is more of something than any model has.
  public init(onnx bytes: UnsafeRawBufferPointer) throws(ModelProblem) {
    var walk = ONNXWalk()
    try walk.model(bytes)
    guard walk.hasGraph, !walk.outputs.isEmpty else { throw .damaged }
    // Before version 4 of the format weights were inputs too.
    inputs = walk.inputs.filter { !walk.weights.contains($0.name) }
    outputs = walk.outputs
    lacksWeights = walk.hasDataElsewhere
  }

  /// Of OpenVINO's IR, its XML.
  /// - Parameter weightBytes: How long the file is that has its weights.
  /// - Throws: as ``init(onnx:)``.
  public init(ir bytes: UnsafeRawBufferPointer, weightBytes: Int) throws(ModelProblem) {
    var walk = IRWalk(weightBytes: UInt64(clamping: weightBytes))
    try walk.model(bytes)
    guard walk.hasNetwork, !walk.outputs.isEmpty else { throw .damaged }
    inputs = walk.inputs
    outputs = walk.outputs
    lacksWeights = walk.isBeyondWeights
  }
}

public enum ModelProblem: Error, Sendable, Hashable {
  case damaged
  case nested
  case excessive
}

/// What is counted or kept of a file, so that no file takes much memory. Old models list each of their
/// weights as an input: those have thousands.
enum ModelLimits {
  static let tensors = 65_536
  static let weights = 1_048_576
  static let dimensions = 64
  static let nameBytes = 4096
  /// Far more than loops within loops.
  static let graphs = 16

  /// - Throws: `.excessive` where the name is longer than any.
  static func name(_ bytes: UnsafeRawBufferPointer) throws(ModelProblem) -> String {
    guard bytes.count <= nameBytes else { throw .excessive }
    return String(decoding: bytes, as: UTF8.self)
  }
}
