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
      parts = Self.parts(facts.results, .bytes)
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
    var parts: [HiddenPart] = []
    switch function.results {
    case .values(let values):
      for value in values { parts += hidden(try results.bytes(value.bytes), body, value.content) }
    case .list(let stride, let content):
      let (bytes, overflow) = try results.take(UInt64.self).multipliedReportingOverflow(by: UInt64(stride))
      // With a short buffer there is a count alone.
      if !results.isAtEnd { parts += hidden(try results.bulk(overflow ? .max : bytes), body, content) }
    case .lists(let lists):
      let counts = ArrayCounts.split(try results.take(UInt64.self), lists.count)
      // With a short buffer there are counts alone.
      for (list, count) in zip(lists, counts) where !results.isAtEnd {
        parts += hidden(try results.bulk(count * UInt64(list.stride)), body, list.content)
      }
    case .filled(let beside, let told, let content):
      let length = try results.take(UInt64.self)
      if beside > 0 { parts += hidden(try results.bytes(beside), body, told) }
      // With a short buffer there is a length alone.
      if !results.isAtEnd { parts += hidden(try results.bulk(length), body, content) }
    case .message(let type):
      try parts += HiddenFinder.parts(of: type, at: &results)
    case .rest(let content): return hidden(results.rest, body, content)
    }
    // What nobody described.
    return parts + hidden(results.rest, body, .bytes)
  }

  private static func hidden(
    _ part: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer, _ content: BodyContent
  ) -> [HiddenPart] {
    parts(body.range(of: part), content)
  }
}

/// What a reply holds behind its head, as its function's description says.
enum ReplyResults {
  struct Value {
    let bytes: Int
    let content: BodyContent

    init(_ bytes: Int, _ content: BodyContent) {
      self.bytes = bytes
      self.content = content
    }
  }

  struct List {
    let stride: Int
    let content: BodyContent

    init(stride: Int, _ content: BodyContent) {
      self.stride = stride
      self.content = content
    }
  }

  /// Values, each at a multiple of 8.
  case values([Value])
  /// A count, and that many structs as bulk.
  case list(stride: Int, BodyContent)
  /// Two counts of four bytes, and that many structs of each as bulk.
  case lists([List])
  /// A length, a struct of so many bytes, and that many bytes as bulk.
  case filled(beside: Int, BodyContent, BodyContent)
  /// A message of its own.
  case message(any CallMessage.Type)
  /// What there is, to the end.
  case rest(BodyContent)
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

  /// A value whose type does not matter, at the next multiple of 8.
  fileprivate mutating func bytes(_ count: Int) throws(MalformedBody) -> UnsafeRawBufferPointer {
    try bytes(UInt64(count), alignment: CallLimit.alignment)
  }
}
