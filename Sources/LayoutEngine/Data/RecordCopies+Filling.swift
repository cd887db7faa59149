import LayoutModel

/// Conditions, rules, texts and settings of a pattern with the views and fields of one record in them.
extension RecordCopies {
  func rule(_ rule: Rule, _ instance: Int32) -> Rule {
    var copy = rule
    if rule.literalForm != nil {
      copy.replaceAnchors { anchor($0, instance) }
    } else {
      copy = rule.with({ anchor($0, instance) }, numbers: { quantity($0, instance) })
    }
    if let known = copy.condition { copy.condition = condition(known, instance) }
    return copy
  }

  func condition(_ condition: Condition, _ instance: Int32) -> Condition {
    switch condition {
    case .constant, .flag: return condition
    case .trait(let view, let name, let value):
      return .trait(number(of: view, instance), name: name, value: value)
    case .configuration(let view, let name): return .configuration(number(of: view, instance), name: name)
    case .hidden(let view): return .hidden(number(of: view, instance))
    case .compare(let left, let comparison, let right):
      return .compare(measured(left, instance), comparison, measured(right, instance))
    case .not(let inner): return .not(self.condition(inner, instance))
    case .all(let parts): return .all(parts.map { self.condition($0, instance) })
    case .any(let parts): return .any(parts.map { self.condition($0, instance) })
    }
  }

  private func measured(_ sum: Measured, _ instance: Int32) -> Measured {
    Measured(
      terms: sum.terms.map {
        Measured.Term(anchor($0.anchor, instance), times: quantity($0.multiplier, instance))
      }, constant: quantity(sum.constant, instance))
  }

  func quantity(_ quantity: Quantity, _ instance: Int32) -> Quantity {
    switch quantity {
    case .literal, .pixels: return quantity
    case .variable(let index): return patterns.fields[Int(index)].map { .variable(variable($0, instance)) } ?? quantity
    case .identified(let identifier, let component, let written):
      return .identified(
        self.identifier(identifier, instance), component: component, written: self.quantity(written, instance))
    case .sum(let left, let right): return .sum(self.quantity(left, instance), self.quantity(right, instance))
    case .difference(let left, let right):
      return .difference(self.quantity(left, instance), self.quantity(right, instance))
    case .product(let left, let right):
      return .product(self.quantity(left, instance), self.quantity(right, instance))
    case .quotient(let left, let right):
      return .quotient(self.quantity(left, instance), self.quantity(right, instance))
    }
  }

  // MARK: Texts

  /// A text of a view, with what the file says where it reads no field. It is open while it reads something else.
  func text(_ template: TextTemplate, _ instance: Int32) -> (text: String, open: TextTemplate?) {
    // Nearly always a field and nothing else.
    if template.parts.count == 1, case .variable(let variable) = template.parts[0],
      let field = patterns.fields[Int(variable)], case .text(let text) = value(field, instance)
    {
      return (text, nil)
    }
    let filled = filled(template, instance)
    return (filled.text(with: patterns.values), filled.isOpen ? filled : nil)
  }

  private func filled(_ template: TextTemplate, _ instance: Int32) -> TextTemplate {
    var parts: [TextTemplate.Part] = []
    for part in template.parts {
      var part = part
      if case .variable(let variable) = part, let field = patterns.fields[Int(variable)] {
        guard case .text(let text) = value(field, instance) else { continue }
        part = .text(text)
      }
      if case .text(let end) = part, case .text(let start)? = parts.last {
        parts[parts.count - 1] = .text(start + end)
      } else {
        parts.append(part)
      }
    }
    return TextTemplate(parts)
  }

  // MARK: Settings

  func filled(_ setting: Setting, _ instance: Int32) -> Setting {
    func each(_ insets: InsetQuantities) -> InsetQuantities {
      InsetQuantities(
        top: quantity(insets.top, instance), leading: quantity(insets.leading, instance),
        bottom: quantity(insets.bottom, instance), trailing: quantity(insets.trailing, instance))
    }
    switch setting {
    case .gap(let number): return .gap(quantity(number, instance))
    case .lineGap(let number): return .lineGap(quantity(number, instance))
    case .gapAfter(let number): return .gapAfter(quantity(number, instance))
    case .columns(let list): return .columns(filled(list, instance))
    case .rows(let list): return .rows(filled(list, instance))
    case .padding(let insets): return .padding(each(insets))
    case .margins(let insets): return .margins(each(insets))
    case .intrinsicSize(let width, let height):
      return .intrinsicSize(
        width: width.map { quantity($0, instance) }, height: height.map { quantity($0, instance) })
    case .baselines(let first, let last):
      return .baselines(first: quantity(first, instance), last: quantity(last, instance))
    case .property(let name, .number(let number)):
      return .property(name: name, .number(quantity(number, instance)))
    case .property(let name, .template(let template)):
      let (text, open) = text(template, instance)
      return .property(name: name, open.map { .template($0) } ?? .text(text))
    case .property(let name, .variableColour(let variable)):
      guard let field = patterns.fields[Int(variable)], case .colour(let colour) = value(field, instance) else {
        return setting
      }
      return .property(name: name, .colour(colour))
    case .hugging, .compressionResistance, .items, .ownAlignment, .columnItems, .ownColumnAlignment, .justify, .lines,
      .span, .cell, .distribution,
      .automaticAxis, .turned, .hidden, .trait, .property:
      return setting
    }
  }

  private func filled(_ list: TrackList, _ instance: Int32) -> TrackList {
    switch list {
    case .equal: return list
    case .atLeast(let length): return .atLeast(quantity(length, instance))
    case .each(let tracks):
      return .each(
        tracks.map { track in
          if case .length(let length) = track { .length(quantity(length, instance)) } else { track }
        })
    }
  }
}
