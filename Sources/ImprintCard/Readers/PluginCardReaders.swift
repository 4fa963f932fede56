// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The readers of a plugin. Connections and watches have threads of their own.
struct PluginCardReaders: CardReaderService {
  private let plugin: OpenPlugin

  init(_ plugin: OpenPlugin) { self.plugin = plugin }

  func readers() async throws(CardError) -> [CardReaderInfo] {
    let plugin = plugin
    do throws(PluginCallError) {
      return try await PluginWork.run { () throws(PluginCallError) in try CardReader.list(plugin) }
    } catch {
      throw CardError(error)
    }
  }

  func connect(_ options: CardOptions) async throws(CardError) -> any CardLink {
    do throws(PluginCallError) {
      let connection = try await CardConnection.connect(plugin, options: options)
      return PluginCardLink(connection, transmission: try await connection.status().cardProtocol)
    } catch {
      throw CardError(error)
    }
  }

  func watch() async throws(CardError) -> any CardReaderWatch {
    do throws(PluginCallError) { return PluginReaderWatch(watch: try await DeviceWatch.open(plugin)) } catch {
      throw CardError(error)
    }
  }
}

/// A plugin's watch. Its events are resolved by a listing, which includes the card's ATR.
private struct PluginReaderWatch: CardReaderWatch {
  let watch: DeviceWatch

  func next(timeout: Duration) async throws(CardError) -> Bool {
    do throws(PluginCallError) { return try await watch.next(timeout: timeout).device == .cardReader } catch {
      throw CardError(error)
    }
  }

  func cancel() { watch.cancel() }
}
