// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// ISO/IEC 7816-4 over any transport to a card.
///
/// A command is sent once. Two additions follow the standard: GET RESPONSE if the card has more data
/// (`61XX`), and the same command with the exact length if the card refused it for its length without
/// executing it (`6CXX`). Nothing is ever resent because of a missing response.
///
/// Calls are serialized: one command's exchanges are not interleaved with another's.
public actor CardChannel: CardCommanding {
  /// How data beyond 255 bytes, and responses beyond 256, are transmitted.
  public enum LongCommands: String, Sendable, Hashable, CaseIterable {
    /// With extended length if the card supports it, else by command chaining.
    case automatic
    case extended
    case chained
  }

  /// The most GET RESPONSE exchanges for one command: twice what 65,536 bytes need. Stops a card that always
  /// has more.
  static let mostFetches = 512

  /// The card's capabilities.
  public private(set) var capabilities: CardCapabilities
  public private(set) var longCommands: LongCommands

  private let card: any CardTransmitting
  private let turns = TurnQueue()
  private var protection: Protection = .none

  private enum Protection {
    case none
    case on(any SecureMessaging)
    /// It failed, and has not been replaced or ended since.
    case broken
  }

  /// - Parameter capabilities: from the ATR's historical bytes or EF.ATR: ``ATR/historical``.
  public init(
    over card: any CardTransmitting, capabilities: CardCapabilities = .unknown,
    longCommands: LongCommands = .automatic
  ) {
    self.card = card
    self.capabilities = capabilities
    self.longCommands = longCommands
  }

  /// Merges further capabilities of the card.
  public func know(_ capabilities: CardCapabilities) {
    self.capabilities = self.capabilities.adding(capabilities)
  }

  /// Protects every command with secure messaging from now on; `nil` ends it.
  public func use(_ secureMessaging: (any SecureMessaging)?) async {
    await turns.take()
    defer { turns.give() }
    protection = secureMessaging.map { .on($0) } ?? .none
  }

  /// Whether commands are protected.
  public var isProtected: Bool {
    if case .on = protection { return true }
    return false
  }

  public func send(_ command: CommandAPDU) async throws(CardError) -> ResponseAPDU {
    try await send(command, as: .short)
  }

  /// Sends a command in that form: `extended` even if the short one would suffice. - Throws: ``CardError``
  /// `command` for the long form over T=0.
  public func send(
    _ command: CommandAPDU, as form: CommandAPDU.Form
  ) async throws(CardError) -> ResponseAPDU {
    try await takeTurn()
    defer { turns.give() }
    switch protection {
    case .none: return try await carry(command, as: form, mayRepeat: true)
    case .broken: throw .protectionIsBroken
    case .on(var messaging):
      // From here until the response is opened the counters are undefined: any failure in between breaks the
      // protection.
      let protected = try messaging.protect(command)
      protection = .broken
      let response = try await carry(protected, as: form, mayRepeat: false)
      let opened: ResponseAPDU
      do throws(CardError) { opened = try messaging.open(response) } catch { throw error.afterSending }
      protection = .on(messaging)
      return opened
    }
  }

  /// Sends raw bytes once: without GET RESPONSE, length correction or protection.
  public func transmit(_ bytes: [UInt8]) async throws(CardError) -> ResponseAPDU {
    try await takeTurn()
    defer { turns.give() }
    return try ResponseAPDU(parsing: try await card.transmit(bytes), place: "bytes as they are")
  }

  private func takeTurn() async throws(CardError) {
    guard case .mine = await turns.take(until: nil) else { throw .cancelledBeforeSending }
    guard Task.isCancelled else { return }
    turns.give()
    throw .cancelledBeforeSending
  }

  /// One command, with its exchanges.
  private func carry(
    _ command: CommandAPDU, as wanted: CommandAPDU.Form, mayRepeat: Bool
  ) async throws(CardError) -> ResponseAPDU {
    let transmission = await card.transmission
    let form = try form(of: command, wanted, transmission)
    guard form == .short, command.data.count > 255 else {
      return try await exchange(
        command, form: form, transmission: transmission, mayRepeat: mayRepeat)
    }
    return try await chain(command, transmission: transmission)
  }

  /// The same, expecting at most the card's longest response.
  private func capped(_ command: CommandAPDU) -> CommandAPDU {
    guard let expected = command.expected, let longest = capabilities.longestResponse else { return command }
    return command.expecting(min(expected, max(1, longest - 2)))
  }

  private func form(
    of command: CommandAPDU, _ wanted: CommandAPDU.Form, _ transmission: CardProtocol
  ) throws(CardError) -> CommandAPDU.Form {
    if wanted == .short, command.fitsShort { return .short }
    let isLong =
      switch longCommands {
      case _ where wanted == .extended: true
      case .automatic: capabilities.extendedLength == true && transmission != .t0
      case .extended: true
      case .chained: false
      }
    guard isLong else { return .short }
    guard transmission != .t0 else {
      throw .command("T=0 carries no long form.", place: "\(command)")
    }
    if let longest = capabilities.longestCommand, command.data.count + 9 > longest {
      // The card states its limit: longer data is chained, if at all.
      guard longCommands == .automatic, wanted == .short else {
        throw .command("the card takes commands of \(longest) bytes at most.", place: "\(command)")
      }
      return .short
    }
    return .extended
  }

  /// Command chaining; returns the last response. A refusal ends it.
  private func chain(_ command: CommandAPDU, transmission: CardProtocol) async throws(CardError)
    -> ResponseAPDU
  {
    guard command.cla.chained(true) != command.cla, !command.cla.isChained else {
      throw .command("a class that cannot be chained carries 255 bytes at most.", place: "\(command)")
    }
    var rest = command.data[...]
    do throws(CardError) {
      while rest.count > 255 {
        let link = command.carrying(rest.prefix(255)).expecting(nil).with(command.cla.chained(true))
        let response = try await exchange(link, form: .short, transmission: transmission, mayRepeat: false)
        guard response.status == .done else { return response }
        rest = rest.dropFirst(255)
      }
      return try await exchange(
        command.carrying(rest), form: .short, transmission: transmission, mayRepeat: false)
    } catch {
      throw rest.startIndex > command.data.startIndex ? error.afterSending : error
    }
  }

  /// One command, with its complete response.
  private func exchange(
    _ command: CommandAPDU, form: CommandAPDU.Form, transmission: CardProtocol, mayRepeat: Bool
  ) async throws(CardError) -> ResponseAPDU {
    // In the short form 256 means all, and the card indicates more by 61XX.
    let sent =
      form == .extended ? capped(command) : (command.expected ?? 0) > 256 ? command.expecting(256) : command
    var response = try await once(sent, form: form, transmission: transmission)
    // T=0 has a single length, that of the data if there is any: then the card means something else. A PIN is
    // never resent: tries are counted.
    let isForLength = transmission == .t0 ? command.data.isEmpty : command.expected != nil
    if mayRepeat, isForLength, !CardInstruction.carriesSecret(command.ins),
      let exact = response.status.exactLength, response.data.isEmpty
    {
      // Refused for its length, and not executed: the only command that may be resent.
      response = try await once(
        sent.expecting(exact), form: form, transmission: transmission)
    }
    guard response.status.waiting != nil else { return response }
    do throws(CardError) {
      return try await fetch(after: response, of: command, transmission: transmission)
    } catch {
      throw error.afterSending
    }
  }

  /// Collects the remaining data, bounded: a card may claim forever that there is more.
  private func fetch(
    after first: ResponseAPDU, of command: CommandAPDU, transmission: CardProtocol
  ) async throws(CardError) -> ResponseAPDU {
    var data = first.data
    var status = first.status
    var fetches = 0
    // 256 and 65,536 mean all.
    let room = command.expected.flatMap { $0 == 256 || $0 == CommandAPDU.mostExpected ? nil : $0 }
    while let waiting = status.waiting {
      let left = room.map { $0 - data.count } ?? waiting
      // The rest is left on the card; the command was executed.
      guard left > 0 else { return ResponseAPDU(data: data, status: .done) }
      fetches += 1
      guard fetches <= Self.mostFetches else {
        throw .response(
          "it says after \(Self.mostFetches) answers that there is still more.", place: "\(command)")
      }
      let ask = try CommandAPDU(
        cla: command.cla.ofGetResponse, ins: CardInstruction.getResponse, expected: min(waiting, left))
      var part = try await once(ask, form: .short, transmission: transmission)
      if let exact = part.status.exactLength, part.data.isEmpty {
        part = try await once(ask.expecting(exact), form: .short, transmission: transmission)
      }
      if part.status.waiting != nil, part.data.isEmpty {
        throw .response("it says that there is more, and gives nothing.", place: "\(command)")
      }
      data += part.data
      status = part.status
      guard data.count <= ResponseAPDU.mostData else {
        throw .response("it gives more than \(ResponseAPDU.mostData) bytes.", place: "\(command)")
      }
    }
    return ResponseAPDU(data: data, status: status)
  }

  /// Sends these bytes, once.
  private func once(
    _ command: CommandAPDU, form: CommandAPDU.Form, transmission: CardProtocol
  ) async throws(CardError) -> ResponseAPDU {
    let bytes = transmission == .t0 ? try command.bytesForT0() : try command.bytes(form)
    let response = try ResponseAPDU(parsing: try await card.transmit(bytes), place: "\(command)")
    if form == .short, response.data.count > 256 {
      throw .response(
        "it gives \(response.data.count) bytes to a short command; 256 are the most.", place: "\(command)")
    }
    return response
  }
}

extension CommandAPDU {
  /// The T=0 mapping: always five bytes, and no expected length after data; response data is then fetched.
  /// - SeeAlso: ISO/IEC 7816-3:2006, 12.2.
  func bytesForT0() throws(CardError) -> [UInt8] {
    switch self.case {
    case .noDataNoAnswer: try bytes() + [0]
    case .answer, .data: try bytes()
    case .dataAndAnswer: try expecting(nil).bytes()
    }
  }
}

extension CardError {
  static let cancelledBeforeSending = CardError(
    .cancelled, place: "card", reason: "the task was cancelled before the command was sent.",
    remedy: "Nothing was sent; send it again if it is still wanted.")

  static let protectionIsBroken = CardError(
    .protection, place: "secure messaging",
    reason: "a protected answer could not be opened, so that commands are not protected any more.",
    remedy: "Agree on keys anew, or say with use(nil) that commands go unprotected.")
}
