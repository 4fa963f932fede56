// SPDX-License-Identifier: Apache-2.0
internal import CTransfer
private import Glibc

/// One attempt of one request, on a thread of its own: HTTPS with verified chains and pinned keys, without
/// redirects, bounded in time and in what is answered.
///
/// @unchecked: the C object may be cancelled from any thread, and is read only after it has ended.
package final class Transfer: @unchecked Sendable {
  package struct Request: Sendable {
    package var url: String
    /// One that has a body.
    package var method: Method
    /// Whole lines. Who makes them makes sure that none has a line end.
    package var headers: [String]
    package var body: [UInt8]
    /// In bytes.
    package var answerLimit: Int
    package var connection: ConnectionSettings
    /// 32 bytes each.
    package var pins: [UInt8]
    package var allowsHTTP: Bool

    package init(
      _ method: Method, _ url: String, headers: [String], body: [UInt8], answerLimit: Int,
      connection: ConnectionSettings, pins: Set<PublicKeyPin>, allowsHTTP: Bool = false
    ) {
      (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
      (self.answerLimit, self.connection, self.allowsHTTP) = (answerLimit, connection, allowsHTTP)
      self.pins = pins.flatMap(\.digest)
    }
  }

  package enum Method: String, Sendable { case post = "POST", put = "PUT" }

  private let handle: OpaquePointer

  /// `nil`: out of memory or descriptors.
  package init?(_ request: Request) {
    guard let handle = request.withSettings({ imp_transfer_create(&$0) }) else { return nil }
    self.handle = handle
  }

  deinit {
    imp_transfer_destroy(handle)
  }

  /// Runs it, once. Cancelling the task aborts it.
  package func run() async -> TransferResult {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiting = Unmanaged.passRetained(Waiting(transfer: self, continuation: continuation))
        let isStarted = imp_transfer_start(
          handle,
          { context in
            guard let context else { return }
            let waiting = Unmanaged<Waiting>.fromOpaque(context).takeRetainedValue()
            waiting.continuation.resume(
              returning: TransferResult(imp_transfer_result(waiting.transfer.handle)))
          }, waiting.toOpaque())
        if !isStarted {
          waiting.release()
          continuation.resume(returning: .noResources)
        }
      }
    } onCancel: {
      imp_transfer_cancel(handle)
    }
  }
}

/// Keeps the transfer alive until its thread has ended.
private final class Waiting {
  let transfer: Transfer
  let continuation: CheckedContinuation<TransferResult, Never>

  init(transfer: Transfer, continuation: CheckedContinuation<TransferResult, Never>) {
    self.transfer = transfer
    self.continuation = continuation
  }
}

extension Transfer.Request {
  /// Provides everything as C settings for the duration of a call.
  fileprivate func withSettings<Result>(_ use: (inout imp_transfer_settings_t) -> Result) -> Result {
    let roots = connection.roots.pem
    let lines = headers.map { strdup($0) }
    defer { for line in lines { free(line) } }
    let headers = lines.map { UnsafePointer($0) }
    return url.withCString { url in
      method.rawValue.withCString { method in
        connection.userAgent.withCString { userAgent in
          headers.withUnsafeBufferPointer { headers in
            body.withUnsafeBufferPointer { body in
              roots.withUnsafeBufferPointer { roots in
                pins.withUnsafeBufferPointer { pins in
                  var settings = imp_transfer_settings_t()
                  settings.url = url
                  settings.method = method
                  settings.headers = headers.baseAddress
                  settings.header_count = headers.count
                  settings.user_agent = userAgent
                  settings.body = body.baseAddress
                  settings.body_length = body.count
                  settings.answer_limit = answerLimit
                  settings.connect_timeout_ms = connection.connectTimeout.milliseconds
                  settings.timeout_ms = connection.timeout.milliseconds
                  settings.allows_http = allowsHTTP
                  settings.roots = roots.baseAddress
                  settings.roots_length = roots.count
                  settings.trusts_system_roots = connection.roots.includesSystem
                  settings.pins = pins.baseAddress
                  settings.pin_count = pins.count / Int(IMP_KEY_DIGEST_BYTES)
                  guard let proxy = connection.proxy.text else { return use(&settings) }
                  return proxy.withCString { proxy in
                    settings.proxy = proxy
                    return use(&settings)
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

extension Duration {
  /// Clamped to 100 ms...10 min.
  fileprivate var milliseconds: Int {
    let bounded = min(max(self, .milliseconds(100)), .seconds(600))
    return Int(bounded.components.seconds) * 1000
      + Int(bounded.components.attoseconds / 1_000_000_000_000_000)
  }
}
