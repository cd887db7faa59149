import HTTPServer
import JSONText
import LayoutSyntax
import Posix
import Wire

/// Another value for an id or a variable, saved in the file that has it: the page names the value, the daemon says
/// where it stands and in which words, and these are exchanged if the file still has them.
///
/// Nothing else can come of it: the file is one that the daemon has read for this scene, beneath the folder that is
/// previewed; what is written is one literal for another of its kind, and the rest of the file is what it was.
enum LiteralWriting {
  /// What the daemon is asked.
  static func question(_ asked: PageCall.Write) -> Call {
    Call(
      .get,
      JSONObject([
        JSONObject.Member(name: "scene", value: .string(asked.scene)),
        JSONObject.Member(name: "names", value: .array([.string(asked.name)])),
        JSONObject.Member(name: "clauses", value: true),
      ]))
  }

  /// Writes, or says why not.
  ///
  /// - Parameters:
  ///   - message: what the daemon has answered.
  ///   - folder: from where the daemon names files.
  ///   - enclosure: where files may be written; nil: nowhere.
  static func answer(
    to asked: PageCall.Write, in message: [UInt8], from folder: String?, beneath enclosure: Enclosure?
  ) -> HTTPResponse {
    do throws(Refusal) {
      let value = try value(of: asked, in: message)
      guard let folder, let enclosure else { throw Refusal(403, "nobody knows where the files of the daemon are") }
      let file = value.span.file
      let path = FileSystem.path(file, from: folder)
      var mistake: Refusal?
      do throws(Enclosure.ExchangeRefusal) {
        _ = try enclosure.exchangeFile(path) { bytes in
          do throws(Refusal) {
            return try exchanging(value, asked.new, in: SourceText(name: file, bytes: bytes)).bytes
          } catch {
            mistake = error
            return nil
          }
        }
      } catch { throw Refusal(error, file) }
      if let mistake { throw mistake }
      let span = value.literals[0].span
      return Preview.json(200, ["file": .string(file), "line": .number(Double(span.line))])
    } catch { return Preview.json(error.status, ["error": .string(error.reason)]) }
  }

  /// Why nothing is written, in words for a person.
  struct Refusal: Error {
    let status: Int
    let reason: String

    init(_ status: Int, _ reason: String) { (self.status, self.reason) = (status, reason) }

    init(_ refusal: Enclosure.ExchangeRefusal, _ file: String) {
      switch refusal {
      case .system(let error) where error.isOutside:
        self.init(403, "\(file) is not beneath the folder that is previewed, and only what is there is written")
      case .system(let error): self.init(409, "\(file) cannot be written: \(error.reason)")
      case .outdated: self.init(409, "\(file) was saved by somebody else at this moment; nothing was written")
      case .readOnly(let mode):
        let octal = String(mode, radix: 8)
        self.init(409, "\(file) is read-only: its mode is 0\(octal); 'chmod u+w' lets it be written")
      case .foreign: self.init(409, "\(file) belongs to another user, and only your own files are written")
      case .linked(let count):
        self.init(
          409, "\(file) has \(count) names (hard links), and the others would keep the old text: edit it by hand")
      case .inTheWay(let name):
        self.init(409, "'\(name)' stands beside \(file), where the new text was to be made; remove it")
      case .lost(let what): self.init(409, "\(file) would lose \(what), so nothing was written: edit it by hand")
      }
    }
  }

  /// A value with the words that it has in a file.
  struct Written {
    let name: String
    let span: WireSpan
    let clause: String
    let literals: [Reply.Value.Literal]
  }

  private static func value(of asked: PageCall.Write, in message: [UInt8]) throws(Refusal) -> Written {
    guard let json = try? JSON(parsing: message), let answers = json["parameters"]?["values"]?.array else {
      throw Refusal(409, "the daemon knows no '\(asked.name)' in this scene now")
    }
    guard let value = answers.first(where: { $0["kind"]?.string == asked.kind }), let name = value["name"]?.string,
      let span = WireSpan(value["span"]), let clause = value["clause"]?.string
    else { throw Refusal(409, "the file says nothing of '\(asked.name)', or has a mistake now") }
    let literals = (value["literals"]?.array ?? []).compactMap { literal in
      WireSpan(literal["span"]).flatMap { span in
        literal["text"]?.string.map { Reply.Value.Literal(span: span, text: $0) }
      }
    }
    guard !literals.isEmpty, literals.allSatisfy({ $0.span.file == span.file }) else {
      throw Refusal(409, "'\(asked.name)' is no number of its own in '\(clause)': change that in the file")
    }
    guard literals.map(\.text) == asked.old else {
      throw Refusal(409, "the file has \(literals.map(\.text).joined(separator: ", ")) by now; nothing was written")
    }
    return Written(name: name, span: span, clause: clause, literals: literals)
  }

  /// The text with other literals in the places of these.
  ///
  /// - Parameter source: what the file has now, and not what the daemon has read.
  static func exchanging(_ value: Written, _ new: [String], in source: SourceText) throws(Refusal) -> SourceText {
    let changed = Refusal(409, "\(source.name) has changed at this place; nothing was written")
    let identifier = value.name.utf8.lastIndex(of: UInt8(ascii: "#")).map { String(value.name[$0...]) }
    guard let own = source.span(value.span), source.text(in: own) == identifier ?? value.clause else { throw changed }
    var spans: [SourceSpan] = []
    for literal in value.literals {
      guard let span = source.span(literal.span), source.text(in: span) == literal.text else { throw changed }
      spans.append(span)
    }
    var source = source
    // From the end, so that the others stay where they are.
    for (span, text) in zip(spans, new).sorted(by: { $0.0.start > $1.0.start }) {
      guard let exchanged = parse(source).exchanging(span, for: text) else {
        throw Refusal(400, "'\(text)' is not the same kind of value as '\(source.text(in: span))'")
      }
      source = exchanged
    }
    return source
  }
}

extension SourceText {
  /// Where a place of the protocol is in this text.
  fileprivate func span(_ span: WireSpan) -> SourceSpan? {
    guard let start = offset(line: span.line, column: span.column),
      let end = offset(line: span.endLine, column: span.endColumn), start < end
    else { return nil }
    return SourceSpan(start: start, end: end)
  }
}
