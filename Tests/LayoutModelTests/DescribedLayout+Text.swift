import Geometry
import LayoutModel

extension DescribedLayout {
  /// In the language.
  var text: String {
    let declared = variables.map { "  var \($0) = 8\n" }.joined()
    return "layout described {\n\(declared)\(Self.text(of: body, indent: "  "))}\n"
  }

  private static func text(of body: [DescribedStatement], indent: String) -> String {
    body.map { indent + $0.text(indent) + "\n" }.joined()
  }

  fileprivate static func block(_ body: [DescribedStatement], _ indent: String) -> String {
    "{\n" + text(of: body, indent: indent + "  ") + indent + "}"
  }
}

extension DescribedStatement {
  fileprivate func text(_ indent: String) -> String {
    switch self {
    case .view(let kind, let name, let text, let body):
      let quoted = text.map { " \"\($0)\"" } ?? ""
      return "\(kind.rawValue) \(name)\(quoted) \(DescribedLayout.block(body, indent))"
    case .clause(let clause): return clause.text
    case .branch(let question, let isDirect, let then, let otherwise):
      let other = otherwise.map { " else \(DescribedLayout.block($0, indent))" } ?? ""
      return "if \(isDirect ? "direct " : "")\(question.text) \(DescribedLayout.block(then, indent))\(other)"
    case .configuration(let name, let body): return "config \(name) \(DescribedLayout.block(body, indent))"
    case .initial(let name): return "initial \(name)"
    case .transition(let from, let to): return "transition \(from ?? "*") -> \(to) 250ms linear"
    case .remove(let attribute): return "remove \(attribute)"
    }
  }
}

extension DescribedClause {
  fileprivate var text: String {
    let suffix = (priority.map { " @\(number(Double($0)))" } ?? "") + (id.map { " #\($0)" } ?? "")
    return clause + suffix + modifiers
  }

  private var clause: String {
    switch form {
    case .constraint(let left, let sign, let right): "\(left.text) \(sign.rawValue) \(right.text)"
    case .within(let left, let lower, let upper, let isHalfOpen):
      "\(left.text) within \(number(lower))\(isHalfOpen ? "..<" : "...")\(number(upper))"
    case .composite(let composite, let sign, let view): composite.text(sign, view)
    case .fill(let edges, let sign, _):
      "fill\(sign == .equal ? edges.text : " \(sign.rawValue)\(edges.textBehindSign)")"
    case .center(let axes, _): "center\(axes.text)"
    case .pin(let point, let target, let area, _, _):
      "pin \(point.text) to \(target.text)\(area.map { " of " + $0.path } ?? " of super")"
    case .pinAt(let point, let numbers): "pin \(point.text) at \(list(numbers))"
    case .at(let numbers, let area): "at \(list(numbers))\(area.map { " in " + $0.text } ?? "")"
    case .dock(let line, let target, let area, _, _):
      "dock \(line) to \(target)\(area.map { " of " + $0.path } ?? "")"
    case .beside(let line, let view, let area, let takesRest, _, _):
      "\(takesRest ? "rest " : "")\(Self.adjacency(line)) \(view)\(area.map { " in " + $0.text } ?? "")"
    case .align(let axis, let mode, _): "align \(axis == .x ? "x" : "y") \(mode.text)"
    case .onAxis(let axis, let mode, _): "\(axis == .x ? "x" : "y") \(mode.text)"
    case .edge(let edge, let distance): "\(edge) \(number(distance))"
    case .edgeAt(let edge, let anchor, let distance): "\(edge) \(DescribedSum(1, anchor, plus: distance).text)"
    case .length(let dimension, let length): "\(dimension) \(number(length))"
    case .share(let dimension, let percent): "\(dimension) \(number(percent))%"
    case .range(let dimension, let lower, let upper, let isHalfOpen):
      "\(dimension) \(number(lower))\(isHalfOpen ? "..<" : "...")\(number(upper))"
    case .size(let width, let height): "size \(width.map(number) ?? "_"), \(height.map(number) ?? "_")"
    case .aspect(let ratio): "aspect \(number(ratio))"
    case .gap(let gap): "gap \(number(gap))"
    case .padding(let inset): "inset \(inset.text)"
    case .items(let alignment): "items \(alignment.rawValue)"
    case .distribution(let distribution): "distribute \(distribution.rawValue)"
    case .hidden: "hidden"
    case .wish(let wish, let axis): "\(wish)\(axis.map { $0 == .x ? " x" : " y" } ?? "")"
    case .alpha(let alpha): "alpha: \(number(alpha))"
    }
  }

  private var modifiers: String {
    let (gap, inset, offset): (Double?, DescribedInset?, (Double, Double)?) =
      switch form {
      case .fill(_, _, let inset), .align(_, _, let inset), .onAxis(_, _, let inset): (nil, inset, nil)
      case .center(_, let offset): (nil, nil, offset)
      case .pin(_, _, _, let inset, let offset): (nil, inset, offset)
      case .dock(_, _, _, let gap, let inset), .beside(_, _, _, _, let gap, let inset): (gap, inset, nil)
      default: (nil, nil, nil)
      }
    return (gap.map { " gap \(number($0))" } ?? "") + (inset.map { " inset \($0.text)" } ?? "")
      + (offset.map { " offset \(number($0.0)), \(number($0.1))" } ?? "")
  }

  private static func adjacency(_ line: AnchorAttribute) -> String {
    switch line {
    case .top: "below"
    case .bottom: "above"
    case .trailing: "before"
    default: "after"
    }
  }
}

private func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
private func list(_ numbers: [Double]) -> String { numbers.map(number).joined(separator: ", ") }

extension DescribedAnchor {
  fileprivate var text: String { (view.map { $0 + "." } ?? "") + "\(attribute)" }
}

extension DescribedSum {
  fileprivate var text: String {
    guard let anchor else { return ([number(number)] + [variable].compactMap { $0 }).joined(separator: " + ") }
    var text = factor == 1 ? anchor.text : "\(number(factor)) * \(anchor.text)"
    if number != 0 { text += number < 0 ? " - \(number(-number))" : " + \(number(number))" }
    return text + (variable.map { " + \($0)" } ?? "")
  }

  private func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}

extension DescribedComposite {
  fileprivate func text(_ sign: DescribedSign, _ view: String) -> String {
    switch self {
    case .edges(let inset): "edges \(sign.rawValue) \(view).edges - \(number(inset))"
    case .center(let x, let y): "center \(sign.rawValue) \(view).center + (\(number(x)), \(number(y)))"
    case .size(let width, let height):
      "size \(sign.rawValue) \(view).size + (\(number(width)), \(number(height)))"
    }
  }
}

extension DescribedArea {
  /// Behind `in`.
  fileprivate var text: String {
    if guide == .frame { return view.map { "of \($0)" } ?? "super" }
    return "\(guide)\(view.map { " of \($0)" } ?? "")"
  }

  /// Behind `of`, where a view is named alone.
  fileprivate var path: String { guide == .frame ? view ?? "super" : text }
}

extension DescribedEdges {
  fileprivate var text: String {
    switch self {
    case .all(let area): area.map { " " + $0.text } ?? ""
    case .along(let axis): axis == .x ? " x" : " y"
    case .each(let edges): " (\(edges.map { "\($0.edge): \($0.area.text)" }.joined(separator: ", ")))"
    }
  }
}

extension DescribedEdges {
  /// A relation wants an area behind it.
  fileprivate var textBehindSign: String { text.isEmpty ? " super" : text }
}

extension DescribedAxes {
  fileprivate var text: String {
    switch self {
    case .both(let area): area.map { " in " + $0.text } ?? ""
    case .along(let axis, let area): (axis == .x ? " x" : " y") + (area.map { " in " + $0.text } ?? "")
    case .each(let x, let y): " (x: \(x.text), y: \(y.text))"
    }
  }
}

extension DescribedInset {
  fileprivate var text: String {
    switch self {
    case .all(let distance): number(distance)
    case .each(let top, let leading, let bottom, let trailing): list([top, leading, bottom, trailing])
    case .named(let x, let top): "(x: \(number(x)), top: \(number(top)))"
    }
  }
}

extension DescribedPoint {
  fileprivate var text: String { edges.isEmpty ? "center" : edges.map { "\($0)" }.joined(separator: ".") }
}

extension DescribedMode {
  fileprivate var text: String {
    switch self {
    case .none: "none"
    case .fill(let area): "fill" + (area.map { " " + $0.text } ?? "")
    case .center(let area, let between):
      "center" + (area.map { " in " + $0.text } ?? "") + (between.map { " between " + $0.text } ?? "")
    case .overflow(let edge): "overflow \(edge)"
    case .edge(let edge, let area): "\(edge)" + (area.map { " in " + $0.text } ?? "")
    case .attach(let guide): guide == .frame ? "attach" : "attach \(guide)"
    case .attachCenter: "attach center"
    case .attachEdge(let edge): "attach \(edge)"
    case .attachOverflow(let edge): "attach overflow \(edge)"
    }
  }
}

extension DescribedQuestion {
  fileprivate var text: String {
    switch self {
    case .flag(let name): "flag(\(name))"
    case .dark: "dark"
    case .compact(let axis): axis == .x ? "compact.x" : "compact.y"
    case .length(let dimension, let sign, let length): "\(dimension) \(sign.rawValue) \(number(length))"
    case .lengthOf(let view, let dimension, let sign, let length):
      "\(view).\(dimension) \(sign.rawValue) \(number(length))"
    case .not(let inner): "!(\(inner.text))"
    case .all(let one, let other): "(\(one.text)) && (\(other.text))"
    case .any(let one, let other): "(\(one.text)) || (\(other.text))"
    }
  }
}
