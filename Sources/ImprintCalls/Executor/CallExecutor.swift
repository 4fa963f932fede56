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
      guard Int(bitPattern: body.baseAddress) % CallLimit.bulkAlignment == 0 else {
        throw .request("its body is not aligned.")
      }
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

  /// Reads a request's message, wholly.
  func read<Message: CallMessage>(
    _ type: Message.Type, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> Message {
    do throws(MalformedBody) { return try BodyReader.read(type, from: body) } catch {
      throw .request(error.sentence)
    }
  }
}
