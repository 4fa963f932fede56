// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Testing

@testable import ImprintLKMS

struct RequestLimitTests {
  @Test func longBodyIsRefusedBeforeItIsRead() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      let connection = try RawConnection(port: port)
      var fields = lab.fields()
      fields["Content-Length"] = "10000000000"
      await connection.send(RawConnection.request("POST", "/v1/licenses/activate", fields: fields, body: []))
      await connection.send([UInt8](repeating: 0x20, count: 70_000))
      #expect(await connection.receive()?.status == 413)
    }
  }

  @Test func longBodyWithoutALengthIsRefused() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      let connection = try RawConnection(port: port)
      var fields = lab.fields()
      fields["Transfer-Encoding"] = "chunked"
      await connection.send(RawConnection.request("POST", "/v1/licenses/activate", fields: fields, body: []))
      for _ in 0..<20 { await connection.send("1000\r\n" + String(repeating: " ", count: 4096) + "\r\n") }
      await connection.send("0\r\n\r\n")
      #expect(await connection.receive()?.status == 413)
      #expect(await connection.isClosed())
    }
  }

  @Test func senderOfAnEndlessBodyIsCutOff() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      let connection = try RawConnection(port: port)
      var fields = lab.fields()
      fields["Content-Length"] = "10000000000"
      await connection.send(RawConnection.request("POST", "/v1/licenses/activate", fields: fields, body: []))
      // More than the server reads for courtesy; the kernel may hold some of it.
      await connection.send([UInt8](repeating: 0x20, count: 32 << 20))
      #expect(await connection.isClosed())
    }
  }

  @Test func bodyThatDoesNotArriveLosesItsConnection() async throws {
    let lab = try await Lab()
    try await lab.serving({ $0.requestSeconds = 1 }) { (port) async throws in
      let connection = try RawConnection(port: port)
      var fields = lab.fields()
      fields["Content-Length"] = "1000"
      await connection.send(
        RawConnection.request("POST", "/v1/licenses/activate", fields: fields, body: [0x7B]))
      #expect(await connection.isClosed())
    }
  }

  @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n"])
  func connectionThatSaysNothingMoreIsClosed(begin: String) async throws {
    let lab = try await Lab()
    try await lab.serving({ $0.requestSeconds = 1 }) { (port) async throws in
      let connection = try RawConnection(port: port)
      await connection.send(begin)
      #expect(await connection.isClosed())
    }
  }

  @Test func longHeaderIsRefused() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      let connection = try RawConnection(port: port)
      await connection.send(
        "GET /health/live HTTP/1.1\r\nHost: x\r\nX: " + String(repeating: "a", count: 20_000))
      #expect(await (connection.receive()?.status ?? 400) >= 400)
      #expect(try await RawConnection.ask(port: port, "GET", "/health/live").status == 200)
    }
  }

  @Test(arguments: [
    "\r\n\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", "GET / HTTP/9.9\r\n\r\n",
    "POST /v1/licenses/activate HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "POST /v1/licenses/activate HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx",
  ]) func whatIsNoHTTPDoesNotHurt(text: String) async throws {
    let lab = try await Lab()
    try await lab.serving({ $0.requestSeconds = 1 }) { (port) async throws in
      let connection = try RawConnection(port: port)
      await connection.send(text)
      #expect(await connection.isClosed())
      #expect(try await RawConnection.ask(port: port, "GET", "/health/live").status == 200)
    }
  }

  @Test func requestsOnOneConnectionAreAnsweredInTurn() async throws {
    let lab = try await Lab()
    try await lab.serving { (port) async throws in
      let connection = try RawConnection(port: port)
      let bodies = (1...3).map { LicenseRequest.activate($0).wireForm }
      for body in bodies {
        await connection.send(
          RawConnection.request("POST", "/v1/licenses/activate", fields: lab.fields(), body: body))
      }
      for _ in bodies { #expect(await connection.receive()?.status == 200) }
    }
    #expect(try await lab.activeCount() == 3)
  }

  @Test func thousandRequestsLeaveNoConnectionBehind() async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    let used = try await lab.serving({
      $0.visitorRate.perSecond = 0; $0.keyRate.perSecond = 0
      // A busy server sees late that a connection was closed: all may be open at once to it.
      $0.visitorConnections = 1000
    }) { (port) async throws in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<20 {
          group.addTask { () async throws in
            for number in 0..<50 {
              #expect(try await lab.post(.activate(worker * 50 + number + 1), port: port).status == 200)
            }
          }
        }
        try await group.waitForAll()
      }
      return port
    }
    #expect(try await lab.activeCount() == 1000)
    // What is left behind stays. The number may be another's for a moment: it is free again.
    for _ in 0..<600 where try OpenSockets.count(localPort: used) > 0 {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try OpenSockets.count(localPort: used) == 0)
  }
}
