// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime
struct PluginCardReaders: CardReaderService {
  init(_ plugin: OpenPlugin) {}
  func readers() async throws(CardError) -> [CardReaderInfo] { [] }
  func connect(_ options: CardOptions) async throws(CardError) -> any CardLink { throw .cardWasReset }
  func watch() async throws(CardError) -> any CardReaderWatch { throw .cardWasReset }
}
