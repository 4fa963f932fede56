// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime
private import Synchronization

/// A plugin's connection to a card.
final class PluginCardLink: CardLink {
  private let connection: CardConnection
  private let agreed: Mutex<CardProtocol>

  /// - Parameter transmission: the negotiated protocol; `nil` if there is none.
  init(_ connection: CardConnection, transmission: CardProtocol?) {
    self.connection = connection
    agreed = Mutex(transmission ?? .raw)
  }

  var transmission: CardProtocol { agreed.withLock { $0 } }

  func transmit(_ command: [UInt8]) async throws(CardError) -> [UInt8] {
    do throws(PluginCallError) { return try await connection.transmit(command) } catch {
      throw CardError(error)
    }
  }

  func status() async throws(CardError) -> CardStatus {
    do throws(PluginCallError) { return try await connection.status() } catch { throw CardError(error) }
  }

  func begin(timeout: Duration) async throws(CardError) {
    do throws(PluginCallError) { try await connection.begin(timeout: timeout) } catch {
      throw CardError(error)
    }
  }

  func end(_ disposition: CardDisposition) async throws(CardError) {
    do throws(PluginCallError) { try await connection.end(disposition) } catch { throw CardError(error) }
  }

  func reconnect(_ options: CardOptions, after disposition: CardDisposition) async throws(CardError) {
    do throws(PluginCallError) {
      try await connection.reconnect(options, after: disposition)
      let now = try await connection.status().cardProtocol ?? .raw
      agreed.withLock { $0 = now }
    } catch {
      throw CardError(error)
    }
  }

  func disconnect(_ disposition: CardDisposition) async throws(CardError) {
    do throws(PluginCallError) { try await connection.disconnect(disposition) } catch {
      throw CardError(error)
    }
  }

  func control(_ code: UInt32, _ input: [UInt8]) async throws(CardError) -> [UInt8] {
    do throws(PluginCallError) { return try await connection.control(code, input) } catch {
      throw CardError(error)
    }
  }

  func attribute(_ tag: UInt32) async throws(CardError) -> [UInt8] {
    do throws(PluginCallError) { return try await connection.attribute(tag) } catch { throw CardError(error) }
  }

  func setAttribute(_ tag: UInt32, to value: [UInt8]) async throws(CardError) {
    do throws(PluginCallError) { try await connection.setAttribute(tag, to: value) } catch {
      throw CardError(error)
    }
  }
}
