// SPDX-License-Identifier: Apache-2.0

/// Throws what a matcher's handler failed of, under the code that the library has for it.
func told<Value>(_ work: () async throws(MatcherHandlerError) -> Value) async throws -> Value {
  do {
    return try await work()
  } catch {
    if error.code == .cancelled { throw CancellationError() }
    throw error.cause ?? error
  }
}

/// Text of several lines, each of which is safe to show.
func oneLineEach(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { oneLine(String($0)) }
    .joined(separator: "\n")
}
