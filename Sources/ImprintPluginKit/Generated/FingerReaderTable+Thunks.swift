// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/finger-reader.yaml and
// imprint/draft/finger-reader.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedFingerReader: ProvidedObject {}

/// The C table of `imprint.finger-reader/1`; every plugin and opening shares it.
extension FingerReaderTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_finger_reader_ability(
    size: structSize(imp_finger_reader_ability.self), reserved: 0,
    list: { it, infos, count in
      OpenedPlugin.from(it).list(infos, count, \.size, "infos") { it throws(PluginFailure) in
        try FingerReaderTable.list(it)
      }
    },
    open: { it, options, reader in
      OpenedPlugin.from(it).make(reader, "fingerprint reader") { it throws(PluginFailure) in
        try FingerReaderTable.open(it, lent(options, \.size, "options"))
      }
    },
    next_event: { it, timeoutNs, pixels, event in
      ProvidedFingerReader.from(it).answer { it throws(PluginFailure) in
        var told = try lent(event, \.size, "event")
        let pixels = try LentBuffer(pixels, "pixels")
        try it.checkNotCancelled("fingerprint reader")
        try it.nextEvent(timeoutNs, pixels, &told)
        event.pointee = told
      }
    },
    cancel: { ProvidedFingerReader.from($0).wasCancelled() },
    close: { ProvidedFingerReader.release($0) }))
}
