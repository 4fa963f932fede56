// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The readers of a plugin.
struct PluginCardReaders: CardReaderService {
  private let plugin: OpenPlugin

  init(_ plugin: OpenPlugin) { self.plugin = plugin }

  func readers() async throws(CardError) -> [CardReaderInfo] {
    do throws(PluginCallError) { return try CardReader.list(plugin) } catch { throw CardError(error) }
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
    PollingReaderWatch()
  }
}

/// A watch that says only that time has passed.
private struct PollingReaderWatch: CardReaderWatch {
  func next(timeout: Duration) async throws(CardError) -> Bool {
    do { try await Task.sleep(for: .milliseconds(200)) } catch { throw .watchCancelled }
    return true
  }
  func cancel() {}
}
