// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

extension OpenPlugin {
  /// The greatest length of a list, whatever a plugin claims.
  static let mostEntries = 1024

  /// Has the plugin fill a list, in turn, and validates it.
  /// - Parameters:
  ///   - empty: An entry as passed to the plugin: its size, and nothing else.
  ///   - fill: Calls the table's function.
  ///   - read: Validates one entry.
  func list<Raw, Entry>(
    _ function: String, of empty: Raw,
    fill: (UnsafeMutablePointer<Raw>?, UnsafeMutablePointer<Int>) -> imp_status,
    read: (Raw) throws(ContractBreach) -> Entry
  ) throws(PluginCallError) -> [Entry] {
    var entries = Array(repeating: empty, count: 8)
    // The list may grow between two calls, so a longer one is requested more than once.
    for _ in 0..<4 {
      var count = entries.count
      let (status, said) = handle.inTurn {
        RunningCall.make { entries.withUnsafeMutableBufferPointer { fill($0.baseAddress, &count) } }
      }
      if status == IMP_RETRY_SHORT_BUFFER, count > entries.count, count <= Self.mostEntries {
        entries = Array(repeating: empty, count: count)
        continue
      }
      guard status == IMP_OK else { throw said.error(status: status, plugin: id, function: function) }
      do throws(ContractBreach) {
        guard (0...entries.count).contains(count) else {
          throw ContractBreach("it reports \(count) entries, but the capacity is \(entries.count).")
        }
        var listed: [Entry] = []
        for entry in entries[..<count] { listed.append(try read(entry)) }
        return listed
      } catch {
        throw .misbehaved(plugin: id, function: function, error.sentence)
      }
    }
    throw PluginCallError(status: IMP_RETRY_BUSY, plugin: id, function: function)
  }
}
