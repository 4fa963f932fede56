// SPDX-License-Identifier: Apache-2.0
import GRDB
import ImprintLicense
import Testing

@testable import ImprintLKMS

struct GroupWriterTests {
  @Test func writeThatThrowsUndoesItselfOnly() async throws {
    let lab = try await Lab()
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          do {
            try await lab.database.write { database in
              try AuditTable.add(.renewed, at: Int64(number), detail: "\(number)", in: database)
              if number.isMultiple(of: 2) { throw CancellationError() }
            }
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 }.count == 50)
    let entries = try await lab.database.audit(AuditFilter(event: .renewed, limit: 1000))
    #expect(
      Set(entries.compactMap { $0.detail.flatMap { Int($0) } }) == Set((0..<100).filter { $0 % 2 == 1 }))
  }

  @Test func valueOfAWriteComesBack() async throws {
    let lab = try await Lab()
    let values = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for number in 0..<50 { group.addTask { (number, try await lab.database.write { _ in number }) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values.count == 50)
    #expect(values.allSatisfy { $0.0 == $0.1 })
  }

  @Test func writesOnTheirOwnAreTheSame() async throws {
    let time = TestTime(Lab.start)
    let lab = try await Lab()
    let database = try LicenseDatabase(path: lab.path, groupLimit: 1, clock: time.now)
    let service = try Lab.makeService(database, time: time)
    let statuses = await withTaskGroup(of: Int.self) { group in
      for device in 1...20 {
        group.addTask {
          await service.handle(
            .activate, body: LicenseRequest.activate(device).wireForm, apiKey: lab.key.secret, remote: "::1"
          ).status
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 200 }.count == 10)
  }
}
