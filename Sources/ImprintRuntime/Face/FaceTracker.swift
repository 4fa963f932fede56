// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// The options of a face tracker.
public struct FaceTrackerOptions: Sendable, Hashable {
  /// The most faces that it detects in a frame: 1...64, default 4.
  public var maximumFaces: Int
  /// The minimum detection confidence, 0...1; 0, the default, leaves it to the tracker.
  public var detectionThreshold: Float
  /// Threads it may use: 1...the manifest's `concurrency.threads`, default 1.
  public var threads: Int

  public init(maximumFaces: Int = 4, detectionThreshold: Float = 0, threads: Int = 1) {
    self.maximumFaces = maximumFaces
    self.detectionThreshold = detectionThreshold
    self.threads = threads
  }
}

/// Detects faces in the frames of one stream, and tracks them from frame to frame.
///
/// The actor makes one call at a time, on a thread of its own. It keeps the plugin open, and destroys the C
/// object when released.
public actor FaceTracker {
  /// The id of the plugin behind it.
  public nonisolated let pluginID: String
  private let tracker: PluginObject<imp_face_tracker_ability>
  private let thread: PluginThread
  private var faces: [imp_face]
  private var landmarks: [imp_point3]

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// The greatest length of a list, whatever a tracker requests.
  static let mostFaces = 64

  /// Makes a tracker as ``init(_:options:)`` does, without blocking the caller's thread.
  public static func make(
    _ plugin: OpenPlugin, options: FaceTrackerOptions = .init()
  ) async throws(PluginCallError) -> FaceTracker {
    try await PluginWork.run { () throws(PluginCallError) in try FaceTracker(plugin, options: options) }
  }

  /// Makes a tracker. Its models are loaded and verified here, which blocks the calling thread.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.face-tracker/1`, `argument`,
  ///   `model`, `file`, `memory`.
  @available(*, noasync)
  public init(_ plugin: OpenPlugin, options: FaceTrackerOptions = .init()) throws(PluginCallError) {
    guard (1...Self.mostFaces).contains(options.maximumFaces), (0...1).contains(options.detectionThreshold)
    else {
      throw .argument(
        plugin: plugin.id, function: "face-tracker.create",
        "maximumFaces must be in 1...64 and detectionThreshold in 0...1.")
    }
    var raw = imp_face_tracker_options(
      size: UInt32(MemoryLayout<imp_face_tracker_options>.size),
      maximum_faces: UInt32(options.maximumFaces), detection_threshold: options.detectionThreshold,
      threads: try plugin.checkedThreads(options.threads, function: "face-tracker.create"))
    tracker = try PluginObject(
      of: plugin, imp_face_tracker_ability.self, function: "face-tracker.create", destroy: \.destroy
    ) { $0.pointee.create($1, &raw, $2) }
    thread = try PluginThread.start(for: plugin, "face-tracker.create")
    pluginID = plugin.id
    // Capacity for the maximum: no frame needs a second call.
    faces = Array(repeating: sized(imp_face()), count: options.maximumFaces)
    landmarks = Array(repeating: imp_point3(), count: faces.count * imp_face.meshLandmarks)
  }

  /// Detects the faces of the next frame, largest first; an empty list where there is none.
  /// - Parameter timestamp: The capture time, in nanoseconds; never decreases within a stream. The same
  ///   frames with the same times give the same faces.
  /// - Throws: ``PluginCallError`` `sample` for an unusable frame; `entitlement` where the licence has
  ///   expired meanwhile; `internal` where the answer is not what the contract allows, and `state` from then
  ///   on.
  public func track(_ image: Image, timestamp: UInt64) throws(PluginCallError) -> [Face] {
    let function = "face-tracker.track"
    try tracker.checkIntact(function)
    try tracker.plugin.opening?.pass(function)
    // The plugin reports the capacity it needs; a second refusal at that capacity would be a defect.
    for _ in 0..<2 {
      let (status, list, said) = fill(image, timestamp)
      if status == IMP_RETRY_SHORT_BUFFER {
        try makeRoom(for: list, function: function)
        continue
      }
      guard status == IMP_OK else {
        throw said.error(status: status, plugin: pluginID, function: function)
      }
      do { return try read(list) } catch { throw tracker.misbehaved(function, error.sentence) }
    }
    throw tracker.misbehaved(
      function, "it was given a list of the requested size, but reports that it is too small.")
  }

  /// Discards all tracks: the next frame is the first of another stream.
  public func reset() {
    guard !tracker.isBroken else { return }
    _ = tracker.plugin.run { tracker.table.pointee.reset(tracker.object) }
  }

  private func fill(
    _ image: Image, _ timestamp: UInt64
  ) -> (status: imp_status, list: imp_face_list, said: RunningCall) {
    faces.withUnsafeMutableBufferPointer { faces in
      landmarks.withUnsafeMutableBufferPointer { landmarks in
        // Data of the last frame must not be mistaken for this one's.
        faces.update(repeating: sized(imp_face()))
        var list = imp_face_list(
          size: UInt32(MemoryLayout<imp_face_list>.size), face_capacity: UInt32(faces.count), face_count: 0,
          landmark_capacity: UInt32(landmarks.count), landmark_count: 0, reserved: 0,
          faces: faces.baseAddress, landmarks: landmarks.baseAddress)
        let (status, said) = tracker.plugin.run {
          image.lend { tracker.table.pointee.track(tracker.object, $0, timestamp, &list) }
        }
        return (status, list, said)
      }
    }
  }

  private func makeRoom(for list: imp_face_list, function: String) throws(PluginCallError) {
    let mostLandmarks = Self.mostFaces * imp_face.meshLandmarks
    let needed = (faces: Int(list.face_count), landmarks: Int(list.landmark_count))
    guard needed.faces <= Self.mostFaces, needed.landmarks <= mostLandmarks,
      needed.faces > faces.count || needed.landmarks > landmarks.count
    else {
      throw tracker.misbehaved(
        function,
        "it requests room for \(needed.faces) faces and \(needed.landmarks) landmarks, "
          + "but was given room for \(faces.count) and \(landmarks.count).")
    }
    faces = Array(repeating: sized(imp_face()), count: max(needed.faces, faces.count))
    landmarks = Array(repeating: imp_point3(), count: max(needed.landmarks, landmarks.count))
  }

  private func read(_ list: imp_face_list) throws(ContractBreach) -> [Face] {
    guard list.face_count <= faces.count, list.landmark_count <= landmarks.count else {
      throw ContractBreach(
        "it reports \(list.face_count) faces and \(list.landmark_count) landmarks, but the capacities are "
          + "\(faces.count) and \(landmarks.count).")
    }
    return try faces.withUnsafeBufferPointer { faces throws(ContractBreach) in
      try landmarks.withUnsafeBufferPointer { landmarks throws(ContractBreach) in
        try FaceReader(
          faces: UnsafeBufferPointer(rebasing: faces.prefix(Int(list.face_count))),
          landmarks: UnsafeBufferPointer(rebasing: landmarks.prefix(Int(list.landmark_count)))
        ).read()
      }
    }
  }
}
