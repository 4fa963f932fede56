// SPDX-License-Identifier: Apache-2.0
import FaceModelFiles

/// A field of a message.
private func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
  variable(number << 3 | 2) + variable(UInt64(bytes.count)) + bytes
}

private func variable(_ number: UInt64) -> [UInt8] {
  var (bytes, rest): ([UInt8], UInt64) = ([], number)
  while rest > 0x7F {
    bytes.append(UInt8(rest & 0x7F) | 0x80)
    rest >>= 7
  }
  return bytes + [UInt8(rest)]
}

/// The smallest ONNX file that says the same.
private func written(_ file: ModelFile) -> [UInt8] {
  func value(_ tensor: ModelTensor) -> [UInt8] {
    let element: UInt64 = tensor.element == .float32 ? 1 : tensor.element == .uint8 ? 2 : 99
    let shape = tensor.dimensions.map { dimensions in
      field(
        2,
        dimensions.flatMap { dimension in
          switch dimension {
          case .fixed(let count): field(1, variable(1 << 3) + variable(UInt64(count)))
          case .open(let name): field(1, field(2, Array(name.utf8)))
          }
        })
    }
    return field(1, Array(tensor.name.utf8))
      + field(2, field(1, variable(1 << 3) + variable(element) + (shape ?? [])))
  }
  return field(
    7, file.inputs.flatMap { field(11, value($0)) } + file.outputs.flatMap { field(12, value($0)) })
}

/// What of a tensor an ONNX file can say in any case.
private func shapes(_ tensors: [ModelTensor]) -> [[ModelTensor.Dimension]?] { tensors.map(\.dimensions) }

/// What is said of a model goes into an error's words, and is written and read again.
private func judge(_ file: ModelFile) {
  let tensors = file.inputs + file.outputs
  for tensor in tensors { precondition(tensor.description.utf8.count < 1024) }
  // Letters that are none became longer ones.
  let isShort = tensors.allSatisfy { tensor in
    tensor.name.utf8.count <= 4096
      && (tensor.dimensions ?? []).allSatisfy {
        if case .open(let name) = $0 { name.utf8.count <= 4096 } else { true }
      }
  }
  guard isShort else { return }
  let again = written(file).withUnsafeBytes { try? ModelFile(onnx: $0) }
  precondition(again.map { shapes($0.inputs) } == shapes(file.inputs))
  precondition(again.map { shapes($0.outputs) } == shapes(file.outputs))
  precondition(again?.lacksWeights == false)
}

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzFaceModel(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = UnsafeRawBufferPointer(start: data, count: count)
  if let file = try? ModelFile(onnx: bytes) { judge(file) }
  if let file = try? ModelFile(ir: bytes, weightBytes: 4096) { judge(file) }
  return 0
}
