import Frames
import JSONText

// How views are drawn, on the wire: lengths as decimal points, colours as `#rrggbbaa`, whatever is not said left out.

extension ViewAppearance {
  init(fields: JSONFields) throws(MistypedField) {
    self.init(look: try fields.optional("look"), lines: try fields.optional("lines") ?? [])
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("look", ifPresent: look)
    if !lines.isEmpty { writer.member("lines", lines) }
  }
}

extension FrameDiff.Restyle: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    self.init(id: try fields.required("id"), appearance: try ViewAppearance(fields: fields))
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id)
    appearance.writeMembers(to: &writer)
  }
}

extension LookID: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard let value = json.number, let id = UInt32(exactly: value), id > 0 else { throw MistypedField() }
    self.init(id)
  }

  func write(to writer: inout JSONWriter) { writer.integer(Int(value)) }
}

extension TextLine: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    let start: Int = try fields.required("start")
    let end: Int = try fields.required("end")
    guard start >= 0, end >= start else { throw MistypedField(path: "end") }
    self.init(
      text: try fields.required("text"), range: start..<end,
      x: try fields.required("x", as: Length.self).sixtyFourths,
      baseline: try fields.required("baseline", as: Length.self).sixtyFourths,
      width: try fields.required("width", as: Length.self).sixtyFourths,
      isRightToLeft: try fields.optional("rtl") ?? false)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("text", text)
    writer.member("start", range.lowerBound)
    writer.member("end", range.upperBound)
    writer.member("x", Length(x))
    writer.member("baseline", Length(baseline))
    writer.member("width", Length(width))
    if isRightToLeft { writer.member("rtl", true) }
  }
}

extension NumberedLook: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    self.init(id: try fields.required("id"), look: try Look(fields: fields))
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id)
    look.writeMembers(to: &writer)
  }
}

extension Event.Fade: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    id = try fields.required("id")
    from = try fields.required("from")
    to = try fields.required("to")
    durationMs = try fields.required("durationMs")
    delayMs = try fields.optional("delayMs")
    curve = try fields.required("curve")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("from", from)
    writer.member("to", to)
    writer.member("durationMs", durationMs)
    writer.member("delayMs", ifPresent: delayMs)
    writer.member("curve", curve)
  }
}

extension Look: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    self.init()
    background = try fields.optional("background")
    color = try fields.optional("color")
    radius = try fields.optional("radius", as: Length.self)?.sixtyFourths ?? 0
    border = try fields.optional("border", as: Length.self)?.sixtyFourths ?? 0
    borderColor = try fields.optional("borderColor")
    image = try fields.optional("image")
    placeholder = try fields.optional("placeholder")
    role = try fields.optional("role")
    align = try fields.optional("align")
    style = try fields.optional("style")
    font = try fields.optional("font")
    let byName: [String: Datum.Value] = try fields.optional("data") ?? [:]
    data = byName.sorted { $0.key < $1.key }.map { Datum(name: $0.key, value: $0.value) }
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("background", ifPresent: background)
    writer.member("color", ifPresent: color)
    if radius != 0 { writer.member("radius", Length(radius)) }
    if border != 0 { writer.member("border", Length(border)) }
    writer.member("borderColor", ifPresent: borderColor)
    writer.member("image", ifPresent: image)
    writer.member("placeholder", ifPresent: placeholder)
    writer.member("role", ifPresent: role)
    writer.member("align", ifPresent: align)
    writer.member("style", ifPresent: style)
    writer.member("font", ifPresent: font)
    if data.isEmpty { return }
    writer.name(literal: "data")
    writer.beginObject()
    for property in data {
      writer.name(property.name)
      property.value.write(to: &writer)
    }
    writer.endObject()
  }
}

extension Look.Alignment: JSONCodable {}

extension Look.Paint: JSONCodable {
  init(json: JSON) throws(MistypedField) { self.init(try String(json: json)) }

  func write(to writer: inout JSONWriter) { writer.string(text) }
}

extension Look.Image: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    self.init(
      path: try fields.required("path"), width: try fields.optional("width", as: Length.self)?.sixtyFourths,
      height: try fields.optional("height", as: Length.self)?.sixtyFourths, version: try fields.optional("version") ?? 0
    )
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("path", path)
    writer.member("width", ifPresent: width.map(Length.init))
    writer.member("height", ifPresent: height.map(Length.init))
    if version != 0 { writer.member("version", version) }
  }
}

extension Look.Font: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    let direction: Direction? = try fields.optional("direction")
    self.init(
      family: try fields.optional("family"), size: try fields.required("size", as: Length.self).sixtyFourths,
      weight: try fields.required("weight"), lines: try fields.required("maxLines"),
      isRightToLeft: direction == .rtl)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("family", ifPresent: family)
    writer.member("size", Length(size))
    writer.member("weight", weight)
    writer.member("maxLines", lines)
    if isRightToLeft { writer.member("direction", Direction.rtl) }
  }

  private enum Direction: String, CaseIterable, JSONCodable {
    case ltr, rtl
  }
}

extension Look.Datum.Value: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    if let number = json.number {
      self = .number(number)
    } else if let truth = try? Bool(json: json) {
      self = .truth(truth)
    } else {
      self = .text(try String(json: json))
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .number(let number): number.write(to: &writer)
    case .truth(let truth): truth.write(to: &writer)
    case .text(let text): writer.string(text)
    }
  }
}

/// A length in 64ths of a point, written in points.
private struct Length: JSONCodable {
  var sixtyFourths: Int32

  init(_ sixtyFourths: Int32) { self.sixtyFourths = sixtyFourths }
  init(json: JSON) throws(MistypedField) { sixtyFourths = try Int32(sixtyFourths: json) }

  func write(to writer: inout JSONWriter) { writer.sixtyFourths(sixtyFourths) }
}
