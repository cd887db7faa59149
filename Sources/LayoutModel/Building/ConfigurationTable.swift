import LayoutSyntax

/// The number of a configuration in the order of declaring. `initial` may add more of them later.
package struct ConfigurationID: Hashable, Sendable {
  let index: Int32
}

/// A configuration of a view, while its layout is built.
struct ConfigurationDraft: Sendable {
  var view: ViewID
  var name: NameID
  var origin: Origin
}

/// The configurations of a layout while it is built.
struct ConfigurationTable: Sendable {
  var drafts: [ConfigurationDraft] = []
  /// (view, name) → configuration.
  var known = PairTable()
  /// The names of all configurations, whatever view has them.
  var names: Set<NameID> = []
  /// What `initial` says, in document order.
  var initials: [ConfigurationDraft] = []
}

extension LayoutBuilder {
  /// Declares a configuration of a view. Several blocks of one name are one configuration.
  package mutating func declareConfiguration(
    _ name: NameID, of view: ViewID, at origin: Origin
  ) -> ConfigurationID {
    if let known = configurations.known[view.index, name.index] { return ConfigurationID(index: known) }
    // As many as there are statements, or answers of conditions that were paid for.
    let index = Int32(configurations.drafts.count)
    configurations.names.insert(name)
    configurations.known[view.index, name.index] = index
    configurations.drafts.append(ConfigurationDraft(view: view, name: name, origin: origin))
    return ConfigurationID(index: index)
  }

  /// Says what activates a configuration by itself: one condition for each of its blocks that has one. The
  /// configurations declared before it must have been settled.
  package mutating func settleConfiguration(_ configuration: ConfigurationID, when conditions: [Condition] = []) {
    let draft = configurations.drafts[Int(configuration.index)]
    precondition(
      layout.configurations.count == Int(configuration.index),
      "configuration \(configuration.index) is settled after \(layout.configurations.count) others")
    let parts = conditions.map { spend(on: $0, at: draft.origin) ? $0 : .constant(false) }
    let hasName = spend(names.length(of: draft.name), on: .names, at: draft.origin)
    layout.configurations.append(
      Configuration(
        view: draft.view, name: hasName ? names.text(of: draft.name) : "",
        when: parts.isEmpty ? nil : .joiningAny(parts),
        isInitial: false, origin: draft.origin))
  }

  /// `initial NAME`: says in which configuration a view begins. If several are said for one view, the last counts.
  package mutating func beginConfigured(_ view: ViewID, _ name: NameID, at origin: Origin) {
    configurations.initials.append(ConfigurationDraft(view: view, name: name, origin: origin))
  }

  /// Whether a view, or any view for nil, has a configuration of this name.
  package func isConfiguration(_ name: NameID, of view: ViewID?) -> Bool {
    let isDeclared =
      view.map { configurations.known[$0.index, name.index] != nil } ?? configurations.names.contains(name)
    return isDeclared || Configuration.predefined.contains(names.text(of: name))
  }

  /// The complaint about a name of which a view, or any view for nil, has no configuration.
  func unknownConfiguration(_ name: String, of view: ViewID?) -> Complaint {
    let declared = layout.configurations.filter { view == nil || $0.view == view }.map(\.name)
    let nearest = nearestName(to: name, in: declared + Configuration.predefined)
    return .unknownConfiguration(name, view.map { path(of: $0) } ?? layout.name, nearest: nearest)
  }

  /// Marks the configurations that `initial` names, and sorts all of them by view.
  mutating func markInitialConfigurations() {
    var marked: [ViewID: Int] = [:]
    for initial in configurations.initials {
      let text = names.text(of: initial.name)
      let index: Int
      if let known = configurations.known[initial.view.index, initial.name.index] {
        index = Int(known)
      } else if Configuration.predefined.contains(text) {
        index = layout.configurations.count
        // Where others are spoken of, what is said of those may be what makes the difference.
        if text != Configuration.main, !layout.configurations.contains(where: { $0.view == initial.view }) {
          report(.idleInitial(text, path(of: initial.view)), at: initial.origin)
        }
        layout.configurations.append(
          Configuration(view: initial.view, name: text, when: nil, isInitial: false, origin: initial.origin))
      } else {
        report(unknownConfiguration(text, of: initial.view), at: initial.origin)
        continue
      }
      if let earlier = marked.updateValue(index, forKey: initial.view) {
        layout.configurations[earlier].isInitial = false
      }
      layout.configurations[index].isInitial = true
    }
    // Those of one view keep the order of the document.
    let order = layout.configurations.indices.sorted {
      let (left, right) = (layout.configurations[$0].view, layout.configurations[$1].view)
      return left == right ? $0 < $1 : left < right
    }
    layout.configurations = order.map { layout.configurations[$0] }
  }
}

extension Complaint {
  /// Every view has the predefined configurations, so that is no mistake of the name.
  static func idleInitial(_ name: String, _ view: String) -> Complaint {
    Complaint(
      .unreadSetting, "nothing says what is different while '\(view)' is '\(name)'",
      help: [
        "help: that stands in `config \(name) { … }`"
          + (name == "hidden" ? "; a view that is out of sight says `hidden` alone" : "")
      ])
  }

  static func unknownConfiguration(_ name: String, _ view: String, nearest: String?) -> Complaint {
    Complaint(
      .unknownConfiguration, "'\(view)' has no configuration '\(name)'\(didYouMean(nearest))", replacement: nearest)
  }
}
