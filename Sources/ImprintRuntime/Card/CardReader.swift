// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Smart card readers, by what a plugin says of them. ``CardConnection`` uses one.
public enum CardReader {
  /// No list is longer, whatever a plugin claims.
  static let mostReaders = 1024

  /// Lists the readers there are now, and what is in them; none is an empty list. No card is spoken to.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.card-reader/1`; `service` where the
  ///   system's service does not run, `device-denied`, `device-failed`; `internal` where the answer is not what the
  ///   contract allows.
  public static func list(_ plugin: OpenPlugin) throws(PluginCallError) -> [CardReaderInfo] {
    let function = "card-reader.list"
    guard let table = plugin.tables.cardReader else {
      throw .missingAbility(plugin: plugin.id, ability: IMP_CARD_READER_ID)
    }
    var infos = Array(repeating: imp_reader_info.empty, count: 8)
    // Readers may appear between two calls, so a longer list is asked for more than once.
    for _ in 0..<4 {
      var count = infos.count
      let (status, said) = plugin.handle.inTurn {
        RunningCall.make {
          infos.withUnsafeMutableBufferPointer {
            table.pointee.list(plugin.handle.plugin, $0.baseAddress, &count)
          }
        }
      }
      if status == IMP_RETRY_SHORT_BUFFER, count > infos.count, count <= mostReaders {
        infos = Array(repeating: imp_reader_info.empty, count: count)
        continue
      }
      guard status == IMP_OK else { throw said.error(status: status, plugin: plugin.id, function: function) }
      do throws(ContractBreach) {
        guard (0...infos.count).contains(count) else {
          throw ContractBreach("it says it filled \(count) entries, and had room for \(infos.count).")
        }
        var listed: [CardReaderInfo] = []
        for info in infos[..<count] { listed.append(try CardReaderInfo(info)) }
        return listed
      } catch {
        throw .misbehaved(plugin: plugin.id, function: function, error.sentence)
      }
    }
    throw PluginCallError(status: IMP_RETRY_BUSY, plugin: plugin.id, function: function)
  }
}

extension imp_reader_info {
  fileprivate static var empty: imp_reader_info {
    var info = imp_reader_info()
    info.size = UInt32(MemoryLayout<imp_reader_info>.size)
    return info
  }
}
