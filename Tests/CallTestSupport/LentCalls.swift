// SPDX-License-Identifier: Apache-2.0
import CImprint
public import ContractTestSupport
public import ImprintCalls

/// Calls of every function of the contract on an opened plugin. Tables are asked for once, at the start.
public struct LentCalls {
  public let opened: OpenedEntry
  private let tables: [String: UnsafeRawPointer]

  /// - Throws: where the plugin lacks an ability.
  public init(_ opened: OpenedEntry) throws {
    self.opened = opened
    var tables: [String: UnsafeRawPointer] = [:]
    for type in ContractTables.all {
      guard let table = opened.entry.pointee.ability(opened.plugin, type.id) else {
        throw StatusError(status: IMP_E_ABILITY, words: type.id)
      }
      tables[type.id] = table
    }
    self.tables = tables
  }

  func table<Table: AbilityTable>(_ type: Table.Type) -> Table {
    guard let table = tables[Table.id] else { preconditionFailure("every table was asked for") }
    return table.load(as: type)
  }

  /// What a function is called on: the opened plugin, or an object made for it. What ends a plugin is not
  /// called on the opened one.
  /// - Throws: where it is not made.
  public func object(for function: CallFunction) throws -> OpaquePointer {
    guard let maker = function.maker, maker != .pluginOpen || maker.traits.makes == function else {
      return opened.plugin
    }
    let answer = make(maker, on: opened.plugin, LentMemory())
    guard let made = answer.made else {
      throw StatusError(status: answer.status ?? IMP_E_INTERNAL, words: maker.name)
    }
    return made
  }

  /// Ends what was made for a function, unless the function did.
  public func end(_ object: OpaquePointer, for function: CallFunction) {
    guard object != opened.plugin, let ending = function.maker?.traits.makes, ending != function else {
      return
    }
    _ = make(ending, on: object, LentMemory())
  }

  // The entry's own functions.

  func pluginDescribe(_ it: OpaquePointer, _ lent: LentMemory) -> LentAnswer {
    lent.told(
      opened.entry.pointee.describe(opened.entry),
      texts: [\imp_descriptor.id, \imp_descriptor.version, \imp_descriptor.vendor])
  }

  func pluginOpen(_ it: OpaquePointer, _ lent: LentMemory) -> LentAnswer {
    let made = lent.place()
    let status = opened.entry.pointee.open(opened.entry, opened.host.raw, made)
    return LentAnswer(status, made.pointee)
  }

  func pluginClose(_ it: OpaquePointer, _ lent: LentMemory) -> LentAnswer {
    opened.entry.pointee.close(it)
    return LentAnswer()
  }

  func pluginAbility(_ it: OpaquePointer, _ lent: LentMemory) -> LentAnswer {
    LentAnswer(opened.entry.pointee.ability(it, IMP_CAMERA_ID) == nil ? IMP_E_INTERNAL : IMP_OK)
  }
}
