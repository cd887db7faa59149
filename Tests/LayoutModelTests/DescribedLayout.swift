import Geometry
import LayoutModel

/// A layout that is neither text nor built: `DescribedLayout+Text.swift` prints it in the language, and
/// `DescribedLayout+Building.swift` builds it without a text. Views have names that no other view has.
struct DescribedLayout: Sendable {
  /// `var NAME = 8` each.
  var variables: [String] = []
  var body: [DescribedStatement]

  init(variables: [String] = [], _ body: DescribedStatement...) {
    self.variables = variables
    self.body = body
  }
}

indirect enum DescribedStatement: Sendable {
  case view(ViewKind, String, text: String? = nil, [DescribedStatement])
  case clause(DescribedClause)
  case branch(DescribedQuestion, isDirect: Bool = false, [DescribedStatement], otherwise: [DescribedStatement]? = nil)
  case configuration(String, [DescribedStatement])
  case initial(String)
  /// In the body of a view; nil is any.
  case transition(from: String?, to: String)
  case remove(AnchorAttribute)

  /// A clause without priority and id.
  static func says(_ form: DescribedClause.Form, priority: Float? = nil, id: String? = nil) -> DescribedStatement {
    .clause(DescribedClause(form: form, priority: priority, id: id))
  }
}

struct DescribedClause: Sendable {
  var form: Form
  var priority: Float?
  var id: String?

  enum Form: Sendable {
    case constraint(DescribedAnchor, DescribedSign, DescribedSum)
    case within(DescribedAnchor, Double, Double, isHalfOpen: Bool)
    /// `edges`, `center` or `size` of another view, with one number or two taken from it or added to it.
    case composite(DescribedComposite, DescribedSign, of: String)
    case fill(DescribedEdges, DescribedSign, DescribedInset?)
    case center(DescribedAxes, offset: (Double, Double)?)
    case pin(DescribedPoint, to: DescribedPoint, DescribedArea?, DescribedInset?, offset: (Double, Double)?)
    case pinAt(DescribedPoint, [Double])
    case at([Double], DescribedArea?)
    case dock(AnchorAttribute, to: AnchorAttribute, DescribedArea?, gap: Double?, DescribedInset?)
    case beside(AnchorAttribute, String, DescribedArea?, takesRest: Bool, gap: Double?, DescribedInset?)
    case align(Axis, DescribedMode, DescribedInset?)
    case onAxis(Axis, DescribedMode, DescribedInset?)
    case edge(AnchorAttribute, Double)
    case edgeAt(AnchorAttribute, DescribedAnchor, Double)
    case length(AnchorAttribute, Double)
    case share(AnchorAttribute, percent: Double)
    case range(AnchorAttribute, Double, Double, isHalfOpen: Bool)
    case size(Double?, Double?)
    case aspect(Double)
    case gap(Double)
    case padding(DescribedInset)
    case items(ItemsAlignment)
    case distribution(Distribution)
    case hidden
    case wish(ContentWish, Axis?)
    case alpha(Double)
  }
}

/// An anchor of a view, of the subject's super (`super`), or of the subject itself (nil).
struct DescribedAnchor: Sendable {
  var view: String?
  var attribute: AnchorAttribute

  init(_ view: String?, _ attribute: AnchorAttribute) {
    self.view = view
    self.attribute = attribute
  }
}

enum DescribedSign: String, CaseIterable, Sendable {
  case equal = "=="
  case atMost = "<="
  case atLeast = ">="
  case less = "<"
  case greater = ">"

  var sign: RelationSign {
    switch self {
    case .equal: .equal
    case .atMost: RelationSign(.atMost)
    case .atLeast: RelationSign(.atLeast)
    case .less: RelationSign(.atMost, pixels: -1)
    case .greater: RelationSign(.atLeast, pixels: 1)
    }
  }
}

/// `factor * anchor + number + variable`.
struct DescribedSum: Sendable {
  var factor: Double
  var anchor: DescribedAnchor?
  var number: Double
  var variable: String?

  init(_ factor: Double = 1, _ anchor: DescribedAnchor? = nil, plus number: Double = 0, _ variable: String? = nil) {
    self.factor = factor
    self.anchor = anchor
    self.number = number
    self.variable = variable
  }
}

enum DescribedComposite: Sendable {
  case edges(inset: Double)
  case center(x: Double, y: Double)
  case size(width: Double, height: Double)
}

/// A guide, of the super or of a view; `frame` of the super is `super`.
struct DescribedArea: Sendable {
  var guide: Guide
  var view: String?

  init(_ guide: Guide = .frame, of view: String? = nil) {
    self.guide = guide
    self.view = view
  }
}

enum DescribedEdges: Sendable {
  case all(DescribedArea?)
  case along(Axis)
  case each([(edge: AnchorAttribute, area: DescribedArea)])
}

enum DescribedAxes: Sendable {
  case both(DescribedArea?)
  case along(Axis, DescribedArea?)
  case each(x: DescribedArea, y: DescribedArea)
}

enum DescribedInset: Sendable {
  case all(Double)
  case each(Double, Double, Double, Double)
  /// `(x: a, top: b)`
  case named(x: Double, top: Double)
}

/// One edge, two of them, or nothing for the center.
struct DescribedPoint: Sendable {
  var edges: [AnchorAttribute]

  init(_ edges: AnchorAttribute...) { self.edges = edges }

  var point: PointOfRect {
    switch edges.count {
    case 0: .center
    case 1: PointOfRect(edges[0])
    default: PointOfRect(edges[0], edges[1])!
    }
  }
}

enum DescribedMode: Sendable {
  case none
  case fill(DescribedArea?)
  case center(DescribedArea?, between: DescribedArea?)
  case overflow(AnchorAttribute)
  case edge(AnchorAttribute, DescribedArea?)
  case attach(Guide)
  case attachCenter
  case attachEdge(AnchorAttribute)
  case attachOverflow(AnchorAttribute)
}

indirect enum DescribedQuestion: Sendable {
  case flag(String)
  case dark
  case compact(Axis)
  /// Of the view that something in the branch is for.
  case length(AnchorAttribute, DescribedSign, Double)
  case lengthOf(String, AnchorAttribute, DescribedSign, Double)
  case not(DescribedQuestion)
  case all(DescribedQuestion, DescribedQuestion)
  case any(DescribedQuestion, DescribedQuestion)
}
