// SPDX-License-Identifier: Apache-2.0

/// What one person does in another way than the next: ranges, of which each seed takes its own.
///
/// The times are those of people at a screen: a simple reaction takes a fifth to a third of a second, and a
/// comfortable turn of the head reaches 40 to 80 degrees a second.
struct Temperament {
  /// Seconds from what is shown to the first movement.
  var reaction = 0.2...0.35
  /// Degrees a second, at most.
  var speed = 45.0...65.0
  /// How far a head turns when it is asked to, in degrees.
  var turn = 15.0...22.0
  /// How far it is raised or lowered.
  var nod = 12.0...17.0
  /// How well the first movement to a target fits: a share of its size.
  var aim = 0.85...1.12
  /// How fast what is left of the way to a target is corrected, for each second.
  var correction = 1.0...1.8
  /// Of the natural sway, against most people's.
  var sway = 0.7...1.3
  /// Seconds between blinks, on average.
  var blinks = 2.5...5.0
  /// How far away the person sits, millimetres.
  var distance = 410.0...560.0
  /// How far the head goes at most.
  var largestTurn = 38.0
  var largestNod = 28.0

  /// Elderly people, or those who read first.
  static let slow = Temperament(
    reaction: 0.7...1.1, speed: 14...22, aim: 0.7...1.0, correction: 0.6...1.0, sway: 1.0...1.8)
}
