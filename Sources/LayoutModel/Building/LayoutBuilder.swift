import Geometry
import LayoutSyntax

/// Makes a `ResolvedLayout` out of what is said of its views: placements, constraints, settings, branches and
/// configurations.
///
/// It knows what each of these means, and nothing of how it was written. Its caller has found every name and read every
/// number. Where something was said is an `Origin`, which the builder hands on and never looks into. What is wrong is
/// left out, and is reported in `diagnostics`.
///
/// A placement may speak of any view, so a layout is told in steps. Each step is complete before the next begins:
/// 1. `declare` every view, a parent before its children, and `openBranch` every branch. `mention` what the placements
///    of each view speak of, and `declareConfiguration` for each name a view goes by.
/// 2. `settleViews()`. Views may have other numbers after it.
/// 3. `declareVariable`. `settleBranch` in the order of opening, and `settleConfiguration` in that of declaring.
/// 4. `anchorage` for every `Docking` and `Alignment`.
/// 5. `place`, `relate`, `set` and `remove`, in the order of the document. Each takes the `seat` of what it says.
/// 6. `add` the transitions, `animate` branches, and `finish()`. Then `layout` is whole.
package struct LayoutBuilder: Sendable {
  /// The layout as far as it is built.
  package internal(set) var layout: ResolvedLayout
  /// Everything that was found wrong, also by the reader that calls the builder.
  var complaints: ComplaintList
  var names: NameTable
  var views: ViewTable
  var branches: BranchTable
  var configurations = ConfigurationTable()
  var identifiers = IdentifierTable()
  var anchorages = AnchorageTable()
  var removals = RemovalTable()
  var texts = TextTable()
  var fixedSettings = FixedSettings()
  /// By index in `layout.variables`: whether it is a number or a length.
  var variableTypes: [ValueType] = []
  /// By index before settings were sorted by view: the index after that. Empty when they were in order.
  var settingPlaces: [Int32] = []
  /// What the layouts of the document may come to, this one and those before it.
  var budget: Budget
  /// Whether it has been said that the budget has run out; so it is from the start where it ran out before.
  var isOverrunReported: Bool

  /// A layout with nothing but its root.
  ///
  /// - Parameters:
  ///   - files: the file names that `Origin.file` is an index into.
  ///   - span: where the whole layout is written.
  ///   - origin: where the root is written.
  package init(name: String, files: [String], span: SourceSpan, root origin: Origin) {
    self.init(
      name: name, files: files, span: span, root: origin, complaints: ComplaintList(), names: NameTable(),
      budget: Budget())
  }

  /// The same, but going on with complaints and names that exist already.
  init(
    name: String, files: [String], span: SourceSpan, root origin: Origin, complaints: ComplaintList, names: NameTable,
    budget: Budget
  ) {
    layout = ResolvedLayout(name: name, span: span)
    layout.files = files
    self.complaints = complaints
    self.names = names
    views = ViewTable(root: origin)
    branches = BranchTable(root: origin)
    self.budget = budget
    isOverrunReported = budget.isSpent
  }

  /// Everything that was found wrong, in the order in which it was found.
  package var diagnostics: [Diagnostic] { complaints.diagnostics }

  /// The number of a name, for declarations.
  package mutating func name(_ text: String) -> NameID { names.name(text) }

  /// Declares a value that the outside may set at run time; returns its index, for `Quantity.variable`.
  ///
  /// - Parameter value: the value of a text, a colour or a duration; nil for numbers and lengths.
  package mutating func declareVariable(
    _ name: String, initial: LinearExpression, value: VariableValue? = nil, at origin: Origin
  ) -> Int32 {
    variableTypes.append(initial.type)
    layout.variables.append(
      VariableDeclaration(name: name, initial: initial.constant, value: value, origin: origin))
    return Int32(layout.variables.count - 1)
  }

  /// Says how views move when a configuration changes.
  package mutating func add(_ transition: Transition) { layout.transitions.append(transition) }

  package mutating func add(_ records: AnimatedRecords) { layout.animatedRecords.append(records) }

  /// Makes the layout whole when everything has been said.
  package mutating func finish() {
    finishClauses()
    listMarkedBranches()
    finishViews()
    reportOverrun()
  }

  /// Does what is left after the last clause: views that several branches declare have a place in each, removals are
  /// joined to the rules that they concern, and views that only branches declare are hidden outside of them.
  mutating func finishClauses() {
    orderSwitchedViews()
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
