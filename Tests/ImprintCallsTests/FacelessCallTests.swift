// SPDX-License-Identifier: Apache-2.0
import CImprint
@testable import ImprintCalls
import Testing

/// No call that makes a template of a voice, or compares templates, can carry a face: none of its messages
/// has room for one.
@Suite struct FacelessCallTests {
  private static let faceless = CallFunction.allCases.filter { function in
    ["plugin.", "voice-extractor.", "matcher."].contains { function.name.hasPrefix($0) }
  }

  /// The types of all that a message holds, however deep.
  private static func types(in value: Any) -> Set<String> {
    Mirror(reflecting: value).children.reduce(into: [String(reflecting: type(of: value))]) {
      $0.formUnion(types(in: $1.value))
    }
  }

  private static func isOfFaces(_ types: Set<String>) -> Bool {
    // `Swift.Optional<__C.imp_face>` is of an `imp_face`.
    let words = types.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } }
    return !Set(words).isDisjoint(with: ["imp_face", "imp_face_list", "imp_point3"])
  }

  /// The request's types, as a right call of the function has it.
  private static func request(of function: CallFunction) throws -> Set<String> {
    let call = try #require(CommittedCall.all[function]?.first, "\(function.name)")
    return try call.request.withUnsafeBytes { types(in: try read(function.request, $0)) }
  }

  private static func read<Message: CallMessage>(
    _ type: Message.Type, _ body: UnsafeRawBufferPointer
  ) throws -> Message { try BodyReader.read(type, from: body) }

  /// What a reply holds, as far as it is not the message of a descriptor.
  private static func contents(of results: ReplyResults) -> [BodyContent]? {
    switch results {
    case .values(let values): values.map(\.content)
    case .list(_, let content), .rest(let content): [content]
    case .filled(_, let beside, let content): [beside, content]
    case .message(let type): type == DescriptorMessage.self ? [.text] : nil
    case .lists(let lists): lists.map(\.content)
    }
  }

  @Test func theyAreTheEntrysAndThoseOfTwoAbilities() {
    #expect(Self.faceless.filter { $0.name.hasPrefix("plugin.") }.count == 4)
    #expect(Self.faceless.filter { $0.name.hasPrefix("voice-extractor.") }.count == 5)
    #expect(Self.faceless.filter { $0.name.hasPrefix("matcher.") }.count == 6)
  }

  @Test(arguments: faceless)
  func noRequestHasRoomForAFace(_ function: CallFunction) throws {
    let types = try Self.request(of: function)
    #expect(!Self.isOfFaces(types), "\(types)")
  }

  @Test(arguments: faceless)
  func noReplyHasRoomForAFace(_ function: CallFunction) throws {
    let contents = try #require(Self.contents(of: function.results), "nobody says what it holds")
    #expect(!contents.contains(.faces))
  }

  /// The witnesses: what does carry faces is seen.
  @Test func aRequestOrReplyWithAFaceIsSeen() throws {
    for function in [CallFunction.faceExtractorExtract, .captureStep] {
      #expect(Self.isOfFaces(try Self.request(of: function)), "\(function.name)")
    }
    #expect(Self.contents(of: CallFunction.trackerTrack.results)?.contains(.faces) == true)
  }
}
