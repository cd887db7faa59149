import Frames
import JSONText

// How what `Frames` publishes looks on the wire: lengths as decimal points, whatever is as by default left out.

extension ViewRecord: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    self.init(
      id: try fields.required("id"), path: try fields.required("path"), kind: try fields.required("kind"),
      parent: try fields.optional("parent"), index: try fields.required("index"),
      frame: try fields.required("frame"), content: try ViewContent(fields: fields),
      appearance: try ViewAppearance(fields: fields))
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("path", path)
    writer.member("kind", kind)
    writer.member("parent", ifPresent: parent)
    writer.member("index", index)
    writer.member("frame", frame)
    if content.isHidden { writer.member("hidden", true) }
    if content.alpha != 1 { writer.member("alpha", content.alpha) }
    content.writeRest(to: &writer)
    appearance.writeMembers(to: &writer)
  }
}

/// Hidden and alpha are always said, so that a client which only assigns what it is told ends up right. Of the other
/// parts one that is left out is none, and a view that says nothing about clipping does not clip.
extension FrameDiff.Change: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    self.init(id: try fields.required("id"), content: try ViewContent(fields: fields))
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("hidden", content.isHidden)
    writer.member("alpha", content.alpha)
    content.writeRest(to: &writer)
  }
}

extension ViewContent {
  init(fields: JSONFields) throws(MistypedField) {
    self.init()
    isHidden = try fields.optional("hidden") ?? false
    alpha = try fields.optional("alpha") ?? 1
    clips = try fields.optional("clips") ?? false
    text = try fields.optional("text")
    truncation = try fields.optional("truncated")
    baselines = try fields.optional("baselines")
    let byName: [String: Frame] = try fields.optional("guides") ?? [:]
    guides = byName.sorted { $0.key < $1.key }.map { NamedGuide(name: $0.key, frame: $0.value) }
    scroll = try fields.optional("scroll")
  }

  func writeRest(to writer: inout JSONWriter) {
    if clips { writer.member("clips", true) }
    writer.member("text", ifPresent: text)
    writer.member("truncated", ifPresent: truncation)
    writer.member("baselines", ifPresent: baselines)
    if !guides.isEmpty {
      writer.name(literal: "guides")
      writer.beginObject()
      for guide in guides {
        writer.name(guide.name)
        guide.frame.write(to: &writer)
      }
      writer.endObject()
    }
    writer.member("scroll", ifPresent: scroll)
  }
}

extension ViewContent.Truncation: JSONCodable {}

extension StreamID: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard let value = json.number, let id = UInt32(exactly: value) else { throw MistypedField() }
    self.init(id)
  }

  func write(to writer: inout JSONWriter) { writer.integer(Int(value)) }
}

extension Frame: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard let numbers = json.array, numbers.count == 4 else { throw MistypedField() }
    self = try Frame(numbers, from: 0)
  }

  /// Four numbers: x, y, width, height.
  init(_ numbers: [JSON], from first: Int) throws(MistypedField) {
    self.init(
      x: try Int32(sixtyFourths: numbers[first]), y: try Int32(sixtyFourths: numbers[first + 1]),
      width: try Int32(sixtyFourths: numbers[first + 2]), height: try Int32(sixtyFourths: numbers[first + 3]))
  }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    writer.sixtyFourths(x)
    writer.sixtyFourths(y)
    writer.sixtyFourths(width)
    writer.sixtyFourths(height)
    writer.endArray()
  }
}

extension ViewContent.Baselines: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard let numbers = json.array, numbers.count == 2 else { throw MistypedField() }
    self.init(first: try Int32(sixtyFourths: numbers[0]), last: try Int32(sixtyFourths: numbers[1]))
  }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    writer.sixtyFourths(first)
    writer.sixtyFourths(last)
    writer.endArray()
  }
}

/// Eight numbers: offset, size of the content, then insets counter-clockwise from the top.
extension ViewContent.Scroll: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard let numbers = json.array, numbers.count == 8 else { throw MistypedField() }
    self.init(
      offsetX: try Int32(sixtyFourths: numbers[0]), offsetY: try Int32(sixtyFourths: numbers[1]),
      contentWidth: try Int32(sixtyFourths: numbers[2]), contentHeight: try Int32(sixtyFourths: numbers[3]),
      insetTop: try Int32(sixtyFourths: numbers[4]), insetLeft: try Int32(sixtyFourths: numbers[5]),
      insetBottom: try Int32(sixtyFourths: numbers[6]), insetRight: try Int32(sixtyFourths: numbers[7]))
  }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for length in lengths { writer.sixtyFourths(length) }
    writer.endArray()
  }
}

extension Int32 {
  /// A number of points as 64ths, rounded halves up; numbers from us lie on that grid already.
  init(sixtyFourths json: JSON) throws(MistypedField) {
    guard let points = json.number else { throw MistypedField() }
    let scaled = points * 64
    if let exact = Int32(exactly: scaled) {
      self = exact
    } else {
      guard let rounded = Int32(exactly: (scaled + 0.5).rounded(.down)) else { throw MistypedField() }
      self = rounded
    }
  }
}

/// The frames that changed, flat: `id,x,y,w,h, id,x,y,w,h, …`. Half the bytes of an array of objects, and the one
/// place of the protocol where the time per number counts.
struct FlatMoves: JSONCodable {
  var moves: [FrameDiff.Move]

  init(_ moves: [FrameDiff.Move]) { self.moves = moves }

  init(json: JSON) throws(MistypedField) {
    guard let numbers = json.array, numbers.count.isMultiple(of: 5) else { throw MistypedField() }
    moves = []
    moves.reserveCapacity(numbers.count / 5)
    for start in stride(from: 0, to: numbers.count, by: 5) {
      moves.append(FrameDiff.Move(id: try StreamID(json: numbers[start]), frame: try Frame(numbers, from: start + 1)))
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    // A comma after each of five numbers, an id of ten digits.
    let longestMove = 5 + 10 + 4 * OutputSpan<UInt8>.longestSixtyFourths
    // In pieces, so that a million moves do not ask for the longest text of all of them at once.
    for first in stride(from: 0, to: moves.count, by: Self.movesAtOnce) {
      let piece = moves[first..<min(first + Self.movesAtOnce, moves.count)]
      writer.list(capacity: piece.count * longestMove) { (output: inout OutputSpan<UInt8>) in
        for (offset, move) in piece.enumerated() {
          if offset > 0 { output.append(UInt8(ascii: ",")) }
          output.appendDecimal(UInt(move.id.value), isNegative: false)
          output.append(UInt8(ascii: ","))
          output.append(sixtyFourths: move.frame.x)
          output.append(UInt8(ascii: ","))
          output.append(sixtyFourths: move.frame.y)
          output.append(UInt8(ascii: ","))
          output.append(sixtyFourths: move.frame.width)
          output.append(UInt8(ascii: ","))
          output.append(sixtyFourths: move.frame.height)
        }
      }
    }
    writer.endArray()
  }

  private static let movesAtOnce = 256
}
