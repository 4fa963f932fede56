// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The readers of a plugin. Each call is made on a thread of its own, as it may wait.
struct PluginCardReaders: CardReaderService {
  private let plugin: OpenPlugin

  init(_ plugin: OpenPlugin) { self.plugin = plugin }

  func readers() async throws(CardError) -> [CardReaderInfo] {
    let plugin = plugin
    return try await WaitingThread.run { () throws(CardError) in
      do throws(PluginCallError) { return try CardReader.list(plugin) } catch { throw CardError(error) }
    }
  }

  func connect(_ options: CardOptions) async throws(CardError) -> any CardLink {
    let plugin = plugin
    return try await WaitingThread.run { () async throws(CardError) -> any CardLink in
      do throws(PluginCallError) {
        let connection = try await CardConnection.connect(plugin, options: options)
        return PluginCardLink(connection, transmission: try await connection.status().cardProtocol)
      } catch {
        throw CardError(error)
      }
    }
  }

  func watch() async throws(CardError) -> any CardReaderWatch {
    let plugin = plugin
    return try await WaitingThread.run { () async throws(CardError) -> any CardReaderWatch in
      do throws(PluginCallError) {
        return PluginReaderWatch(watch: try await DeviceWatch.open(plugin))
      } catch {
        throw CardError(error)
      }
    }
  }
}

/// A plugin's watch. What it tells is looked up in a listing, which has the card's ATR too.
private struct PluginReaderWatch: CardReaderWatch {
  let watch: DeviceWatch

  func next(timeout: Duration) async throws(CardError) -> Bool {
    do throws(PluginCallError) {
      return try await watch.next(timeout: timeout).device == .cardReader
    } catch {
      throw CardError(error)
    }
  }

  func cancel() { watch.cancel() }
}
