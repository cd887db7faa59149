/// A value of a JSON text together with where it stands there, for those who complain about what it says.
///
/// Places are kept beside the values, in one array for the whole text: who wants none pays for none.
public struct PlacedJSON: Sendable {
  /// One value or member name of a text; they follow each other as their beginnings do.
  struct Place: Sendable {
    var start: Int
    var end = 0
    /// The index of the first place behind this one and all within it.
    var next = 0
  }

  /// A member of an object.
  public struct Member: Sendable {
    /// With escapes replaced.
    public var name: String
    /// The name's bytes, with its quotes.
    public var nameRange: Range<Int>
    /// What stands behind the colon.
    public var value: PlacedJSON
  }

  /// The value without its place.
  public let json: JSON
  private let places: [Place]
  private let index: Int

  /// The bytes of the value, from its first to its last, quotes and brackets included.
  public var range: Range<Int> { places[index].start..<places[index].end }

  /// Reads one JSON text in which a name stands once in an object, from byte `start` on.
  public init(parsing text: [UInt8], from start: Int = 0, limits: JSON.Limits) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: text, limits: limits, from: start, keepsPlaces: true)
    let json = try parser.document()
    self.init(json: json, places: parser.places, index: 0)
  }

  private init(json: JSON, places: [Place], index: Int) {
    self.json = json
    self.places = places
    self.index = index
  }

  /// The elements, when this is an array.
  public var elements: [PlacedJSON]? {
    guard let array = json.array else { return nil }
    var place = index + 1
    return array.map { element in
      defer { place = places[place].next }
      return PlacedJSON(json: element, places: places, index: place)
    }
  }

  /// The members in the order of the text, when this is an object.
  public var members: [Member]? {
    guard let object = json.object else { return nil }
    var name = index + 1
    return object.members.map { member in
      defer { name = places[name + 1].next }
      return Member(
        name: member.name, nameRange: places[name].start..<places[name].end,
        value: PlacedJSON(json: member.value, places: places, index: name + 1))
    }
  }

  /// The value of the member called `name`, when this is an object that has one. Makes no array of all of them.
  public subscript(name: String) -> PlacedJSON? {
    var place = index + 1
    for member in json.object?.members ?? [] {
      if member.name == name { return PlacedJSON(json: member.value, places: places, index: place + 1) }
      place = places[place + 1].next
    }
    return nil
  }
}
