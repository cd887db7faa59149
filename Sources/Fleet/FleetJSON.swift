internal import JSONText

/// Why something that the broker has is nothing of ours, for a person.
package struct Unreadable: Error, Equatable, Sendable {
  package let why: String

  init(_ why: String) { self.why = why }
}

/// Reading JSON of others.
enum FleetJSON {
  /// The members of a value of ours.
  static func object(_ bytes: [UInt8], most: Int) throws(Unreadable) -> JSONObject {
    if bytes.count > most { throw Unreadable("it has \(bytes.count) bytes, and \(most) are the most") }
    let json: JSON
    do throws(JSONSyntaxError) { json = try JSON(parsing: bytes, limits: JSON.Limits(depth: 16, values: 65_536)) } catch
    {
      throw Unreadable("\(error)")
    }
    guard let object = json.object else { throw Unreadable("it is no object") }
    guard object["version"]?.number == 1 else { throw Unreadable("it is of another version") }
    return object
  }

  /// A whole number that every JSON reader has the same of.
  static func integer(_ json: JSON?) -> Int? {
    guard let number = json?.number, let whole = Int(exactly: number), abs(whole) <= 1 << 53 else { return nil }
    return whole
  }
}

extension String {
  /// The beginning of a text of others. It is counted in scalars: one letter may have any number of marks.
  func cut(to most: Int) -> String { String(unicodeScalars.prefix(most)) }
}
