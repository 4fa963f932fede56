// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import CImprintLinux
internal import Logging
private import Glibc

/// Answers what a plugin in a worker asks of its host: models, folders of run-time libraries, lines for the log.
/// Shared by all workers of one opened plugin.
final class WorkerServices: Sendable {
  private let models: ModelFiles?
  private let runtimes: RuntimeFolders?
  let logger: Logger

  /// For a worker that hosts nothing.
  static let none = WorkerServices()

  private init() {
    models = nil
    runtimes = nil
    logger = Logger(label: "none") { _ in SwiftLogNoOpLogHandler() }
  }

  init(of found: FoundPlugin, logger: Logger) {
    models = ModelFiles(of: found)
    runtimes = RuntimeFolders(of: found)
    self.logger = logger
  }

  /// What one packet of a worker was.
  enum Outcome: Equatable {
    case served
    /// A wall was run into: the system call's name.
    case blocked(String)
    /// It is none that a worker sends: the sentence.
    case breach(String)
  }

  /// Serves one packet that has come. Where a model is asked for, O(its bytes) the first time.
  func serve(_ packet: UnsafeRawBufferPointer, on socket: Int32) -> Outcome {
    guard packet.count >= MemoryLayout<imp_worker_ask>.size else {
      return .breach("a question of \(packet.count) bytes is too short.")
    }
    // The two kinds of packet have the same layout: two words.
    let ask = packet.loadUnaligned(as: imp_worker_ask.self)
    let text = UnsafeRawBufferPointer(rebasing: packet[MemoryLayout<imp_worker_ask>.size...])
    switch Int32(bitPattern: ask.kind) {
    case IMP_WORKER_BLOCKED: return .blocked(Self.name(of: Int32(bitPattern: ask.detail)))
    case IMP_WORKER_LOG:
      log(text, severity: ask.detail)
      return .served
    case IMP_WORKER_MODEL:
      return answer(socket, ask, otherwise: IMP_E_MODEL) { () throws(PluginFileError) in
        guard let models else { throw .notStated("model", Self.name(text), section: "models") }
        let model = try models.file(of: Self.name(text))
        return (model.descriptor, UInt64(model.bytes.count), [])
      }
    case IMP_WORKER_FOLDER:
      return answer(socket, ask, otherwise: IMP_E_FILE) { () throws(PluginFileError) in
        guard let runtimes else { throw .notStated("run-time library", Self.name(text), section: "runtimes") }
        return (-1, 0, Array(try runtimes.folder(of: Self.name(text)).utf8))
      }
    default: return .breach("it asks for what no host has: \(ask.kind).")
    }
  }

  private func answer(
    _ socket: Int32, _ ask: imp_worker_ask, otherwise failure: imp_status,
    _ body: () throws(PluginFileError) -> (descriptor: Int32, length: UInt64, text: [UInt8])
  ) -> Outcome {
    var answer = imp_worker_answer()
    answer.kind = UInt32(IMP_WORKER_ANSWER)
    var text: [UInt8] = []
    var descriptors: [Int32] = []
    do throws(PluginFileError) {
      let given = try body()
      answer.length = given.length
      text = given.text
      if given.descriptor >= 0 { descriptors.append(given.descriptor) }
    } catch {
      answer.status = failure
      // During a call the reply says that a file was missing, and the call's error tells of it.
      if ask.detail == 0 {
        logger.info("a file of the plugin cannot be used: \(error.place): \(error.reason) \(error.remedy)")
      }
    }
    let sent = imp_packet_send(
      socket, &answer, MemoryLayout<imp_worker_answer>.size, text, text.count, descriptors, descriptors.count)
    // One that has gone meanwhile is seen elsewhere.
    return sent == -EAGAIN ? .breach("it asks and does not read the answers.") : .served
  }

  private func log(_ text: UnsafeRawBufferPointer, severity: UInt32) {
    let level = HostLog.level(of: severity)
    guard logger.logLevel <= level else { return }
    let lent = imp_text(data: text.baseAddress?.assumingMemoryBound(to: CChar.self), length: text.count)
    logger.log(level: level, "\(HostText.copy(lent, limit: HostLog.longestLine))")
  }

  private static func name(_ text: UnsafeRawBufferPointer) -> String {
    HostText.copy(
      imp_text(data: text.baseAddress?.assumingMemoryBound(to: CChar.self), length: text.count), limit: 255)
  }

  private static func name(of call: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { room in
      guard let start = room.baseAddress else { return "\(call)" }
      imp_wall_call_name(call, start)
      return String(cString: start)
    }
  }
}
