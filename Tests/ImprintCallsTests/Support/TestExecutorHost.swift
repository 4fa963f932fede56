// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintCalls
import Synchronization

/// Lends the same model and folder as `TestHost`, and remembers what was logged.
final class TestExecutorHost: ExecutorHost {
  private let lines = Mutex<[String]>([])
  private let bytes: UInt = {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    memory.copyMemory(from: TestHost.model, byteCount: TestHost.model.count)
    return UInt(bitPattern: memory)
  }()

  deinit { UnsafeMutableRawPointer(bitPattern: bytes)?.deallocate() }

  var logged: [String] { lines.withLock { $0 } }

  func model(named name: String) -> UnsafeRawBufferPointer? {
    guard name == TestHost.modelName else { return nil }
    return UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: bytes), count: TestHost.model.count)
  }

  func runtimeFolder(named name: String) -> String? { name == "runtime" ? TestHost.runtimeFolder : nil }

  func log(severity: UInt32, text: imp_text) {
    let line = String(decoding: UnsafeRawBufferPointer(start: text.data, count: text.length), as: UTF8.self)
    lines.withLock { $0.append("\(severity) \(line)") }
  }
}
