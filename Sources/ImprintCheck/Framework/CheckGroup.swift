// SPDX-License-Identifier: Apache-2.0

/// What a conformance check is about; the first word of its id.
public enum CheckGroup: String, Sendable, Hashable, CaseIterable {
  case package
  case load
  case life
  case threads
  case memory
  case matcher
  case tracker
  case capture
  case camera
  case controls
  case watch
  case microphone
  case cards
  case security
  case isolation
}
