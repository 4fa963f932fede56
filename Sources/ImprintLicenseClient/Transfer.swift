// SPDX-License-Identifier: Apache-2.0
internal import CLicenseTransport

/// One attempt of one request, on a thread of its own.
///
/// @unchecked: the C object may be cancelled from any thread, and is read only after it has ended.
final class Transfer: @unchecked Sendable {
  struct Request {
    var url: String
    var authorization: String
    var userAgent: String
    var body: [UInt8]
    var answerLimit: Int
    var connectTimeout: Int
    var timeout: Int
    /// `nil`: from the environment; empty: none.
    var proxy: String?
    var allowsHTTP: Bool
    var roots: [UInt8]
    var trustsSystemRoots: Bool
    /// 32 bytes each.
    var pins: [UInt8]
  }

  private let handle: OpaquePointer

  /// `nil`: out of memory or descriptors.
  init?(_ request: Request) {
    guard let handle = request.withSettings({ imp_transfer_create(&$0) }) else { return nil }
    self.handle = handle
  }

  deinit {
    imp_transfer_destroy(handle)
  }

  /// Runs it, once. Cancelling the task aborts it.
  func run() async -> TransferResult {
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
    url.withCString { url in
      authorization.withCString { authorization in
        userAgent.withCString { userAgent in
          body.withUnsafeBufferPointer { body in
            roots.withUnsafeBufferPointer { roots in
              pins.withUnsafeBufferPointer { pins in
                var settings = imp_transfer_settings_t()
                settings.url = url
                settings.authorization = authorization
                settings.user_agent = userAgent
                settings.body = body.baseAddress
                settings.body_length = body.count
                settings.answer_limit = answerLimit
                settings.connect_timeout_ms = connectTimeout
                settings.timeout_ms = timeout
                settings.allows_http = allowsHTTP
                settings.roots = roots.baseAddress
                settings.roots_length = roots.count
                settings.trusts_system_roots = trustsSystemRoots
                settings.pins = pins.baseAddress
                settings.pin_count = pins.count / Int(IMP_KEY_DIGEST_BYTES)
                guard let proxy else { return use(&settings) }
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
