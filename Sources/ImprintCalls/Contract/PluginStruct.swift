// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Validates a plugin's structs before they are bound to their types.
///
/// Swift imports the contract's pointers as never null, and trusts that; so they are read as integers first.
/// A dangling pointer cannot be detected inside the process.
package enum PluginStruct {
  /// The struct at `address`, once its size field and its pointers are what the contract says.
  /// - Parameters:
  ///   - name: The struct's name in the contract, for the error.
  ///   - sizeOffset: Where its size field lies.
  ///   - pointers: Where the pointers lie that are never null.
  package static func checked<Struct>(
    _ type: Struct.Type, at address: UnsafeRawPointer?, name: String, sizeOffset: Int = 0,
    pointers: some Sequence<Int>
  ) throws(ContractBreach) -> UnsafePointer<Struct> {
    guard let address else { throw ContractBreach("its \(name) is null.") }
    guard Int(bitPattern: address) % MemoryLayout<Struct>.alignment == 0 else {
      throw ContractBreach("its \(name) is not aligned.")
    }
    let size = address.load(fromByteOffset: sizeOffset, as: UInt32.self)
    guard size == MemoryLayout<Struct>.size else {
      throw ContractBreach("\(name).size is \(size); this contract has \(MemoryLayout<Struct>.size).")
    }
    for offset in pointers where address.load(fromByteOffset: offset, as: UInt.self) == 0 {
      throw ContractBreach("\(name) has a null pointer at byte \(offset), where the contract allows none.")
    }
    return address.assumingMemoryBound(to: Struct.self)
  }

  /// An ability's table: a size, a reserved word, then functions only.
  package static func table<Table>(
    _ type: Table.Type, at address: UnsafeRawPointer?, name: String
  ) throws(ContractBreach) -> UnsafePointer<Table> {
    let word = MemoryLayout<UInt>.size
    return try checked(
      type, at: address, name: name, pointers: stride(from: 8, to: MemoryLayout<Table>.size, by: word))
  }

  /// A null-terminated text of at most `limit` bytes.
  package static func text(
    _ address: UnsafePointer<CChar>, field: String, limit: Int = 255
  ) throws(ContractBreach) -> String {
    let length = strnlen(address, limit + 1)
    guard length <= limit else {
      throw ContractBreach("\(field) is not null-terminated within \(limit) bytes.")
    }
    let bytes = UnsafeRawBufferPointer(start: address, count: length)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ContractBreach("\(field) is not UTF-8.")
    }
    return text
  }
}
