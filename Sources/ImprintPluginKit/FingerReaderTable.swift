// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.finger-reader/1` asks of an author's plugin.
enum FingerReaderTable {
  static func list(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_finger_reader_info] {
    try listed(provided(opened.attached.fingerReader).fingerReaders())
  }

  static func open(
    _ opened: OpenedPlugin, _ options: imp_finger_reader_options
  ) throws(PluginFailure) -> ProvidedFingerReader {
    let options = try FingerReaderOptions(checking: options)
    return ProvidedFingerReader(
      opened.host, try provided(opened.attached.fingerReader).openFingerReader(options))
  }
}

extension imp_finger_reader_info: SizedStruct {}

extension FingerReaderInfo: ListedValue {
  func state(in raw: inout imp_finger_reader_info) throws(PluginFailure) {
    raw.flags =
      (givesImages ? IMP_FINGER_READER_IMAGES : 0) | (tellsPresence ? IMP_FINGER_READER_PRESENCE : 0)
      | (judgesLiveness ? IMP_FINGER_READER_LIVENESS : 0)
    raw.scan = scan.rawValue
    raw.resolution_x = resolution?.x ?? 0
    raw.resolution_y = resolution?.y ?? 0
    raw.width = width ?? 0
    raw.height = height ?? 0
    try copyWhole(locator, to: &raw.locator, "A reader's locator")
    try copyWhole(id ?? "", to: &raw.id, "A reader's id")
    copy(name, to: &raw.name)
  }
}

extension FingerReaderOptions {
  fileprivate init(checking raw: imp_finger_reader_options) throws(PluginFailure) {
    try check(raw.pace, in: UInt32(IMP_FINGER_PACE_REAL)...UInt32(IMP_FINGER_PACE_FULL), "pace")
    self.init(
      locator: try readLocator(raw.locator), isFullPace: raw.pace == UInt32(IMP_FINGER_PACE_FULL),
      plays: max(raw.repeat, 1))
  }
}

/// What an `imp_finger_reader` points to.
final class ProvidedFingerReader: CancellableObject {
  private let session: any FingerReaderSession
  /// An event the host's buffer was too short for.
  private var pending: FingerReaderEvent?

  init(_ host: Host, _ session: any FingerReaderSession) {
    self.session = session
    super.init(host, session)
  }

  func nextEvent(
    _ timeout: UInt64, _ pixels: LentBuffer, _ out: inout imp_finger_event
  ) throws(PluginFailure) {
    let event =
      if let pending {
        pending
      } else {
        try wait(.end, .deviceGone, .deviceFailed, .cancelled) { () throws(PluginFailure) in
          try session.nextEvent(timeout: timeout)
        }
      }
    pending = event
    var made = imp_finger_event()
    made.size = structSize(imp_finger_event.self)
    made.timestamp_ns = event.timestamp
    made.sequence = event.sequence
    pixels.state(length: 0)
    switch event.kind {
    case .arrived: made.kind = UInt32(IMP_FINGER_EVENT_ARRIVED)
    case .lifted: made.kind = UInt32(IMP_FINGER_EVENT_LIFTED)
    case .retry(let reason):
      made.kind = UInt32(IMP_FINGER_EVENT_RETRY)
      made.reason = reason.rawValue
    case .image(let image):
      made.kind = UInt32(IMP_FINGER_EVENT_IMAGE)
      image.state(in: &made)
      try image.pixels.write(to: pixels)
    }
    pending = nil
    out = made
  }
}

extension FingerReaderImage {
  fileprivate func state(in raw: inout imp_finger_event) {
    raw.width = width
    raw.height = height
    raw.row_bytes = rowBytes
    raw.resolution_x = resolution.x
    raw.resolution_y = resolution.y
    raw.impression = impression.rawValue
    raw.liveness = liveness.rawValue
  }
}
