// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
public import ImprintLicense

/// Decides, frame by frame, what a capture does: a state machine without clock, thread or I/O of its own.
///
/// The host steps it with a frame, its faces and the time, and carries out the events returned. It is
/// deterministic: the same steps give the same events. The actor makes one call at a time, on a thread of its
/// own; the C object is destroyed with it.
public actor FaceCaptureMachine {
  /// The number of slots in which a host keeps images: 0...15.
  public static let slots = Int(IMP_CAPTURE_SLOTS)

  /// The id of the plugin behind it.
  public nonisolated let pluginID: String
  /// The options it was made with, with the seed that was drawn.
  public nonisolated let options: FaceCaptureOptions
  /// Notified by whoever runs the capture when it begins and ends.
  public nonisolated let entitlements: any EntitlementProvider
  private let capture: PluginObject<imp_face_capture_ability_v2>
  private let thread: PluginThread
  private var reader: CaptureEventReader
  private var latest: UInt64 = 0

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Makes a capture as ``init(_:options:)`` does, without blocking the caller's thread.
  public static func make(
    _ plugin: OpenPlugin, options: FaceCaptureOptions = .init()
  ) async throws(PluginCallError) -> FaceCaptureMachine {
    try await PluginWork.run { () throws(PluginCallError) in try FaceCaptureMachine(plugin, options: options)
    }
  }

  /// Makes a capture in its first state. Blocks the calling thread.
  ///
  /// Every liveness mode except none is ``LicensedOperation/liveness``.
  /// - Throws: ``PluginCallError`` `argument` for an option outside its range; `unsupported` for a plugin
  ///   without `imprint.face-capture/2`, or without that liveness mode; `entitlement`, `memory`.
  @available(*, noasync)
  public init(_ plugin: OpenPlugin, options: FaceCaptureOptions = .init()) throws(PluginCallError) {
    let function = "face-capture.create"
    if options.livenessMode != .none { try plugin.gate(of: .liveness)?.pass(function) }
    if let complaint = options.complaint {
      throw .argument(plugin: plugin.id, function: function, complaint)
    }
    var options = options
    let seed = options.seed ?? .random()
    options.seed = seed
    var raw = imp_face_capture_options_v2(options, seed: seed)
    capture = try PluginObject(
      of: plugin, imp_face_capture_ability_v2.self, function: function, destroy: \.destroy
    ) { $0.pointee.create($1, &raw, $2) }
    thread = try PluginThread.start(for: plugin, function)
    pluginID = plugin.id
    entitlements = plugin.entitlements
    self.options = options
    reader = CaptureEventReader(options)
  }

  /// Takes one step.
  /// - Parameter now: Monotonic time in nanoseconds; never decreases. The only clock of the capture.
  /// - Returns: What the host has to do and show, in order;
  ///   ``CaptureMachineEvent/finished(outcome:verdict:)`` is always the last.
  /// - Throws: ``PluginCallError`` `state` after the end; `argument` for a time that decreases; `internal`
  ///   where the answer is not what the contract allows: no step may follow then.
  public func step(_ input: CaptureInput, now: UInt64) throws(PluginCallError) -> [CaptureMachineEvent] {
    try answer(to: input, now: now).events
  }

  /// Takes one step as ``step(_:now:)`` does, and also returns what the plugin filled: for recording it, and
  /// for comparing it with what was recorded.
  public func answer(to input: CaptureInput, now: UInt64) throws(PluginCallError) -> CaptureAnswer {
    let function = "face-capture.step"
    guard !reader.isFinished, !capture.isBroken else {
      throw PluginCallError(
        status: IMP_E_STATE, plugin: pluginID, function: function, words: "the capture has ended.")
    }
    guard now >= latest else {
      throw .argument(plugin: pluginID, function: function, "the time went back from \(latest) to \(now) ns.")
    }
    try check(input, function)
    let (status, events, count, said) = fill(input, now)
    guard status == IMP_OK else { throw said.error(status: status, plugin: pluginID, function: function) }
    latest = now
    if case .compared = input { reader.took(anAnswer: true) } else { reader.took(anAnswer: false) }
    do throws(ContractBreach) {
      guard count <= events.count else {
        throw ContractBreach("it reports \(count) events, but the capacity is \(events.count).")
      }
      let filled = events.prefix(count)
      return CaptureAnswer(
        events: try reader.read(filled, faces: input.faceCount), filled: CaptureEventBytes(filled))
    } catch {
      throw capture.misbehaved(function, error.sentence)
    }
  }

  /// Comparisons are answered in turn, and before the next frame.
  private func check(_ input: CaptureInput, _ function: String) throws(PluginCallError) {
    let next = reader.asked.first
    switch input {
    case .compared(let answer):
      guard let next, next == (answer.slot, answer.other) else {
        throw .argument(
          plugin: pluginID, function: function,
          "the comparison of slots \(answer.slot) and \(answer.other) was not asked for, or is not next.")
      }
    case .frame:
      guard next == nil else {
        throw .argument(
          plugin: pluginID, function: function,
          "\(reader.asked.count) comparisons that were asked for are not answered yet.")
      }
    case .moved(let acceleration):
      guard acceleration.x.isFinite, acceleration.y.isFinite, acceleration.z.isFinite else {
        throw .argument(plugin: pluginID, function: function, "the acceleration is not finite.")
      }
    case .tick, .end, .stop: break
    }
  }

  private func fill(
    _ input: CaptureInput, _ now: UInt64
  ) -> (status: imp_status, events: [imp_capture_event_v2], count: Int, said: RunningCall) {
    var events = Array(repeating: sized(imp_capture_event_v2()), count: Int(IMP_CAPTURE_EVENTS_MAXIMUM))
    var count = 0
    let (status, said) = events.withUnsafeMutableBufferPointer { room in
      guard let first = room.baseAddress else { return RunningCall.make { IMP_E_MEMORY } }
      var raw = imp_capture_events_v2(
        size: UInt32(MemoryLayout<imp_capture_events_v2>.size), capacity: UInt32(room.count), count: 0,
        reserved: 0, events: first)
      defer { count = Int(raw.count) }
      return capture.plugin.run { step(input, now, &raw) }
    }
    return (status, events, count, said)
  }

  private func step(
    _ input: CaptureInput, _ now: UInt64, _ events: UnsafeMutablePointer<imp_capture_events_v2>
  ) -> imp_status {
    let table = capture.table.pointee
    var raw = imp_capture_input(input, now: now)
    guard case .frame(let image, let faces) = input else {
      var none = LentFaces([])
      return none.lend { table.step(capture.object, &raw, nil, $0, events) }
    }
    var lent = LentFaces(faces)
    return image.lend { image in
      lent.lend { table.step(capture.object, &raw, image, $0, events) }
    }
  }
}

extension CaptureInput {
  /// The number of faces in a frame; `nil` without a frame.
  fileprivate var faceCount: Int? {
    guard case .frame(_, let faces) = self else { return nil }
    return faces.count
  }
}
