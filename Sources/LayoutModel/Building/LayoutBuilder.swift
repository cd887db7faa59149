import Geometry
import LayoutSyntax

/// Makes a `ResolvedLayout` out of what is said of its views: placements, constraints, settings, branches and
/// configurations.
///
/// It knows what each of them means and nothing of how it was written. Whoever calls it has found every name and read
/// every number; where something was said is an `Origin`, which it hands on and never looks into. What is wrong is
/// left out, and stands in `diagnostics`.
///
/// A placement may speak of any view, so a layout is told in steps, each complete before the next:
///
/// 1. `declare` every view, a parent before its children, and `openBranch` every branch. `mention` what the placements
///    of each view speak of, and `declareConfiguration` for each name a view goes by.
/// 2. `settleViews()`. Views may have other numbers after it.
/// 3. `declareVariable`. `settleBranch` in the order of opening, and `settleConfiguration` in that of declaring.
/// 4. `anchorage` for every `Docking` and `Alignment`.
/// 5. `place`, `relate`, `set` and `remove`, in the order of the document. Each takes the `seat` of what it says.
/// 6. `add` the transitions, `animate` branches, and `finish()`. Then `layout` is whole.
package struct LayoutBuilder: Sendable {
  /// What has been built so far.
  package internal(set) var layout: ResolvedLayout
  /// What was found wrong, by whoever reads for the builder as well.
  var complaints: ComplaintList
  var names: NameTable
  var views: ViewTable
  var branches: BranchTable
  var configurations = ConfigurationTable()
  var identifiers = IdentifierTable()
  var anchorages = AnchorageTable()
  var removals = RemovalTable()
  var texts = TextTable()
  /// By index in `layout.variables`: number or length.
  var variableTypes: [ValueType] = []
  /// Where settings have gone in the order of views; empty when they stayed.
  var settingPlaces: [Int32] = []
  var room: Room

  /// A layout that is its root alone.
  ///
  /// - Parameters:
  ///   - files: what `Origin.file` is an index into.
  ///   - span: where the whole layout stands.
  ///   - origin: of the root.
  package init(name: String, files: [String], span: SourceSpan, root origin: Origin) {
    self.init(
      name: name, files: files, span: span, root: origin, complaints: ComplaintList(), names: NameTable(),
      limits: CopyLimits())
  }

  /// The same, going on with the complaints and names of others.
  init(
    name: String, files: [String], span: SourceSpan, root origin: Origin, complaints: ComplaintList, names: NameTable,
    limits: CopyLimits
  ) {
    layout = ResolvedLayout(name: name, span: span)
    layout.files = files
    self.complaints = complaints
    self.names = names
    views = ViewTable(root: origin)
    branches = BranchTable(root: origin)
    room = Room(limits: limits)
  }

  /// Everything that was found wrong, in the order in which it was said.
  package var diagnostics: [Diagnostic] { complaints.diagnostics }

  /// The number of a name, as declarations take it.
  package mutating func name(_ text: String) -> NameID { names.name(text) }

  /// A value that the outside may set at run time; returns its index, for `Quantity.variable`.
  ///
  /// - Parameter value: of a text, a colour or a duration; nil for numbers and lengths.
  package mutating func declareVariable(
    _ name: String, initial: LinearExpression, value: VariableValue? = nil, at origin: Origin
  ) -> Int32 {
    variableTypes.append(initial.type)
    layout.variables.append(
      VariableDeclaration(name: name, initial: initial.constant, value: value, origin: origin))
    return Int32(layout.variables.count - 1)
  }

  /// How views move when a configuration changes.
  package mutating func add(_ transition: Transition) { layout.transitions.append(transition) }

  /// Makes the layout whole when everything has been said.
  package mutating func finish() {
    finishClauses()
    listMarkedBranches()
    finishViews()
  }

  /// What is left behind the last clause: removals are joined to the rules they concern, and views that only branches
  /// declare are hidden outside of them.
  mutating func finishClauses() {
    warnOfBareSizes()
    applyRemovals()
    hideAbsentViews()
    markInitialConfigurations()
  }

  // MARK: Complaints

  mutating func report(_ complaint: Complaint, at origin: Origin, notes: [Diagnostic.Note] = []) {
    complaints.report(complaint, at: layout.place(of: origin), notes: notes)
  }

  func declaredBefore(at origin: Origin) -> Diagnostic.Note {
    Diagnostic.Note("declared here before", at: layout.place(of: origin))
  }
}
