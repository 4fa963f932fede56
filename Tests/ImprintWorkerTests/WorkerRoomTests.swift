// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ImprintRuntime

/// The room that a worker lends is used by one call after the other, of whatever connection: nothing of an
/// earlier one is in it.
@Suite(.timeLimit(.minutes(2)))
struct WorkerRoomTests {
  private let options = CardOptions(locator: "fixture:0")

  /// Claims four bytes for a command 7, and writes none.
  private static let claims =
    "if (command.data[0] == 7) { response->length = 4; return IMP_OK; } "

  @Test func aResponseThatIsClaimedAndNotWrittenIsZero() async throws {
    let plugin = try FixturePlugin.card(["FIX_TRANSMIT": Self.claims]).opened()
    let card = try await CardConnection.connect(plugin, options: options)
    let other = try await CardConnection.connect(plugin, options: options)
    for _ in 0..<3 {
      #expect(try await card.transmit([1, 2, 3, 4]) == [1, 2, 3, 4, 0x90, 0])
      #expect(try await other.transmit([7]) == [0, 0, 0, 0])
    }
  }

  @Test func aFrameThatIsClaimedAndNotWrittenIsZero() async throws {
    // The second one is drawn elsewhere.
    let plugin = try FixturePlugin([
      "FIX_FRAME": "static uint8_t aside[640 * 480]; uint8_t *data = pixels->data; "
        + "if (camera->frames == 1) pixels->data = aside; "
        + "imp_status status = grey(camera, pixels, frame, 640, 480); pixels->data = data; return status;"
    ]).opened()
    let camera = try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0"))
    let drawn = try #require(try await camera.nextFrame(timeout: .seconds(5)))
    #expect(drawn.bytes.allSatisfy { $0 == 7 })
    let claimed = try #require(try await camera.nextFrame(timeout: .seconds(5)))
    #expect(claimed.bytes.count == 640 * 480 && claimed.bytes.allSatisfy { $0 == 0 })
  }
}
