internal import LayoutEngine

/// Why a view is where it is: its attributes, and everything that has a say in them.
public struct Explanation: Sendable, CustomStringConvertible {
  /// One attribute of the view.
  public struct Value: Sendable {
    /// Never leading or trailing: these are left or right, as the view reads now.
    public let attribute: Attribute
    /// As solved, in points. A position counts from the parent.
    public let value: Double
    /// `unique`, or `ambiguous` where the constraints leave it open, or `broken` where a required one does not hold.
    public let status: String
    /// In the order of the layout, then what containers and contents ask.
    public let because: [Reason]
  }

  /// A constraint, or what a container or content asks for.
  public struct Reason: Sendable {
    /// In the words of the layout language; what no statement asks, in a sentence.
    public let source: String
    /// From 0 to 1000.
    public let priority: Priority
    /// How much room an inequality has left; below 0, by how much it is missed. Points.
    public let slack: Double
    /// False while the branch that it stands in does not hold.
    public let isActive: Bool
    /// The line of the program.
    public let site: Site
  }

  /// Left, width, top and height are always there; others if something names them.
  public let attributes: [Value]

  init(_ found: LayoutEngine.Explanation, _ compiled: CompiledLayout) {
    attributes = found.attributes.compactMap { value in
      guard let attribute = Attribute(rawValue: "\(value.attribute)") else { return nil }
      let because = value.because.map { reason in
        Reason(
          source: reason.source, priority: Priority(reason.priority), slack: reason.slack, isActive: reason.isActive,
          site: compiled.site(of: reason.place))
      }
      return Value(attribute: attribute, value: value.value, status: value.status.rawValue, because: because)
    }
  }

  /// A line for each attribute, and one for each of its reasons below.
  public var description: String {
    attributes.map { value in
      let reasons = value.because.map { "\n  \($0.isActive ? "" : "off: ")\($0.source)  // \($0.site)" }
      return "\(value.attribute.rawValue) \(value.value)\(value.status == "unique" ? "" : " \(value.status)")"
        + reasons.joined()
    }.joined(separator: "\n")
  }
}
