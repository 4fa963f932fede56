// SPDX-License-Identifier: Apache-2.0

/// A struct of the contract's that is empty but for its size (R-20).
package func sized<Value: BitwiseCopyable>(_ empty: Value) -> Value {
  var value = empty
  withUnsafeMutableBytes(of: &value) {
    $0.storeBytes(of: UInt32(MemoryLayout<Value>.size), as: UInt32.self)
  }
  return value
}

/// Judges the size that a struct says after a plugin had it.
/// - Parameter name: what an error calls it; `nil`: its type.
package func checkSize<Value: BitwiseCopyable>(
  of value: Value, _ name: String? = nil
) throws(ContractBreach) {
  let size = withUnsafeBytes(of: value) { $0.load(as: UInt32.self) }
  guard size == MemoryLayout<Value>.size else {
    throw ContractBreach(
      "\(name ?? "\(Value.self)").size is \(size); this contract has \(MemoryLayout<Value>.size).")
  }
}
