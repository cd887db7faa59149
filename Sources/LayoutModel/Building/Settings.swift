import Geometry

/// What `hug`, `shrink` and the like wish for on an axis.
package enum ContentWish: Sendable {
  case hug, resist, shrink, noshrink, grow, nogrow
  /// Neither larger nor smaller than the content.
  case exact

  fileprivate func settings(_ axis: Axis, _ written: Float?) -> [Setting] {
    let required = written ?? NamedPriority.required
    let low = written ?? NamedPriority.low
    return switch self {
    case .hug, .nogrow: [.hugging(axis, required)]
    case .grow: [.hugging(axis, written ?? NamedPriority.growing)]
    case .resist, .noshrink: [.compressionResistance(axis, required)]
    case .shrink: [.compressionResistance(axis, low)]
    case .exact: [.hugging(axis, required), .compressionResistance(axis, required)]
    }
  }
}

/// Settings that hold always, by view: only asked of views that several branches declare, so it is filled when somebody
/// asks.
struct FixedSettings: Sendable {
  /// How many settings have been looked at.
  fileprivate var count = 0
  fileprivate var byView: [ViewID: [Int32]] = [:]
}

/// Attributes of a view, which make no rules.
extension LayoutBuilder {
  /// Sets what a branch may switch.
  package mutating func set(_ setting: Setting, _ seat: Seat) {
    guard spend(on: setting, at: seat.origin) else { return }
    layout.settings.append(
      ConditionalSetting(view: seat.view, setting: setting, condition: seat.condition, origin: seat.origin))
  }

  /// Sets what no branch may switch. A view that a branch declares still sets its own there.
  ///
  /// - Returns: whether the clause may stand there; when not, it is left out.
  @discardableResult package mutating func setFixed(_ setting: Setting, _ seat: Seat) -> Bool {
    if seat.branch != .always, seat.branch != views.drafts[seat.view].branch, isFixed(setting, of: seat.view) {
      // Two branches declare this view, and both say the same of it.
      return true
    }
    guard mayBeFixed(seat) else { return false }
    guard spend(on: setting, at: seat.origin) else { return true }
    layout.settings.append(
      ConditionalSetting(view: seat.view, setting: setting, condition: nil, origin: seat.origin))
    return true
  }

  /// Turns a stack over while a condition holds, which no branch may switch either.
  ///
  /// - Returns: whether the clause may stand there; when not, it is left out.
  package mutating func setTurned(when condition: Condition, _ seat: Seat) -> Bool {
    guard mayBeFixed(seat) else {
      // Two branches may declare this view, and say the same of it.
      return layout.settings.contains { setting in
        setting.view == seat.view && setting.setting == .turned
          && setting.condition.map { layout.conditions[Int($0.index)] } == condition
      }
    }
    guard spend(on: .turned, at: seat.origin), spend(on: condition, at: seat.origin) else { return true }
    let id = add(condition, at: seat.origin)
    layout.settings.append(
      ConditionalSetting(view: seat.view, setting: .turned, condition: id, origin: seat.origin))
    return true
  }

  /// Whether a view has a setting whatever holds.
  private mutating func isFixed(_ setting: Setting, of view: ViewID) -> Bool {
    while fixedSettings.count < layout.settings.count {
      let next = fixedSettings.count
      fixedSettings.count += 1
      if layout.settings[next].condition == nil {
        fixedSettings.byView[layout.settings[next].view, default: []].append(Int32(next))
      }
    }
    return fixedSettings.byView[view]?.contains { layout.settings[Int($0)].setting == setting } ?? false
  }

  /// Whether a clause stands where its view is declared, and not in a branch of the view.
  package func mayBeFixed(_ seat: Seat) -> Bool {
    seat.branch == .always || seat.branch == views.drafts[seat.view].branch
  }

  /// Sets the `gap` of a stack or list.
  ///
  /// - Parameter lines: of a flow or grid, the distance of its lines or rows, where that is another one.
  package mutating func setGap(
    _ gap: Quantity, lines: Quantity? = nil, identifier: IdentifierID? = nil, _ seat: Seat
  ) {
    set(.gap(identify(gap, as: identifier)), seat)
    if let lines { set(.lineGap(identify(lines, as: identifier)), seat) }
  }

  /// Sets the padding of a stack or scroll view, which the file calls `inset`.
  package mutating func setPadding(_ inset: Inset, identifier: IdentifierID? = nil, _ seat: Seat) {
    set(.padding(InsetQuantities(insets(inset, identifier: identifier))), seat)
  }

  /// Sets the `margins` of a view.
  package mutating func setMargins(_ inset: Inset, _ seat: Seat) {
    set(.margins(InsetQuantities(insets(inset, identifier: nil))), seat)
  }

  /// Sets what `hug`, `resist`, `shrink`, `noshrink`, `grow`, `nogrow` or `exact` asks for, on one axis or, for nil,
  /// both.
  package mutating func setContentWish(_ wish: ContentWish, _ axis: Axis?, _ seat: Seat) {
    for axis in axis.map({ [$0] }) ?? [.x, .y] {
      for setting in wish.settings(axis, seat.priority) { set(setting, seat) }
    }
  }
}

extension InsetQuantities {
  fileprivate init(_ insets: Insets) {
    self.init(top: insets.top, leading: insets.leading, bottom: insets.bottom, trailing: insets.trailing)
  }
}
