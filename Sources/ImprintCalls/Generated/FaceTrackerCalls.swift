// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/face-tracker.yaml and
// imprint/draft/face-tracker.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_face_tracker`.
enum FaceTrackerObject: AbilityObject {
  static let noun = "face tracker"
  static let ending = CallFunction.trackerDestroy
  static let loss = RemoteLoss.makeAgain

  static func end(_ table: UnsafePointer<imp_face_tracker_ability>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_face_tracker_ability: AbilityTable {
  package static var id: String { IMP_FACE_TRACKER_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_face_tracker_ability(
      size: UInt32(MemoryLayout<imp_face_tracker_ability>.size), reserved: 0,
      create: { it, options, tracker in
        if let status = misfit(options) ?? absence(tracker) { return status }
        let request = TrackerCreateRequest(options: options.pointee)
        return RemotePlugin.of(it).make(.trackerCreate, request, tracker, FaceTrackerObject.self)
      },
      track: { RemoteObject.of($0).trackerTrack($1, $2, $3) },
      reset: { RemoteObject.of($0).command(.trackerReset) },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `face-tracker.create`.
struct TrackerCreateRequest {
  var options: imp_face_tracker_options
}

extension TrackerCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(options, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_face_tracker_options.self)
    try expectOwnSize(options)
  }
}

extension CallExecutor {
  func trackerCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(TrackerCreateRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_face_tracker_ability.self)
    return try make(it, FaceTrackerObject.self, &reply) { it.table.pointee.create(it.object, &options, $0) }
  }

  func trackerReset(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let it = try object(request, FaceTrackerObject.self)
    it.table.pointee.reset(it.object)
    return IMP_OK
  }

  func trackerDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, FaceTrackerObject.self)
  }
}
