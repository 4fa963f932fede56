// SPDX-License-Identifier: Apache-2.0

/// The convex hull of places: its corners, in order; fewer than three where they lie on a line.
/// - Complexity: O(n log n).
/// - SeeAlso: Andrew, Another efficient algorithm for convex hulls in two dimensions, 1979.
func convexHull(_ places: [Place]) -> [Place] {
  let sorted = places.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
  func half(_ places: some Sequence<Place>) -> [Place] {
    var chain: [Place] = []
    for place in places {
      while chain.count > 1, turn(chain[chain.count - 2], chain[chain.count - 1], place) <= 0 {
        chain.removeLast()
      }
      chain.append(place)
    }
    return Array(chain.dropLast())
  }
  return half(sorted) + half(sorted.reversed())
}

/// Twice the signed area of a triangle.
private func turn(_ a: Place, _ b: Place, _ c: Place) -> Double {
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
