// SPDX-License-Identifier: Apache-2.0

extension StatusWord {
  /// Its meaning, in one sentence.
  public var meaning: String {
    if let waiting {
      return "done; \(waiting == 256 ? "256 or more" : "\(waiting)") bytes wait to be fetched."
    }
    if let exactLength { return "a wrong length was expected; \(exactLength) is right. Nothing was done." }
    if let triesLeft {
      switch triesLeft {
      case 0: return "wrong, and there are no more tries: it is blocked."
      case 1: return "wrong; 1 more try."
      default: return "wrong; \(triesLeft) more tries."
      }
    }
    if let (meaning, _) = Self.words[rawValue] { return meaning }
    if (0x02...0x80).contains(sw2), sw1 == 0x62 || sw1 == 0x64 {
      return sw1 == 0x62
        ? "the card has \(sw2) bytes for the outside to fetch."
        : "failed; the card wants a query of \(sw2) bytes to be fetched."
    }
    switch sw1 {
    case 0x62: return "done, with a warning; the card's memory is as it was."
    case 0x63: return "done, with a warning; the card's memory has changed."
    case 0x64: return "failed; the card's memory is as it was."
    case 0x65: return "failed; the card's memory may have changed."
    case 0x66: return "failed, for a reason of security."
    case 0x67: return "the length is wrong, for a reason of the card's own."
    case 0x68: return "the class of the command asks for something that the card does not do."
    case 0x69: return "the command is not allowed."
    case 0x6A: return "the parameters P1 and P2 are wrong."
    case 0x6B...0x6F: return "refused, for a reason of the card's own."
    default:
      return kind == .proprietary
        ? "a status of the card's own; its maker says what it means." : "no status word."
    }
  }

  /// What to do about it: one sentence.
  public var remedy: String {
    if isDone { return "Go on." }
    if let triesLeft {
      return triesLeft == 0
        ? "Unblock it with the unblocking code (RESET RETRY COUNTER)."
        : "Ask the person again; do not try by program."
    }
    if exactLength != nil { return "Send it again, expecting that length." }
    if let (_, remedy) = Self.words[rawValue] { return remedy }
    switch kind {
    case .warning: return "See the card's documentation."
    case .executionError: return "Try once more; if it stays so, the card is worn out or broken."
    case .checkingError:
      return "Check class, instruction, parameters and lengths against the card's documentation."
    case .normal, .proprietary, .invalid: return "See the card's documentation."
    }
  }

  private static let words: [UInt16: (String, String)] = [
    0x9000: ("done.", "Go on."),
    0x6200: ("done, with a warning; the card's memory is as it was.", "See the card's documentation."),
    0x6281: ("part of the data may be damaged.", "Read it again and compare; do not trust it."),
    0x6282: ("the end of the file or record came before all of the expected bytes.", "Take what came."),
    0x6283: ("the selected file is deactivated.", "Activate it, or choose another one."),
    0x6284: (
      "the file control information is not formed as the standard says.",
      "Read its bytes as the card's maker says."
    ),
    0x6285: ("the selected file is in the state of termination.", "It cannot be used any more."),
    0x6286: ("a sensor of the card gave no data.", "Offer the finger, or what it senses, again."),
    0x6300: (
      "wrong, or done with a warning; how many tries are left is not said.",
      "Ask the person again; do not try by program."
    ),
    0x6381: ("the last write has filled the file.", "Make room, or go on in another file."),
    0x6400: ("failed; the card's memory is as it was.", "Try once more."),
    0x6401: ("the card needs an answer at once that did not come.", "Try once more."),
    0x6500: ("failed; the card's memory may have changed.", "Read what is there before you go on."),
    0x6581: ("the card's memory failed.", "The card is worn out or broken: replace it."),
    0x6700: ("the length is wrong.", "Check the length of the data and the expected length."),
    0x6881: ("the card does not have this logical channel.", "Use the basic channel."),
    0x6882: ("the card does not do secure messaging here.", "Send it unprotected, if that is allowed."),
    0x6883: ("the last command of a chain was expected.", "End the chain first."),
    0x6884: (
      "the card does not do command chaining.",
      "Send less data at a time, or the long form if the card knows it."
    ),
    0x6900: ("the command is not allowed.", "See the card's documentation."),
    0x6981: ("the command does not fit the kind of file.", "Use the command for this kind of file."),
    0x6982: (
      "the right to do this was not shown: a PIN or key is missing.",
      "Verify the PIN, or authenticate, first."
    ),
    0x6983: (
      "it is blocked: there were too many wrong tries.",
      "Unblock it with the unblocking code (RESET RETRY COUNTER)."
    ),
    0x6984: ("the reference data cannot be used.", "See the card's documentation."),
    0x6985: ("the conditions of use are not met.", "Do first what the card's documentation asks for."),
    0x6986: ("not allowed: no file is selected.", "Select a file first."),
    0x6987: ("data objects of secure messaging are missing.", "Set up secure messaging anew."),
    0x6988: ("data objects of secure messaging are wrong.", "Set up secure messaging anew."),
    0x6A80: ("the data is wrong.", "Check the data of the command."),
    0x6A81: ("the card does not have this function.", "Use another function, or another card."),
    0x6A82: ("there is no such file or application.", "Check the identifier, and what is selected."),
    0x6A83: ("there is no such record.", "Check the number of the record."),
    0x6A84: ("there is not enough room in the file.", "Write less, or make room."),
    0x6A85: ("the length does not fit the structure of the data.", "Check the lengths of the data objects."),
    0x6A86: ("the parameters P1 and P2 are wrong.", "Check them against the card's documentation."),
    0x6A87: ("the length does not fit P1 and P2.", "Check the length of the data."),
    0x6A88: ("there is no such data, PIN or key.", "Check the tag or reference."),
    0x6A89: ("there is a file of that identifier already.", "Choose another identifier."),
    0x6A8A: ("there is an application of that name already.", "Choose another name."),
    0x6B00: ("the offset, or P1 and P2, lies outside.", "Stay within the file."),
    0x6D00: (
      "the card does not know this instruction here.",
      "Select the right application, or use another instruction."
    ),
    0x6E00: ("the card does not know this class.", "Select the right application, or use another class."),
    0x6F00: ("failed, and the card does not say why.", "Reset the card and try once more."),
  ]
}
