// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The server's metrics, as text for Prometheus. The labels are closed sets, so that its size is bounded.
final class ServerMetrics: Sendable {
  /// Upper bounds in seconds.
  fileprivate static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

  private struct Request: Hashable {
    var route: String
    var outcome: String
  }

  fileprivate struct Latency {
    var counts = [Int](repeating: 0, count: ServerMetrics.bounds.count)
    var total = 0
    var seconds = 0.0
  }

  private struct State {
    var requests: [Request: Int] = [:]
    var latencies: [String: Latency] = [:]
    var limited: [String: Int] = [:]
  }

  private let state = Mutex(State())

  /// A request was answered. `outcome` is `ok` or a problem's code.
  func answered(_ route: LicenseRoute?, outcome: String, seconds: Double) {
    let name = route?.name ?? "none"
    state.withLock { state in
      state.requests[Request(route: name, outcome: outcome), default: 0] += 1
      state.latencies[name, default: Latency()].add(seconds)
    }
  }

  /// A request was rate-limited, or a connection closed. `by` is `visitor`, `key` or `connections`.
  func limited(by: String) {
    state.withLock { $0.limited[by, default: 0] += 1 }
  }

  /// The exposition format 0.0.4. `activations`: the number of active devices, by profile.
  func text(activations: [(profile: LicenseProfile, active: Int)]) -> String {
    let state = state.withLock { (requests: $0.requests, latencies: $0.latencies, limited: $0.limited) }
    var lines = [
      "# HELP imprint_lkms_requests_total Requests that were answered.",
      "# TYPE imprint_lkms_requests_total counter",
    ]
    lines += state.requests.map {
      "imprint_lkms_requests_total{endpoint=\"\($0.key.route)\",outcome=\"\($0.key.outcome)\"} \($0.value)"
    }.sorted()
    lines += [
      "# HELP imprint_lkms_request_seconds Time from a request's first byte to its answer.",
      "# TYPE imprint_lkms_request_seconds histogram",
    ]
    for (route, latency) in state.latencies.sorted(by: { $0.key < $1.key }) { lines += latency.lines(route) }
    lines += [
      "# HELP imprint_lkms_rate_limited_total Requests that were put off, and connections that were closed.",
      "# TYPE imprint_lkms_rate_limited_total counter",
    ]
    lines += ["connections", "key", "visitor"].map {
      "imprint_lkms_rate_limited_total{by=\"\($0)\"} \(state.limited[$0] ?? 0)"
    }
    lines += [
      "# HELP imprint_lkms_activations Devices that are active.", "# TYPE imprint_lkms_activations gauge",
    ]
    lines += activations.map { "imprint_lkms_activations{profile=\"\($0.profile.id)\"} \($0.active)" }
    lines += [
      "# HELP imprint_lkms_activation_limit Devices that may be active, where that is limited.",
      "# TYPE imprint_lkms_activation_limit gauge",
    ]
    lines += activations.compactMap { entry in
      entry.profile.activationLimit.map {
        "imprint_lkms_activation_limit{profile=\"\(entry.profile.id)\"} \($0)"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ServerMetrics.Latency {
  fileprivate mutating func add(_ value: Double) {
    total += 1
    seconds += value
    for (index, bound) in ServerMetrics.bounds.enumerated() where value <= bound { counts[index] += 1 }
  }

  fileprivate func lines(_ route: String) -> [String] {
    let name = "imprint_lkms_request_seconds"
    let buckets = zip(ServerMetrics.bounds, counts).map {
      "\(name)_bucket{endpoint=\"\(route)\",le=\"\($0)\"} \($1)"
    }
    return buckets + [
      "\(name)_bucket{endpoint=\"\(route)\",le=\"+Inf\"} \(total)",
      "\(name)_sum{endpoint=\"\(route)\"} \(seconds)", "\(name)_count{endpoint=\"\(route)\"} \(total)",
    ]
  }
}
