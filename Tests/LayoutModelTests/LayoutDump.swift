import LayoutModel
import LayoutSyntax
import Motion
import Settables

/// A resolved document as lines for a golden file: views, settings, rules, and what else there is.
struct LayoutDump {
  static func text(_ document: ResolvedDocument, _ complaints: [String]) -> String {
    var lines = complaints
    if !document.imports.isEmpty { lines.append("imports \(document.imports.joined(separator: ", "))") }
    for layout in document.layouts { lines += LayoutDump(layout: layout).lines }
    return lines.joined(separator: "\n") + "\n"
  }

  let layout: ResolvedLayout

  var lines: [String] {
    var lines = ["layout \(layout.name)\(environment(layout.environment))"]
    for (index, view) in layout.views.enumerated().dropFirst() {
      let text = view.text.map { " \"\($0.prefix(20))\"" } ?? ""
      lines.append("  \(view.kind.rawValue) \(view.path)\(text) [\(view.index), \(index)..<\(view.subtreeEnd)]")
    }
    for variable in layout.variables {
      let value = variable.value.map { "\($0.noun.prefix { $0 != "," }) \($0.written)" }
      lines.append("  var \(variable.name) = \(value ?? layout.text(of: variable.initial))")
    }
    for composed in layout.composedTexts {
      lines.append("  text of \(path(composed.view)): \(text(composed.template))")
    }
    for configuration in layout.configurations {
      let when = configuration.when.map { " when \(layout.text(of: $0))" } ?? ""
      let initial = configuration.isInitial ? " initial" : ""
      lines.append("  config \(path(configuration.view)): \(configuration.name)\(when)\(initial)")
    }
    for transition in layout.transitions {
      let view = transition.view.map { " on \(path($0))" } ?? ""
      lines.append(
        "  transition \(transition.from ?? "*") -> \(transition.to ?? "*")\(view): \(text(transition.timing))\(text(transition.duration))"
      )
    }
    for animation in layout.animations {
      let condition = layout.text(of: layout.conditions[Int(animation.condition.index)])
      lines.append(
        "  animate \(path(animation.view)) when \(condition) changes\(animation.isDefault ? " by default" : ""): "
          + "\(text(animation.timing))\(text(animation.duration))"
      )
    }
    for animation in layout.animatedRecords {
      lines.append(
        "  animate \(path(animation.view)) when \(animation.list) changes: "
          + "\(text(animation.timing))\(text(animation.duration))")
    }
    for identifier in layout.identifiers {
      let written = identifier.written.map(layout.text(of:)).joined(separator: ", ")
      lines.append("  #\(identifier.name) of \(path(identifier.view)): \(written)")
    }
    lines.append("  settings")
    for setting in layout.settings {
      let condition = setting.condition.map { " if \(layout.text(of: layout.conditions[Int($0.index)]))" } ?? ""
      lines.append("    \(path(setting.view)): \(text(setting.setting))\(condition)")
    }
    lines.append("  rules")
    for rule in layout.rules { lines.append("    \(layout.text(of: rule))") }
    for preview in layout.previews { lines.append("  preview \(preview.name)\(environment(preview.environment))") }
    for test in layout.tests {
      lines.append("  test \(test.name)\(environment(test.environment))")
      for step in test.steps { lines.append("    \(text(step.action))") }
    }
    return lines
  }

  private func text(_ action: TestStep.Action) -> String {
    switch action {
    case .expect(let expectation): "expect \(text(expectation))"
    case .change(let changes, let fields):
      "change \((changes.map(text) + fields.map { "\($0.list)[\($0.key)] \($0.record)" }).joined(separator: "; "))"
    case .wait(let duration): "wait \(duration)"
    case .settle: "settle"
    case .remember(let value): "remember \(value.first): \(value.parts.map { "\($0)" }.joined(separator: "; "))"
    case .append(let views, let stack, let index):
      "append \(views) to \(stack) at \(index.map { "\($0)" } ?? "the end")"
    case .remove(let views): "remove \(views)"
    }
  }

  private func text(_ expectation: Expectation) -> String {
    switch expectation {
    case .holds(let condition, _): return layout.text(of: condition)
    case .relation(let relation):
      let distance = relation.distance == .zero ? "" : " + \(layout.text(of: relation.distance))"
      func side(_ side: ExpectedRelation.Side) -> String {
        side.parts.map { layout.text(of: .compare($0, .equal, Measured())).dropLast(5) }.joined(separator: ", ")
      }
      return "{\(side(relation.left))} \(relation.comparison.sign) {\(side(relation.right))}\(distance)"
    case .look(let look):
      switch look.aspect {
      case .text(let wanted): return "\(path(look.view)) text \"\(wanted)\""
      case .alpha(let relation, let wanted, _):
        return "\(path(look.view)) alpha \(relation.text) \(layout.text(of: wanted))"
      }
    case .not(let inner): return "!(\(text(inner)))"
    case .all(let parts): return parts.map { "(\(text($0)))" }.joined(separator: " && ")
    case .any(let parts): return parts.map { "(\(text($0)))" }.joined(separator: " || ")
    }
  }

  /// What a step sets, nearly as the file says it.
  private func text(_ change: Assignment) -> String {
    let (subject, name) = (change.subject ?? "", change.settable.rawValue)
    let value = text(change.value, of: change.settable)
    return switch change.settable {
    case .config: "config \(change.subject ?? "*") \(value)"
    case .variable: "var \(subject) \(value)"
    case .constant: "#\(subject.split(separator: ".").last!) \(change.value == nil ? value : "[\(value)]")"
    default:
      switch change.settable.subject {
      case .scene: "\(name) \(value)"
      case .name, .id: "\(name) \(subject) \(value)"
      case .view, .viewOrAll: "\(subject) \(name) \(value)"
      }
    }
  }

  private func text(_ value: SettableValue?, of settable: Settable) -> String {
    switch value {
    case .number(let number): "\(number)"
    case .text(let text), .typed(_, let text): text
    case .truth(let truth): "\(truth)"
    case .records(let records): "\(records.count) records"
    // A test says no baselines.
    case .numbers(let numbers):
      (settable == .intrinsic ? Array(numbers.prefix(2)) : numbers).map { $0.map { "\($0)" } ?? "_" }
        .joined(separator: ", ")
    case nil: "_"
    }
  }

  private func path(_ view: ViewID) -> String { layout.views[Int(view.index)].path }

  private func text(_ setting: Setting) -> String {
    switch setting {
    case .hugging(let axis, let priority): "hug \(axis) @\(priority)"
    case .compressionResistance(let axis, let priority): "resist \(axis) @\(priority)"
    case .gap(let gap): "gap \(layout.text(of: gap))"
    case .lineGap(let gap): "gap of lines \(layout.text(of: gap))"
    case .gapAfter(let gap): "gapAfter \(layout.text(of: gap))"
    case .padding(let insets): "padding \(text(insets))"
    case .items(let alignment): "items \(alignment)"
    case .ownAlignment(let alignment): "self \(alignment)"
    case .columnItems(let alignment): "items x \(alignment)"
    case .ownColumnAlignment(let alignment): "self x \(alignment)"
    case .justify(let packing): "justify \(packing)"
    case .lines(let packing): "lines \(packing)"
    case .columns(let list): "columns \(text(list))"
    case .rows(let list): "rows \(text(list))"
    case .span(let numbers): "span \(numbers.columns), \(numbers.rows)"
    case .cell(let numbers): "cell \(numbers.columns), \(numbers.rows)"
    case .distribution(let distribution): "distribute \(distribution)"
    case .automaticAxis: "auto"
    case .turned: "auto when"
    case .hidden: "hidden"
    case .intrinsicSize(let width, let height): "intrinsic \(text(width)), \(text(height))"
    case .baselines(let first, let last): "baselines \(text(first)), \(text(last))"
    case .margins(let insets): "margins \(text(insets))"
    case .trait(let name, let value): "trait \(name): \(value)"
    case .property(let name, .number(let number)): "\(name): \(layout.text(of: number))"
    case .property(let name, .text(let text)): "\(name): \"\(text)\""
    case .property(let name, .word(let word)): "\(name): \(word)"
    case .property(let name, .template(let template)): "\(name): \(text(template))"
    case .property(let name, .variableColour(let index)): "\(name): \(layout.variables[Int(index)].name)"
    case .property(let name, .colour(let colour)): "\(name): 0x\(String(colour, radix: 16))"
    }
  }

  private func text(_ list: TrackList) -> String {
    switch list {
    case .equal(let count): "\(count)"
    case .atLeast(let length): "min \(layout.text(of: length))"
    case .each(let tracks):
      tracks.map { track in
        switch track {
        case .length(let length): layout.text(of: length)
        case .share(let share): "\(share)*"
        case .automatic: "auto"
        }
      }.joined(separator: ", ")
    }
  }

  private func text(_ template: TextTemplate) -> String {
    template.parts.map { part in
      switch part {
      case .text(let text): "\"\(text)\""
      case .variable(let index): layout.variables[Int(index)].name
      }
    }.joined(separator: " + ")
  }

  private func text(_ duration: TimingVariable?) -> String {
    duration.map { " in \($0.factor) * \(layout.variables[Int($0.variable)].name)" } ?? ""
  }

  private func text(_ timing: Timing) -> String {
    let curve =
      switch timing.curve {
      case .linear(let duration): "linear \(duration)"
      case .bezier(let curve, let duration): "bezier(\(curve.x1), \(curve.y1), \(curve.x2), \(curve.y2)) \(duration)"
      case .spring(let spring): "spring(\(spring.dampingRatio)) \(spring.response)"
      }
    let delay = timing.delay == .zero ? "" : " delay \(timing.delay)"
    return curve + delay + (timing.stagger == .zero ? "" : " stagger \(timing.stagger)")
  }

  private func text(_ insets: InsetQuantities) -> String {
    [insets.top, insets.leading, insets.bottom, insets.trailing].map(layout.text(of:)).joined(separator: ", ")
  }

  private func text(_ quantity: Quantity?) -> String { quantity.map(layout.text(of:)) ?? "_" }

  private func environment(_ clause: EnvironmentClause) -> String {
    var parts: [String] = []
    if clause.width != nil || clause.height != nil {
      parts.append("size \(text(clause.width)), \(text(clause.height))")
    }
    if let scale = clause.scale { parts.append("scale \(scale)") }
    if let safe = clause.safe { parts.append("safe \(safe.top), \(safe.left), \(safe.bottom), \(safe.right)") }
    if let margins = clause.margins {
      parts.append("margins \(margins.top), \(margins.leading), \(margins.bottom), \(margins.trailing)")
    }
    switch clause.keyboard {
    case .docked(let height)?: parts.append("keyboard \(height)")
    case .floating(let rect)?: parts.append("keyboard \(rect.x), \(rect.y), \(rect.width), \(rect.height)")
    case nil: break
    }
    parts += clause.traits.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    parts += clause.flags.sorted().map { "flag \($0)" }
    parts += clause.configurations.sorted { $0.key < $1.key }.map { "config \($0.key):\($0.value)" }
    parts += clause.variables.sorted { $0.key < $1.key }.map { "var \($0.key)=\($0.value)" }
    return parts.isEmpty ? "" : " " + parts.joined(separator: " ")
  }

  private func text(_ extent: EnvironmentClause.Extent?) -> String {
    switch extent {
    case .fixed(let value): "\(value)"
    case .wrapping, nil: "_"
    }
  }
}
