// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ContractTestSupport

/// A plugin with every ability, whose every function reads what it is lent to its end, and fills what room it
/// has. It keeps nothing, so any number of hosts may open it.
public enum ReadingPlugin {
  // Never written after it was made.
  nonisolated(unsafe) public static let entry: UnsafePointer<imp_entry> = lasting(
    imp_entry(
      abi_min: 1, abi_max: 1, size: structSize(imp_entry.self), reserved: 0,
      describe: { _ in descriptor },
      open: { _, host, plugin in
        for id in [IMP_HOST_LOG_ID, IMP_HOST_REPORT_ID, IMP_HOST_ENTITLEMENT_ID, IMP_HOST_FILES_ID] {
          _ = host.pointee.ability(host, id)
        }
        Touch.make(plugin)
        return IMP_OK
      }, close: { _ in },
      ability: { _, id in
        let id = String(cString: id)
        return ReadingTables.all.first { $0.id == id }?.table
      }))

  nonisolated(unsafe) private static let descriptor = lasting(
    imp_descriptor(
      size: structSize(imp_descriptor.self), ability_count: UInt32(ReadingTables.all.count),
      id: lasting("org.example.reading"), version: lasting("1.2.3"), vendor: lasting("Example"),
      abilities: abilities))

  nonisolated(unsafe) private static let abilities: UnsafePointer<UnsafePointer<CChar>> = {
    let list = UnsafeMutablePointer<UnsafePointer<CChar>>.allocate(capacity: ReadingTables.all.count)
    for (index, row) in ReadingTables.all.enumerated() { (list + index).initialize(to: lasting(row.id)) }
    return UnsafePointer(list)
  }()
}

func lasting<Value>(_ value: Value) -> UnsafePointer<Value> {
  let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  memory.initialize(to: value)
  return UnsafePointer(memory)
}

func lasting(_ text: String) -> UnsafePointer<CChar> {
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
  for (index, byte) in (Array(text.utf8) + [0]).enumerated() {
    (copy + index).initialize(to: CChar(bitPattern: byte))
  }
  return UnsafePointer(copy)
}

/// A struct of the contract's that is empty but for its size and its texts.
func lasting<Struct>(_ type: Struct.Type, texts: [PartialKeyPath<Struct>]) -> UnsafePointer<Struct> {
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: MemoryLayout<Struct>.size, alignment: MemoryLayout<Struct>.alignment)
  memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Struct>.size)
  memory.storeBytes(of: structSize(Struct.self), as: UInt32.self)
  for text in texts {
    guard let offset = MemoryLayout<Struct>.offset(of: text) else {
      preconditionFailure("\(text) has no place of its own")
    }
    memory.storeBytes(of: lasting("text"), toByteOffset: offset, as: UnsafePointer<CChar>.self)
  }
  return UnsafePointer(memory.assumingMemoryBound(to: Struct.self))
}
