// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintCalls
import TestSupport
import Testing

@testable import ImprintRuntime

@Suite struct WorkerLifeTests {
  @Test func aWorkerStandsBehindEveryWall() throws {
    let carrier = try WorkerFixture().carrier()
    #expect(carrier.walls.standing == Set(WorkerWall.allCases), "\(carrier.walls.missing)")
    #expect(carrier.describe().delivery == .answered(0))
  }
}
