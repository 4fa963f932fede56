// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// What an executor answers: a status, and how much of the reply's room it wrote.
public struct CallAnswer: Sendable, Equatable {
  public let status: imp_status
  public let bytes: Int
}

/// Executes encoded calls on one plugin's tables, in this process. Any thread.
///
/// Bulk is lent to the plugin where it lies in the request, and results are written by the plugin into the
/// reply. It does not make calls wait for each other: the sender keeps the contract's thread rules. A request
/// that is none, or names an object that is not there, answers `IMP_E_ARGUMENT` with words. An answer that
/// the contract forbids and that cannot be passed on answers `IMP_E_INTERNAL`.
///
/// Opened plugins and objects that are left over end with the executor.
public final class CallExecutor: Sendable {
  private let entry: UInt
  let host: any ExecutorHost
  let objects = ExecutedObjects()

  /// - Parameters:
  ///   - entry: What `imp_plugin_entry` answered; nothing of it is believed. `nil`: the plugin cannot run.
  ///   - host: What the plugin may ask for.
  public init(entry: UnsafeRawPointer?, host: any ExecutorHost) {
    self.entry = UInt(bitPattern: entry)
    self.host = host
  }

  /// The entry's table; `nil` where there is none.
  var table: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: entry) }

  /// Executes one call.
  /// - Parameters:
  ///   - body: `request.bytes` long, beginning at a multiple of 64; may be hostile. A plugin reads bulk from
  ///     it, so it stays as it is until this returns.
  ///   - room: for the reply, at least `request.replyBytes` long, beginning at a multiple of 64.
  public func execute(
    _ request: CallRequest, body: UnsafeRawBufferPointer, room: UnsafeMutableRawBufferPointer
  ) -> CallAnswer {
    SaidWords.during { said in
      do throws(ExecutionFault) {
        let kept = min(max(request.replyBytes, 0), room.count)
        var reply = try ReplyWriter(UnsafeMutableRawBufferPointer(rebasing: room[..<kept]))
        let status = answer(request, body, &reply, said)
        return CallAnswer(status: status, bytes: reply.finish(said.pointee))
      } catch {
        return CallAnswer(status: error.status, bytes: 0)
      }
    }
  }

  private func answer(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter,
    _ said: UnsafeMutablePointer<SaidWords>
  ) -> imp_status {
    do throws(ExecutionFault) {
      let status = try call(request, body, &reply)
      // Unless it is a success, nothing but lengths and counts is an output.
      if status != IMP_OK, status != IMP_RETRY_SHORT_BUFFER { reply.clear() }
      return status
    } catch {
      said.pointee.say(error)
      reply.clear()
      return error.status
    }
  }

  private func call(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    guard Int(bitPattern: body.baseAddress) % CallLimit.bulkAlignment == 0 else {
      throw .request("its body lies at an address that is not aligned.")
    }
    switch request.function {
    case .pluginDescribe: return try describe(body, &reply)
    case .pluginOpen: return try open(body, &reply)
    case .pluginClose: return try close(request, body)
    case .pluginAbility: return try ability(request, body, &reply)
    case .cameraList: return try listCameras(request, body, &reply)
    case .cameraOpen: return try openCamera(request, body, &reply)
    case .cameraNextFrame: return try nextFrame(request, body, &reply)
    case .cameraCancel: return try cancelCamera(request, body)
    case .cameraClose: return try closeCamera(request, body)
    case .trackerCreate: return try createTracker(request, body, &reply)
    case .trackerTrack: return try track(request, body, &reply)
    case .trackerReset: return try resetTracker(request, body)
    case .trackerDestroy: return try destroyTracker(request, body)
    case .captureCreate: return try createCapture(request, body, &reply)
    case .captureStep: return try step(request, body, &reply)
    case .captureDestroy: return try destroyCapture(request, body)
    case .matcherDescribe: return try describeMatcher(request, body, &reply)
    case .matcherCreate: return try createMatcher(request, body, &reply)
    case .matcherExtract: return try extract(request, body, &reply)
    case .matcherCompare: return try compare(request, body, &reply)
    case .matcherCompareMany: return try compareMany(request, body, &reply)
    case .matcherDestroy: return try destroyMatcher(request, body)
    case .cameraControlModes: return try listModes(request, body, &reply)
    case .cameraControlControls: return try listControls(request, body, &reply)
    case .cameraControlSet: return try setControl(request, body, &reply)
    case .watchOpen: return try openWatch(request, body, &reply)
    case .watchNext: return try nextEvent(request, body, &reply)
    case .watchCancel: return try cancelWatch(request, body)
    case .watchClose: return try closeWatch(request, body)
    case .microphoneList: return try listMicrophones(request, body, &reply)
    case .microphoneOpen: return try openMicrophone(request, body, &reply)
    case .microphoneRead: return try readSound(request, body, &reply)
    case .microphoneCancel: return try cancelMicrophone(request, body)
    case .microphoneClose: return try closeMicrophone(request, body)
    case .cardList: return try listReaders(request, body, &reply)
    case .cardConnect: return try connectCard(request, body, &reply)
    case .cardStatus: return try cardStatus(request, body, &reply)
    case .cardTransmit: return try exchange(.transmit, request, body, &reply)
    case .cardControl: return try exchange(.control, request, body, &reply)
    case .cardAttribute: return try exchange(.attribute, request, body, &reply)
    case .cardBegin: return try beginTransaction(request, body)
    case .cardEnd, .cardDisconnect: return try dispose(request, body)
    case .cardReconnect: return try reconnectCard(request, body)
    case .cardSetAttribute: return try setCardAttribute(request, body)
    case .cardCancel: return try cancelCard(request, body)
    case .cardClose: return try closeCard(request, body)
    }
  }

  /// Reads a request's message, wholly.
  func read<Message: CallMessage>(
    _ type: Message.Type, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> Message {
    do throws(MalformedBody) {
      return try BodyReader.read(type, from: body)
    } catch {
      throw .request(error.sentence)
    }
  }

  /// Makes an object, and answers its number; 0 where the plugin answers success and gives none.
  func make<Table>(
    of plugin: ExecutedPlugin, _ table: UnsafePointer<Table>, _ reply: inout ReplyWriter,
    destroy: @escaping Executed<Table>.Destroy, as kind: (Executed<Table>) -> ExecutedObject,
    create: (inout OpaquePointer?) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    let place = try reply.reserve(UInt64(0))
    var made: OpaquePointer?
    let status = create(&made)
    guard status == IMP_OK, let made else { return status }
    let object = Executed(of: plugin, table: table, object: made, destroy: destroy)
    reply.set(objects.add(kind(object)), at: place)
    return IMP_OK
  }
}
