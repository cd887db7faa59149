/// How a machine comes to know its desk: it asks for the last values of all keys, and from then on listens to news of
/// each change, which costs a server nothing for each machine.
///
/// Changes are numbered without gaps, and all that may have been missed is noticed by the numbers: then the last values
/// are asked for again. Until all of them are here, what they mean is not acted upon, since a desk of which half is
/// known would take back the other half.
package struct DeskFeed: Sendable {
  /// How much of the desk is known.
  package enum Knowledge: Sendable {
    /// Something may have been missed: the last values are to be asked for.
    case none
    /// They come.
    case arriving
    /// All have come.
    case whole
  }

  /// After so many silences in a row, values that are to come are asked for again.
  package static let patience = 10

  package private(set) var knowledge = Knowledge.none
  /// What has come.
  package private(set) var desk: Desk
  /// The number of the last change that is known.
  private var received: UInt64 = 0
  /// How often in a row nothing came.
  private var silences = 0

  package init(_ membership: Membership) { desk = Desk(membership) }

  /// The last values are on their way; `last` is the number of the newest change of all.
  package mutating func ask(_ last: UInt64) {
    (knowledge, received, silences) = (.arriving, last, 0)
    desk = Desk(desk.membership)
  }

  /// One of the last values came, of a key that was deleted as well.
  ///
  /// - Parameters:
  ///   - bytes: nil: the key was deleted.
  ///   - isLast: whether no other is to come.
  package mutating func takeValue(_ key: String?, _ bytes: [UInt8]?, number: UInt64, isLast: Bool) {
    silences = 0
    if let key { desk.receive(key, bytes, number: number) }
    received = max(received, number)
    if isLast { knowledge = .whole }
  }

  /// None of the last values came for a second; `count` is how many values the desk has. Of an empty one none come.
  /// Otherwise the silence is that of a broker that is slow, and of one that has forgotten that it was asked.
  package mutating func noteSilence(deskHas count: UInt64) {
    silences += 1
    if count == 0 { knowledge = .whole } else if silences >= Self.patience { knowledge = .none }
  }

  /// A change was told. What came while the last values were read is among them.
  package mutating func takeNews(_ key: String, _ bytes: [UInt8]?, number: UInt64) {
    guard knowledge == .whole, number > received else { return }
    // Something before it was lost.
    guard number == received &+ 1 else { return knowledge = .none }
    received = number
    desk.receive(key, bytes, number: number)
  }

  /// Compares with the number of the newest change, as news has no answer: the last may have been lost. And a desk that
  /// was made anew counts from one again.
  package mutating func compare(with last: UInt64) {
    if knowledge == .whole, last != received { knowledge = .none }
  }

  /// The connection broke.
  package mutating func lostTouch() { knowledge = .none }
}
