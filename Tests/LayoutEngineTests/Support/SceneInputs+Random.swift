import Geometry
import LayoutModel
import TestSupport

@testable import LayoutEngine

/// One case for each thing that the outside can set, named like it. What is missing here is found by a test.
extension SceneInputs {
  enum Property: String, CaseIterable {
    case environment, variables, values, constants, adjustments, configurations, texts, hidden, intrinsicSizes
    case scrollOffsets, records, arrangement, pictures, tellsAppearance
  }

  /// One random change of anything that can be set in a scene of `layout`.
  mutating func changeSomething(of layout: ResolvedLayout, _ generator: inout SeededGenerator) {
    let path = layout.views.randomElement(using: &generator)!.path
    // Half of the draws are what surrounds the scene: it has as many properties as all the rest.
    let property = generator.chance(40) ? Property.environment : Property.allCases.randomElement(using: &generator)!
    switch property {
    case .environment: environment.changeSomething(of: layout, &generator)
    case .variables:
      guard let variable = layout.variables.randomElement(using: &generator) else { return }
      variables[variable.name] = [1, 3, 12.25, nil].randomElement(using: &generator)!
    case .values:
      guard let variable = layout.variables.filter({ $0.value != nil }).randomElement(using: &generator) else { return }
      let choices: [VariableValue?] =
        switch variable.value! {
        case .text: [.text(""), .text("short"), .text("a text that is longer"), nil]
        case .colour: [.colour(0xff88_00ff), .colour(0), nil]
        case .duration: [.duration(0), .duration(400), nil]
        }
      values[variable.name] = choices.randomElement(using: &generator)!
    case .constants:
      guard let identifier = layout.identifiers.randomElement(using: &generator) else { return }
      constants[identifier.name] = [[4], [16], [31.5], nil].randomElement(using: &generator)!
    case .adjustments: adjustments.changeSomething(of: layout, &generator)
    case .configurations:
      guard let configuration = layout.configurations.randomElement(using: &generator) else { return }
      let path = layout.views[Int(configuration.view.index)].path
      configurations[path] = [configuration.name, "main", nil].randomElement(using: &generator)!
    case .texts:
      texts[path] = ["", "short", "quite a bit longer than that", nil].randomElement(using: &generator)!
    case .hidden: hidden[path] = [true, false, nil].randomElement(using: &generator)!
    case .intrinsicSizes:
      intrinsicSizes[path] = [
        IntrinsicSize(width: 40, height: 12, firstBaseline: 9, lastBaseline: 3), IntrinsicSize(width: 200),
        IntrinsicSize(height: 33.5), nil,
      ].randomElement(using: &generator)!
    case .scrollOffsets:
      let scrolling = layout.views.filter(\.kind.isScroll)
      guard let view = scrolling.randomElement(using: &generator) else { return }
      scrollOffsets[view.path] = [
        Point(x: 0, y: 30), Point(x: 25, y: 0), Point(x: -5, y: 1e6), Point(x: 12.5, y: 12.5), nil,
      ].randomElement(using: &generator)!
    case .records:
      guard let list = layout.lists.randomElement(using: &generator) else { return }
      records[list.name] = [
        list.records.shuffled(using: &generator), Array(list.records.dropFirst()), [], nil,
      ].randomElement(using: &generator)!
    case .arrangement: arrangement.changeSomething(of: layout, &generator)
    // Nearly always, so that something is drawn.
    case .tellsAppearance: tellsAppearance = generator.chance(80)
    case .pictures:
      guard let use = layout.pictures.randomElement(using: &generator) else { return }
      pictures[use.path] = [
        .size(width: 24, height: 16), .size(width: 300, height: 120), .unusable("it is no picture"), nil,
      ].randomElement(using: &generator)!
    }
  }
}

extension ConstraintAdjustments {
  fileprivate mutating func changeSomething(of layout: ResolvedLayout, _ generator: inout SeededGenerator) {
    guard let key = layout.identifiers.randomElement(using: &generator)?.key(in: layout) else { return }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: priorities[key] = [250, 600, 1000, nil].randomElement(using: &generator)!
    case 1: multipliers[key] = [0, 0.5, -2, nil].randomElement(using: &generator)!
    default: if inactive.remove(key) == nil { inactive.insert(key) }
    }
  }
}

extension Environment {
  enum Property: String, CaseIterable {
    case width, height, scale, safe, margins, keyboard, traits, flags
  }

  fileprivate mutating func changeSomething(of layout: ResolvedLayout, _ generator: inout SeededGenerator) {
    switch Property.allCases.randomElement(using: &generator)! {
    case .width: width = [320, 390, 500, 844, 1024, nil].randomElement(using: &generator)!
    case .height: height = [390, 568, 844, nil].randomElement(using: &generator)!
    case .scale: scale = [1, 2, 3, 1.5].randomElement(using: &generator)!
    case .safe:
      safe = [
        .zero, EdgeInsets(top: 47, left: 0, bottom: 34, right: 0), EdgeInsets(top: 0, left: 47, bottom: 21, right: 47),
      ]
      .randomElement(using: &generator)!
    case .margins:
      margins = [.all(8), .all(0), DirectionalInsets(top: 4, leading: 20, bottom: 0, trailing: 12)]
        .randomElement(using: &generator)!
    case .keyboard:
      let floating = Keyboard.floating(Rect(x: 40, y: 200, width: 300, height: 180.5))
      keyboard = [.away, .docked(216), .docked(300.5), floating].randomElement(using: &generator)!
    case .traits:
      let values: [(String, [String?])] = [
        ("direction", ["ltr", "rtl", nil]), ("idiom", ["phone", "pad", nil]), ("style", ["light", "dark", nil]),
        ("sizeClass.x", ["compact", "regular", nil]), ("sizeClass.y", ["compact", "regular", nil]),
        ("contentSize", ["small", "accessibilityLarge", nil]), ("readableWidth", ["300", "1000", nil]),
      ]
      let (name, choices) = values.randomElement(using: &generator)!
      traits[name] = choices.randomElement(using: &generator)!
    case .flags:
      guard let flag = layout.askedFlags.sorted().randomElement(using: &generator) else { return }
      if flags.remove(flag) == nil { flags.insert(flag) }
    }
  }
}

extension Arrangement {
  /// Moves, removes or brings back a view, as somebody outside would.
  mutating func changeSomething(of layout: ResolvedLayout, _ generator: inout SeededGenerator) {
    let views = layout.views.indices.dropFirst().map { ViewID(Int32($0)) }.filter {
      layout.views[Int($0.index)].kind != .guide
    }
    guard let view = views.randomElement(using: &generator) else { return }
    let path = layout.views[Int(view.index)].path
    if generator.chance(30) {
      places[path] = nil
      // Where it comes back to may be inside of it by now.
      self = ViewForest(layout, self).arrangement
      return
    }
    var forest = ViewForest(layout, self)
    let stacks = views.filter {
      layout.views[Int($0.index)].kind.arrangesViews && !forest.lineage(of: $0).contains(view)
    }
    if let stack = stacks.randomElement(using: &generator), generator.chance(60) {
      forest.put([view], in: stack, at: generator.chance(50) ? nil : Int.random(in: 0..<4, using: &generator))
    } else {
      forest.remove([view])
    }
    self = forest.arrangement
  }
}
