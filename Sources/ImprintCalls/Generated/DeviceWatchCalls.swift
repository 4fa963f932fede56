// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/device-watch.yaml and
// imprint/draft/device-watch.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_device_watch`.
enum DeviceWatchObject: AbilityObject {
  static let noun = "watch of devices"
  static let ending = CallFunction.watchClose
  static let loss = RemoteLoss.gone(IMP_E_STATE, words: "the plugin's process has ended, and the watch with it.")

  static func end(_ table: UnsafePointer<imp_device_watch_ability>, _ object: OpaquePointer) {
    table.pointee.close(object)
  }
}

extension imp_device_watch_ability: AbilityTable {
  package static var id: String { IMP_DEVICE_WATCH_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_device_watch_ability(
      size: UInt32(MemoryLayout<imp_device_watch_ability>.size), reserved: 0,
      open: { it, watch in
        if let status = absence(watch) { return status }
        let request = EmptyMessage()
        return RemotePlugin.of(it).make(.watchOpen, request, watch, DeviceWatchObject.self)
      },
      next: { it, timeoutNs, event in
        if let status = misfit(event) { return status }
        let request = WatchNextRequest(timeoutNs: timeoutNs)
        return RemoteObject.of(it).perform(.watchNext, request, patience: timeoutNs, answering: event)
      },
      cancel: { RemoteObject.of($0).command(.watchCancel) },
      close: { RemoteObject.end($0) })))
}

/// The request of `device-watch.next`.
struct WatchNextRequest {
  var timeoutNs: UInt64
}

extension WatchNextRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(timeoutNs, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    timeoutNs = try reader.take(UInt64.self)
  }
}

extension CallExecutor {
  func watchOpen(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let it = try provider(request, imp_device_watch_ability.self)
    return try make(it, DeviceWatchObject.self, &reply) { it.table.pointee.open(it.object, $0) }
  }

  func watchNext(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(WatchNextRequest.self, body)
    let it = try object(request, DeviceWatchObject.self)
    return try answering(sized(imp_device_event()), &reply) {
      it.table.pointee.next(it.object, message.timeoutNs, $0)
    }
  }

  func watchCancel(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try cancel(request, body, DeviceWatchObject.self) { $0.table.pointee.cancel($0.object) }
  }

  func watchClose(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, DeviceWatchObject.self)
  }
}
