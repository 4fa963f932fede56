// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What a reply's body holds, for whoever reads it without being the caller: a recording, a replay.
public struct ReplyFacts: Sendable, Hashable {
  /// Where the results lie: what follows from the request alone, unlike the words behind them.
  public let results: Range<Int>
  /// The plugin's words, as they came; empty where it said none.
  public let words: Range<Int>
  /// The number of the object that was made; `nil` for a function that makes none, and where none was made.
  public let object: UInt64?

  /// - Parameter body: may be hostile.
  /// - Returns: `nil` for what is no reply.
  public init?(of function: CallFunction, body: UnsafeRawBufferPointer) {
    do throws(MalformedBody) {
      var reply = try ReplyReader(body)
      let end = body.count - reply.words.count - reply.missingName.count
      results = ReplyHead.size..<end
      words = end..<end + reply.words.count
      object =
        function.traits.makes != nil && end > ReplyHead.size ? try reply.results.take(UInt64.self) : nil
    } catch {
      return nil
    }
  }
}

extension HiddenPart {
  /// The parts of a reply's body, in order. Results are one, unless this knows better; so are the plugin's
  /// words, which may say anything.
  /// - Parameter body: may be hostile.
  public static func parts(ofReply function: CallFunction, body: UnsafeRawBufferPointer) -> [HiddenPart] {
    guard let facts = ReplyFacts(of: function, body: body) else {
      return whole(body)
    }
    var parts: [HiddenPart]
    do throws(MalformedBody) {
      parts = try Self.parts(ofResults: function, body)
    } catch {
      parts = facts.results.isEmpty ? [] : [HiddenPart(facts.results, .bytes)]
    }
    if !facts.words.isEmpty { parts.append(HiddenPart(facts.words, .text)) }
    return parts
  }

  private static func parts(
    ofResults function: CallFunction, _ body: UnsafeRawBufferPointer
  ) throws(MalformedBody) -> [HiddenPart] {
    var results = try ReplyReader(body).results
    // A failure has none.
    if results.isAtEnd { return [] }
    switch function {
    case .trackerTrack:
      let counts = try results.take(LentFaces.Counts.self)
      // With a short buffer there are counts alone.
      if results.isAtEnd { return [] }
      let faces = try LentFaces(counts, from: &results)
      try results.finish()
      return parts(ofFacesIn: body.range(of: UnsafeRawBufferPointer(faces.faces)))
        + whole(UnsafeRawBufferPointer(faces.landmarks), of: body, .numbers)
    case .cameraNextFrame:
      let length = try results.take(FillResult<imp_frame>.self).length
      return try whole(length, &results, body)
    case .matcherExtract:
      let length = try results.take(ExtractionResult.self).length
      return try whole(length, &results, body)
    case .microphoneRead:
      let length = try results.take(FillResult<imp_audio_chunk>.self).length
      return try whole(length, &results, body)
    case .cameraList: return try list(of: imp_camera_info.self, &results, body)
    case .microphoneList: return try list(of: imp_microphone_info.self, &results, body)
    case .cameraControlModes:
      // What a kind of camera can do, and how it is set; neither says whose it is.
      return try plainList(of: imp_camera_mode.self, &results, body)
    case .cameraControlControls: return try plainList(of: imp_camera_control.self, &results, body)
    case .cameraControlSet: return try plain(Int64.self, &results, body)
    case .watchNext, .cardStatus:
      // Which device came or went, in words of the system's; an answer to reset may have a card's own number
      // in it.
      return whole(results.rest, of: body, .bytes)
    case .cardTransmit, .cardControl, .cardAttribute:
      let length = try results.take(UInt64.self)
      return try whole(length, &results, body)
    case .cardList: return try list(of: imp_reader_info.self, &results, body)
    case .pluginDescribe:
      // What a plugin says of itself and its algorithm.
      _ = try DescriptorMessage(from: &results)
      return whole(results.rest, of: body, .bytes)
    case .matcherDescribe:
      _ = try MatcherInfoMessage(from: &results)
      return whole(results.rest, of: body, .bytes)
    case .pluginOpen, .pluginAbility, .cameraOpen, .trackerCreate, .captureCreate, .matcherCreate, .watchOpen,
      .cardConnect:
      return try plain(UInt64.self, &results, body)
    case .microphoneOpen:
      _ = try results.take(UInt64.self)
      return try plain(imp_audio_format.self, &results, body)
    case .captureStep: return try plainList(of: imp_capture_event.self, &results, body)
    case .matcherCompare: return try plain(Float.self, &results, body)
    case .matcherCompareMany:
      // Similarities to the end, as many as the request had templates.
      return []
    case .pluginClose, .cameraCancel, .cameraClose, .trackerReset, .trackerDestroy, .captureDestroy,
      .matcherDestroy, .watchCancel, .watchClose, .microphoneCancel, .microphoneClose, .cardBegin, .cardEnd,
      .cardReconnect, .cardDisconnect, .cardSetAttribute, .cardCancel, .cardClose:
      return whole(results.rest, of: body, .bytes)
    }
  }

  /// A value that says nothing of anybody, and nothing after it.
  private static func plain<Value: BitwiseCopyable>(
    _ type: Value.Type, _ results: inout BodyReader, _ body: UnsafeRawBufferPointer
  ) throws(MalformedBody) -> [HiddenPart] {
    _ = try results.take(type)
    return whole(results.rest, of: body, .bytes)
  }

  /// A list of what says nothing of anybody, and nothing after it.
  private static func plainList<Entry>(
    of type: Entry.Type, _ results: inout BodyReader, _ body: UnsafeRawBufferPointer
  ) throws(MalformedBody) -> [HiddenPart] {
    let count = try results.take(UInt64.self)
    // With a short buffer there is a count alone.
    if !results.isAtEnd {
      let (length, overflow) = count.multipliedReportingOverflow(by: UInt64(MemoryLayout<Entry>.stride))
      _ = try results.bulk(overflow ? .max : length)
    }
    return whole(results.rest, of: body, .bytes)
  }

  /// The entries of a list of devices, whose names may be somebody's.
  private static func list<Entry>(
    of type: Entry.Type, _ results: inout BodyReader, _ body: UnsafeRawBufferPointer
  ) throws(MalformedBody) -> [HiddenPart] {
    let (length, overflow) = try results.take(UInt64.self)
      .multipliedReportingOverflow(by: UInt64(MemoryLayout<Entry>.stride))
    return try whole(overflow ? .max : length, &results, body)
  }

  /// All the bulk that is left, once it is as long as the results say.
  private static func whole(
    _ length: UInt64, _ results: inout BodyReader, _ body: UnsafeRawBufferPointer
  ) throws(MalformedBody) -> [HiddenPart] {
    // With a short buffer there is none.
    if results.isAtEnd { return [] }
    let bulk = try results.bulk(length)
    try results.finish()
    return whole(bulk, of: body, .bytes)
  }

  private static func whole(
    _ part: UnsafeRawBufferPointer, of body: UnsafeRawBufferPointer, _ kind: HiddenKind
  ) -> [HiddenPart] {
    part.isEmpty ? [] : [HiddenPart(body.range(of: part), kind)]
  }
}

extension UnsafeRawBufferPointer {
  /// Where a part of these bytes lies.
  fileprivate func range(of part: UnsafeRawBufferPointer) -> Range<Int> {
    guard let base = baseAddress, let start = part.baseAddress else { return 0..<0 }
    return (start - base)..<(start - base) + part.count
  }
}

extension BodyReader {
  fileprivate var isAtEnd: Bool { rest.isEmpty }
}
