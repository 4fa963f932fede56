// SPDX-License-Identifier: Apache-2.0

/// Pictures of synthetic people, drawn as for the checks, to try a plugin with. Always the same.
public enum SamplePictures {
  /// Two pictures each of two people, by name.
  public static func portraits() throws -> [(name: String, image: Image)] {
    try people.flatMap { person in
      try pictures(of: person).enumerated().map { ("\(person)-\($0.offset + 1)", $0.element) }
    }
  }

  /// Two pictures of one of any number of synthetic people, as an evaluation needs them.
  /// - Parameter number: 1 is the first. The same number is always the same person.
  public static func person(_ number: Int) throws -> [Image] { try pictures(of: "person \(number)") }

  /// One second of the first person before a hand-held camera, at 25 frames per second.
  public static func frames() throws -> [Image] {
    let person = try drawn(people[0])
    return try (0..<25).map { frame in
      var random = CheckRandom(seed: UInt64(frame), check: "frame of \(people[0])")
      return try person.picture(&random).0.value
    }
  }

  private static let people = ["anna", "ben"]

  private static func pictures(of person: String) throws -> [Image] {
    try (1...2).map { number in
      // Each picture has its own noise and position.
      var random = CheckRandom(seed: UInt64(number), check: "sample of \(person)")
      return try drawn(person).picture(&random).0.value
    }
  }

  private static func drawn(_ person: String) throws -> DrawnPerson {
    var random = CheckRandom(seed: 1, check: "sample of \(person)")
    return DrawnPerson(&random)
  }
}
