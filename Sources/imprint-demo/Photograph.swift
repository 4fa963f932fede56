// SPDX-License-Identifier: Apache-2.0

/// One photograph of the demo, and who is on it.
struct Photograph: Sendable {
  let file: String
  /// The person's number; the same for pictures of the same person.
  let person: String

  /// Three of one public office holder, and one of another, who is never enrolled.
  static let reference = Photograph(file: "obama.jpg", person: "A")
  static let genuine = [
    Photograph(file: "obama2.jpg", person: "A"), Photograph(file: "obama3.jpg", person: "A"),
  ]
  static let stranger = Photograph(file: "biden.jpg", person: "B")

  static let all = [reference] + genuine + [stranger]
}
