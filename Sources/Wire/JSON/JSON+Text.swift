extension JSON {
  /// This value on one line.
  public var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension Event {
  /// The event by itself, on one line, members in the order of the interface.
  public var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
